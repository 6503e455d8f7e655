"""Every numbered constraint of the specification has a program that breaks it, or a reason why none can."""

from __future__ import annotations

import re

from tests.xdsl_stablehlo.dialects.labels import CONSTRAINTS, UNCHECKED, checked, labels_of, rejected


def test_every_constraint_is_broken_by_a_test_or_has_a_reason():
    known = {*checked(), *UNCHECKED}
    numbered = [f"{op}_c{number}" for op, count in CONSTRAINTS.items() for number in range(1, count + 1)]
    assert not [constraint for constraint in numbered if constraint not in known]


def test_no_reason_for_what_a_case_breaks():
    broken = {f"{case.op}_{case.label.lower()}" for case in rejected()}
    assert not broken & UNCHECKED.keys()


def test_labels_of_an_op_are_its_own():
    assert labels_of("reduce", ["reduce_c10", "reduce_c2", "reduce_window_c1", "reduce_window_c3"]) == [
        "C2",
        "C10",
    ]


def test_a_message_has_the_label_of_its_case():
    """But for those of constraints in the definition of the op, and of the inference of types."""
    unlabelled = re.compile(r"failed to satisfy constraint|#\d must be|inferred type|same size")
    assert not [
        case.name
        for case in rejected()
        if case.label and not unlabelled.search(case.message)
        if case.label not in re.findall(r"[CI]\d+", case.message.rsplit("(", 1)[-1])
    ]


def test_case_names_are_unique():
    names = [case.name for case in rejected()]
    assert len(names) == len(set(names))
