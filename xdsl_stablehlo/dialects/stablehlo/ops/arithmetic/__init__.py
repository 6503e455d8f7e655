"""Ops that compute with numbers: elementwise, products, linear algebra, random numbers, quantization."""
