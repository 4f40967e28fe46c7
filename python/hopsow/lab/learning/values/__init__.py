"""Value nets: self-play games, training, and the files that the engine reads.

- `data`: files of training positions; `elsewhere`: self-play on other machines
- `shape`: a net as arrays, quantised, and as a file; needs NumPy
- `train`: fits a net to the data; needs PyTorch
"""

from hopsow.lab.learning.values.data import Plan, Sample, make, read

__all__ = ["Plan", "Sample", "make", "read"]
