"""Sixty models, what folding does to each in several ways, and what peers do: `python -m benchmarks.scoreboard`.

`programs/` makes the models; `alone.py` is what runs in a process of its own: `artifacts.py` makes a program in one
way, `execution.py` compares it with the program as it is; `results.py` reads what is stored, and `page.py` and
`plots.py` write it down.
"""
