"""What ops compute, family by family, and what the table of kernels says of them."""
