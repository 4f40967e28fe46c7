"""Nets that judge positions: games to learn from, training, and the files that the engine reads.

- `data`: files of positions from self-play
- `shape`: a net as arrays, in whole numbers, and as a file; needs NumPy
- `train`: fits a net to the data; needs PyTorch
- `policy`: policies in ONNX files; needs ONNX Runtime
"""

from hopsow.nets.data import Plan, Sample, make, read

__all__ = ["Plan", "Sample", "make", "read"]
