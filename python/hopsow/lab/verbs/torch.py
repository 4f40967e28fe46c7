"""What verbs that train nets need of PyTorch."""

from __future__ import annotations

from hopsow.cli.arguments import Arguments, add_device

DEVICES = ("cpu", "cuda")
NAMES = {"torch": "PyTorch", "onnx": "ONNX"}


def add_torch_device(arguments: Arguments) -> None:
    """Let the device be chosen on which a net is computed."""
    add_device(arguments, DEVICES, None, "cpu or cuda (default: cuda if any)")


def device(asked: str | None, work: str, *also: str) -> str:
    """Where a net is computed, if PyTorch and all other modules that are needed are there."""
    try:
        import torch

        for module in also:
            __import__(module)
    except ImportError as error:
        missing = NAMES.get(str(error.name), error.name)
        raise ValueError(f'{work} needs {missing}: pip install "hopsow[lab]"') from None
    has_card = torch.cuda.is_available()
    if asked == "cuda" and not has_card:
        raise ValueError("PyTorch has no CUDA device on this machine, expected --device cpu")
    return asked or ("cuda" if has_card else "cpu")
