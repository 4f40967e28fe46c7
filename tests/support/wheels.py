"""A wheel of this tree, without a build: the package as it is, the native module included."""

import zipfile
from pathlib import Path

import hopsow

PACKAGE = Path(hopsow.__file__).parent
INFO = f"hopsow-{hopsow.__version__}.dist-info"
TEXTS = {
    "METADATA": f"Metadata-Version: 2.1\nName: hopsow\nVersion: {hopsow.__version__}\n",
    "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: py3-none-any\n",
    "entry_points.txt": "[console_scripts]\nhopsow = hopsow.cli:main\n",
    "RECORD": "",
}


def write(folder: Path) -> None:
    """Write the wheel into a folder."""
    with zipfile.ZipFile(folder / f"hopsow-{hopsow.__version__}-py3-none-any.whl", "w") as wheel:
        for path in PACKAGE.rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                wheel.write(path, Path("hopsow") / path.relative_to(PACKAGE))
        for name, text in TEXTS.items():
            wheel.writestr(f"{INFO}/{name}", text)
