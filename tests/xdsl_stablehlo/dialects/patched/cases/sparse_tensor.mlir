// Encodings of sparse tensors are read, printed and otherwise left alone.

// -----

// An encoding without braces is an error.
// expected-error@+1 {{custom op 'func.func' expected '<{', an encoding and '}>'}}
func.func private @f(tensor<2xf32, #sparse_tensor.encoding<1>>)
