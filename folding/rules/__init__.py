"""Rules: rows that say what an op is equal to. `equation` and `law` say it in the notation of terms, `rule` by a
function.

From a row come the rule, its line in `docs/rules.md` and, for an equation, its proof; cases in `tests/folding/rules`
prove the others. The laws:

- A rule is right for every bit pattern, in every execution: NaNs, signed zeros, and what the specification leaves open
  and the interpreter decides. A condition is about what `Known` tells, never about the users of a value.
- It reads the op, the ops behind its operands, a few steps back, and facts. It may ask for an array only as `Known`
  gives it, which evaluates nothing that is expensive, and it changes nothing in the program.
- It shrinks or keeps: in the place of one op stands a value that is there, a constant, or one op (a `Form`). It makes
  no arithmetic that was not there, and a constant takes no more than those that go for it. So rules end without an
  order between them; two that undo each other are wrong.
- What it concludes subsumes the op: nobody looks at the op again, and the `Form` is looked at in turn. The first rule
  that gives something wins: the more special one stands first, and a value or a constant before another op.

Imports facts and the terms of the solver.
"""
