"""`hopsow completion`: scripts that let a shell complete verbs, games, agents and options.

The options are those that each verb's help names, so that they are the ones of the installed
version.
"""

from __future__ import annotations

import re
from contextlib import redirect_stdout, suppress
from io import StringIO

from hopsow.agents import names
from hopsow.cli import groups, main, registered
from hopsow.cli.arguments import add_json, plain_parser
from hopsow.games import GAMES

EXAMPLES = """\
  hopsow completion bash > hopsow.bash      # to be sourced by ~/.bashrc
  hopsow completion zsh > hopsow.zsh        # to be sourced by ~/.zshrc
  hopsow completion fish > hopsow.fish      # for ~/.config/fish/completions
"""
NESTED = re.compile(r"^ {2,4}([a-z]+(?:\|[a-z]+)*)(?: {2,}|$)", re.MULTILINE)
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
BASH = """\
_hopsow() {{
    local words
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="{verbs}"
    else
        case "${{COMP_WORDS[1]}}" in
{cases}
        esac
    fi
    COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _hopsow hopsow
"""
ZSH = "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n"


def run(argv: list[str]) -> int:
    """Print the script of a shell."""
    arguments = plain_parser(
        "completion", "Print a script that completes verbs, games, agents and options.", EXAMPLES
    )
    arguments.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))
    add_json(arguments)
    given = arguments.parse_args(argv)
    if given.json:
        import json

        print(json.dumps({verb: words(verb) for verb in _verbs()}))
    else:
        print(SHELLS[given.shell](), end="")
    return 0


def words(verb: str) -> list[str]:
    """What may follow a verb: its own verbs, games, agents and options."""
    if verb == "help":
        return list(_verbs())
    if verb in registered.found():
        each = [word.split()[1] for word in registered.listed()[verb] if " " in word]
        options = {option for name in each for option in OPTION.findall(_help(verb, name))}
        return [*each, *GAMES, *sorted(options)]
    help_text = _help(verb)
    games = list(GAMES) if re.search(r"\bGAME\b", help_text) else []
    agents = names() if re.search(r"\bAGENT\b", help_text) else []
    _, _, arguments = help_text.partition("\npositional arguments:")
    _, _, verbs = help_text.partition("\nverbs:")
    listed = help_text if verb in GAMES else arguments + verbs
    nested = [word for found in NESTED.findall(listed) for word in found.split("|")]
    return [*nested, *games, *agents, *sorted(set(OPTION.findall(help_text)))]


def _help(verb: str, *words: str) -> str:
    text = StringIO()
    with redirect_stdout(text), suppress(SystemExit):
        main([verb, *words, "--help"])
    return text.getvalue()


def _verbs() -> dict[str, str]:
    listed = {verb: what for verbs in groups().values() for verb, what in verbs.items()}
    own = {verb: what for verb, what in listed.items() if " " not in verb}
    return {**own, **registered.summaries(), "help": "explain a verb"}


def _bash() -> str:
    cases = "\n".join(f'        {verb}) words="{" ".join(words(verb))}" ;;' for verb in _verbs())
    return BASH.format(verbs=" ".join(_verbs()), cases=cases)


def _zsh() -> str:
    return ZSH + _bash()


def _fish() -> str:
    lines = []
    for verb, what in _verbs().items():
        lines.append(f'complete -c hopsow -n __fish_use_subcommand -a {verb} -d "{what}"')
        seen = f'complete -c hopsow -n "__fish_seen_subcommand_from {verb}"'
        lines += [f"{seen} {_fish_word(word)}" for word in words(verb)]
    return "\n".join(lines) + "\n"


def _fish_word(word: str) -> str:
    return f"-l {word[2:]}" if word.startswith("--") else f"-a {word}"


SHELLS = {"bash": _bash, "zsh": _zsh, "fish": _fish}
