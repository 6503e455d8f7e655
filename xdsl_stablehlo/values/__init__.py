"""The values of tensors: element types, the bytes of elements, how arrays are stored, files of arrays.

Imports `ir` only.
"""
