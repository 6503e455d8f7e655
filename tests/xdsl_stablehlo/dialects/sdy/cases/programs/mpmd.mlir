// Programs of test_mpmd.py: Shardy's `mpmd`: C++ prints it in generic form, and reads what is printed here.

// -----
// program
module attributes {foo.none = #mpmd.meshes_with_origins<>, foo.origin = #mpmd<origin"x">} {
  func.func @main(%x: !mpmd.mesh_tensor<"m1", tensor<4x8xf32>>) -> !mpmd.mesh_tensor<"m2", tensor<4x8xf32>>
  attributes {topology = #mpmd.topology<<"m1": <["x"=2]>>, <"m2": <["x"=2]>>>} {
    %0 = mpmd.fragment<mesh="m1", origin=["f"]> (%x) (%a: tensor<4x8xf32>) {
      %s = stablehlo.add %a, %a : tensor<4x8xf32>
      mpmd.return %s : tensor<4x8xf32>
    } : (!mpmd.mesh_tensor<"m1", tensor<4x8xf32>>) -> !mpmd.mesh_tensor<"m1", tensor<4x8xf32>>
    %1 = mpmd.transfer %0 : (!mpmd.mesh_tensor<"m1", tensor<4x8xf32>>) -> !mpmd.mesh_tensor<"m2", tensor<4x8xf32>>
    return %1 : !mpmd.mesh_tensor<"m2", tensor<4x8xf32>>
  }
}
