"""The `xdsl.universe` plugin: dialects and passes by name, each imported when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

from xdsl.context import Context
from xdsl.ir import Dialect, Operation
from xdsl.universe import Universe

DIALECTS = {
    "chlo": "xdsl_stablehlo.dialects.chlo",
    "check": "xdsl_stablehlo.dialects.check",
    "interpreter": "xdsl_stablehlo.dialects.interpreter",
    "quant": "xdsl_stablehlo.dialects.quant",
    "sdy": "xdsl_stablehlo.dialects.sdy",
    "stablehlo": "xdsl_stablehlo.dialects.stablehlo",
    "vhlo": "xdsl_stablehlo.dialects.vhlo",
}
"""The module of each dialect."""


def _dialect_factory(name: str) -> Callable[[], Dialect]:
    def load() -> Dialect:
        module = import_module(DIALECTS[name])
        for value in vars(module).values():
            if isinstance(value, Dialect) and value.name == name:
                return value
        return _gather(name)

    return load


def _gather(name: str) -> Dialect:
    import pkgutil

    module = import_module(DIALECTS[name])
    ops: dict[str, type[Operation]] = {}
    for info in pkgutil.iter_modules(module.__path__):
        try:
            member = import_module(f"{DIALECTS[name]}.{info.name}")
        except Exception:
            continue
        for value in vars(member).values():
            if isinstance(value, type) and issubclass(value, Operation):
                if str(getattr(value, "name", "")).startswith(name + "."):
                    ops[value.name] = value
    return Dialect(name, list(ops.values()), [])


def _builtin() -> Dialect:
    """xDSL's builtin dialect with a resource store of its own: the shared one would mix up two modules' keys."""
    from xdsl.dialect_interfaces.op_asm import OpAsmDialectInterface
    from xdsl.dialects.builtin import Builtin

    return Dialect("builtin", [*Builtin.operations], [*Builtin.attributes], [OpAsmDialectInterface()])


def _func() -> Dialect:
    from xdsl.dialects.func import Func

    return Func


STABLEHLO_UNIVERSE = Universe(all_dialects={}, all_passes={})


def register_all_dialects(ctx: Context) -> None:
    """Register builtin, func and every dialect of this project in `ctx`, each loaded when it is first met."""
    ctx.register_dialect("builtin", _builtin)
    ctx.register_dialect("func", _func)
    for name, module in DIALECTS.items():
        if find_spec(module) is not None:
            ctx.register_dialect(name, _dialect_factory(name))
