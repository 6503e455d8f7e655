// RUN: stablehlo-translate --interpret --split-input-file %s

func.func @partition_id_example() {
  %result = stablehlo.partition_id : tensor<ui32>
  return
}

// -----

func.func @replica_id_example() {
  %result = stablehlo.replica_id : tensor<ui32>
  return
}
