"""The lab: training nets, learning games from nothing, solving them, and making books.

- `learning/values`: value nets for the engine's search, from self-play games
- `learning/policies`: policies for tree search, learned from nothing
- `solve`: the value of a whole game, on the processor or a graphics card
- `strategy`: a strategy that holds a result against every reply
- `openings`: lists of openings; `book`: opening books
- `verbs`: `hopsow lab ...`

The product never imports the lab. The lab enters it as another package would: by entry points for
its verbs, its agents and its table builder, and by files in documented formats (docs/extending.md).
"""
