"""Files of `jax.export`, whose program passes have changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, ModuleOp, i64

from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of

from .conversion import to_jax
from .machinery import Exported, export
from .signature import calling_without

_POSITION = "jax.position"


@dataclass
class ExportedFile:
    """How the program of a file is called. Passes may take arguments away from it, as binding does."""

    exported: Exported | None
    """None for a program that comes from elsewhere."""

    @staticmethod
    def of(data: bytes | None, module: ModuleOp) -> ExportedFile:
        """That of the file `data`, whose module is given: it is marked, so that arguments are known again."""
        if data is None:
            return ExportedFile(None)
        main = functions_of(module)["main"]
        attributes = (
            main.arg_attrs.data if main.arg_attrs is not None else [DictionaryAttr({})] * len(main.args)
        )
        marks = [
            DictionaryAttr({**known.data, _POSITION: IntegerAttr(i, i64)})
            for i, known in enumerate(attributes)
        ]
        main.properties["arg_attrs"] = ArrayAttr(marks)
        return ExportedFile(export.deserialize(bytearray(data)))

    def serialized(self, module: ModuleOp) -> bytes:
        """The file with `module` in it, which loses its marks. Raises what `to_jax` raises."""
        exported = self.exported
        if exported is not None:
            kept = list(exported.module_kept_var_idx)
            left = _take_marks(module)
            first = len(exported.ordered_effects) + (len(exported.platforms) > 1)
            gone = [leaf for place, leaf in enumerate(kept) if first + place not in left]
            exported = calling_without(exported, gone)
        return bytes(cast(Any, to_jax(module, exported)).serialize())


def _take_marks(module: ModuleOp) -> set[int]:
    """The positions that the arguments of `@main` had."""
    main = functions_of(module)["main"]
    positions: set[int] = set()
    rest: list[DictionaryAttr] = []
    for known in main.arg_attrs.data if main.arg_attrs is not None else ():
        position = known.data.get(_POSITION)
        if isinstance(position, IntegerAttr):
            positions.add(position.value.data)
        rest.append(DictionaryAttr({name: value for name, value in known.data.items() if name != _POSITION}))
    if rest:
        main.properties["arg_attrs"] = ArrayAttr(rest)
    return positions
