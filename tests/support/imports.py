"""What a Python module imports, in whichever way it does.

A module is known by its full name. Counted are import statements of every form, wherever they
stand, names of the package used after `import hopsow`, and strings that name a module, since that
is how `import_module` gets them. A name that the package itself gathers counts as its home's.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

PACKAGE = "hopsow"
# Also the beginning of an f-string, whose rest is known only at run time.
MODULE = re.compile(rf"{PACKAGE}(\.\w+)+\.?")


class Imports:
    """The imports of a package's modules; `source` is the folder that the package lies in."""

    def __init__(self, source: Path) -> None:
        self.source = source
        self.homes = self._homes()

    def of(self, path: Path) -> set[str]:
        """The modules of the package that a file imports."""
        return self.in_text(path.read_text(encoding="utf-8"), self.name(path), path)

    def in_text(self, text: str, module: str, path: Path | None = None) -> set[str]:
        """The same of a text that stands in a module; relative imports start from there."""
        tree = ast.parse(text)
        is_package = path is not None and path.stem == "__init__"
        modules: set[str] = set()
        for node in ast.walk(tree):
            modules |= {name for name in self._named(node, module, is_package) if name}
        return {name for name in modules if name.split(".")[0] == PACKAGE}

    def name(self, path: Path) -> str:
        """The full name of a file's module."""
        parts = path.relative_to(self.source).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def _named(self, node: ast.AST, module: str, is_package: bool) -> Iterator[str]:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield self._home(alias.name)
        elif isinstance(node, ast.ImportFrom):
            start = _absolute(node, module, is_package)
            for alias in node.names:
                yield self._home(f"{start}.{alias.name}")
        elif isinstance(node, ast.Attribute):
            yield self._home(_dotted(node))
        elif isinstance(node, ast.Constant) and MODULE.fullmatch(str(node.value)):
            yield self._home(str(node.value).rstrip("."))

    def _home(self, name: str) -> str:
        """The module that a dotted name belongs to: itself, or the nearest above it."""
        if not name.startswith(PACKAGE):
            return ""
        parts = name.split(".")
        if len(parts) > 1 and not self._is_module(".".join(parts[:2])):
            return self.homes.get(parts[1], "")
        while not self._is_module(".".join(parts)):
            parts.pop()
        return ".".join(parts)

    def _homes(self) -> dict[str, str]:
        """Where the names that the package gathers come from."""
        tree = ast.parse((self.source / PACKAGE / "__init__.pyi").read_text(encoding="utf-8"))
        return {
            alias.asname or alias.name: node.module or ""
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }

    def _is_module(self, name: str) -> bool:
        path = self.source.joinpath(*name.split("."))
        kinds = (path / "__init__.py", path.with_suffix(".py"), path.with_suffix(".pyi"))
        return any(kind.exists() for kind in kinds)


def _absolute(node: ast.ImportFrom, module: str, is_package: bool) -> str:
    if not node.level:
        return node.module or ""
    parts = module.split(".")
    up = node.level - 1 if is_package else node.level
    start = parts[: len(parts) - up]
    return ".".join([*start, *([node.module] if node.module else [])])


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = _dotted(node.value)
        return f"{before}.{node.attr}" if before else ""
    return ""
