"""Learning a game from nothing: self-play with search, and a net that learns from it.

- `contract`, and a module of each game's name: what a net should know of a game beforehand
- `plan`: what to learn and with which means
- `network`: the nets; `judge`: one of them at work, on many states at once
- `play`: games against oneself; `replay`: their positions; `training`: what the net makes of them
- `trial`: how good it is, by games against agents and by the tables
- `learner`: all of that in turn, with checkpoints; `export`: the net as an ONNX file
- `policy`: reads such a file, ours or another's; `agent`: `net:FILE`, which plays by it

All but `contract`, `plan`, `policy` and `agent` need PyTorch: `pip install "hopsow[lab]"`.
"""
