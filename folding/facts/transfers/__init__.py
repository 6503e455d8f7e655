"""Transfer functions, family by family: from facts about operands to facts about results."""
