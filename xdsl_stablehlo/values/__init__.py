"""The values of tensors: element types, the bytes of elements, the storage of arrays, files of arrays.

Imports `ir`.
"""
