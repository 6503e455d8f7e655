"""The kernels of CHLO's ops."""
