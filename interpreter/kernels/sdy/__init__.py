"""Kernels of Shardy's ops."""
