"""Write the types of the socket's messages for the page's scripts; with `--check`, compare them.

The schema is the server's own description; json-schema-to-typescript makes the types of it.
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from hopsow.web.description import describe

ROOT = Path(__file__).parent.parent
TYPES = ROOT / "python/hopsow/web/page/js/messages.d.ts"
TOOLS = ROOT / "node_modules/.bin"
HEAD = """// Made by tools/web_types.py from what hopsow.web.description says: `make web-types`.

"""


def main() -> int:
    """Write the file, or say whether it is as it would be written."""
    types = written(describe())
    if "--check" not in sys.argv:
        TYPES.write_text(types, encoding="utf-8")
        return 0
    if TYPES.read_text(encoding="utf-8") == types:
        return 0
    print(f"{TYPES.relative_to(ROOT)} is not what the server says: `make web-types`")
    return 1


def written(schema: dict[str, Any]) -> str:
    """The types of a schema, formatted as the scripts are."""
    options = ("--no-additionalProperties", "--unreachableDefinitions", "--maxItems=-1")
    types = run("json2ts", *options, text=json.dumps(understood(schema)))
    types = types[types.index("export interface") :]
    types = re.sub(r"\n \*\n \* This interface was referenced.*\n.*", "", types)
    return run("biome", "format", f"--stdin-file-path={TYPES}", text=HEAD + types)


def understood(schema: Any) -> Any:
    """The schema in words that json2ts knows: it reads an older draft and counts no items.

    What is said beside a reference would make a type of its own of it.
    """
    if isinstance(schema, list):
        return [understood(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return {"$ref": schema["$ref"]}
    if "prefixItems" in schema:
        items = understood(schema["prefixItems"])
        return {"type": "array", "items": items, "minItems": len(items), "maxItems": len(items)}
    counts = ("minItems", "maxItems", "minLength", "maxLength")
    return {key: understood(part) for key, part in schema.items() if key not in counts}


def run(tool: str, *options: str, text: str) -> str:
    """What a tool makes of a text."""
    made = subprocess.run(
        [TOOLS / tool, *options], input=text, stdout=subprocess.PIPE, encoding="utf-8", check=True
    )
    return made.stdout


if __name__ == "__main__":
    sys.exit(main())
