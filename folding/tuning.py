"""All numbers that bound or tune the folder, with their units and reasons. Options of the user are in `options.py`."""

# ---- what work is estimated at, in nanoseconds ----

FOLDED = 10_000
"""Nanoseconds of folding one op, besides its evaluation."""

COMPILED = 30_000
"""Nanoseconds of compiling one op of a region or a function."""

VISIT = 5_000
"""Nanoseconds of looking at one op, each time that the solver visits it."""

FREE_VISITS = 8
"""Looks at each op of the module that do not count against the budget: more are taken in nests and for contexts."""

CONTEXT = 80_000
"""Nanoseconds of following a call with arguments of its own, besides looking at the ops of the function."""

CLONED = 60_000
"""Nanoseconds of copying one op and folding the copy."""

BOX_ELEMENT = 10
"""Nanoseconds of evaluating one element of a box that something asks for, besides folding the op."""

# ---- what is evaluated, and when ----

AT_ONCE_BYTES = 1 << 14
"""Bytes up to which a result is evaluated before it is needed: deferring takes as long."""

AT_ONCE_WORK = 1_000_000
"""Nanoseconds up to which an op is evaluated before it is needed, for the same reason."""

REMEMBERED = 1 << 14
"""Evaluations done at once that are looked up for an equal op, before all of them are dropped: each takes 600 bytes."""

CHEAP_LOOK = 2_500_000
"""Nanoseconds that an evaluation may take which only may help, such as asking whether two values are the same."""

KEYED = 1 << 14
"""Bytes up to which arrays are compared by content; larger ones are compared by identity, which takes no time."""

SAMPLED = 1 << 8
"""Bytes up to which arrays are looked up by content; larger ones by a sample, and then compared."""

# ---- what becomes a constant ----

OP_BYTES = 64
"""Bytes that one op counts as, where sizes of functions and of constants are compared with ops."""

EXPANSION = 1 << 14
"""Bytes by which a constant that is computed quickly may exceed the constants that it frees."""

LEAVING = 1 << 17
"""The same for a constant on which nothing computes: a result of a public function, an expected value."""

MASK = 1 << 8
"""Bytes by which a tensor of i1 may exceed the part of it that it repeats: XLA takes long to compile whole masks."""

QUICK = 16
"""Elementary operations per element up to which a value counts as computed quickly: a mask, a dequantization."""

SHORT = 64
"""Ops, with the constants that they read, up to which they may stand for a larger constant."""

NEIGHBOUR_BYTES = 64
"""Bytes, and elements, up to which constants side by side are merged: one weighs no more than the op it saves."""

OFFSET_STEPS = 1000
"""Ops that are searched for constants that offset others, in any module."""

OFFSET_STEPS_PER_OP = 8
"""More ops that are searched so, for each op of the module: the search stays linear."""

# ---- how far the solver goes ----

TERM_LIMIT = 32
"""Ops made in place of one, each for the one before: four were seen. The report says where it is met (`bounded`)."""

ROUNDS = 8
"""The most times that a module is folded again, where rules met their bound or erased constants made room."""

LOOP_DEPTH = 3
"""Levels of nested loops that are solved to a fixpoint: a loop is walked no less often than those around it."""

LOOP_ROUNDS = 2
"""The times that the facts about a carried value are weakened, or change what it counts, before they are given up."""

REDUCTION_ROUNDS = 4
"""Looks at the body of a reduction before all facts that still change are given up."""

REDUCED_ONE_BY_ONE = 64
"""Elements up to which a reduction of bounds is followed one by one."""

CALL_DEPTH = 40
"""Levels of calls that are followed with arguments of their own: beyond, functions are looked at once."""

FACT_CONTEXTS = 16
"""Contexts of a function that differ in facts alone; beyond, only constant arguments make another one."""

CLONES_PER_FUNCTION = 16
"""Copies of a function for different constant arguments; with more kinds of calls it is not copied."""

CLONE_DEPTH = 50
"""Levels of nested regions up to which functions are copied: xDSL copies by recursion."""

# ---- how far facts and rules look ----

SCANNED = 1 << 12
"""Elements, stored apart, up to which a constant is asked for more than whether it is a splat."""

TWINS = 3
"""Ops behind two values that are compared to find out whether these are computed alike."""

BOX_STEPS = 32
"""Ops through which a box is followed, and ops that are asked for its elements."""

ADDRESSES = 1 << 30
"""Elements of an operand up to which the view that an op makes is found: each reserves a byte of address space."""

RESERVED = 1 << 26
"""Bytes of them that stay reserved: reserving more takes some microseconds each time."""

LOOKED_UP = 1 << 16
"""Indices of a gather, times the size of its slices along a dimension, up to which its kernel says what it moves."""

INDEXED = 1 << 22
"""Size of a dimension of the operand of a gather up to which that is done: the kernel gets all indices along it."""

IMPLIED = 16
"""Values of which one condition may imply something."""

CONCATENATED = 256
"""Operands up to which a concatenation is looked through."""

DESCRIBED = 3
"""Operands of an op by which the rules that may apply are selected."""

SEARCHED = 64
"""Elements of a constant up to which each of them is searched for."""

PATTERN_ELEMENTS = 256
"""Elements of a result up to which the pattern folds; `stablehlo-constant-fold` weighs the cost of larger ones."""

PATTERN_OPS = 8
"""Ops behind the operands of an op that the pattern looks at."""

# ---- how constants are written ----

WIDE = 16
"""Operands up to which they are set one by one: each time all of them are copied."""

TILED_BYTES = 1 << 18
"""Bytes from which a transposed array is copied in tiles: below, it fits into a cache."""

TILE = 256
"""Rows and columns of a tile."""

# ---- what passes try and offer ----

SIZE_TRIED = 2
"""The size with which unknown sizes are tried: the smallest that is not broadcast."""

NAMES_OFFERED = 3
"""Names offered in place of one that no argument has."""

# ---- how much of a fold is explained ----

HELD_BYTES = 1 << 16
"""Bytes of constants that went which a report holds until it is asked for them."""

TRIED = 8
"""Trial folds for causes: groups of arguments, then causes with the most ops waiting."""

TRIED_TOGETHER = 4
"""Trial folds for groups of arguments, those with the most ops that wait for them alone."""

CAUSES_WORK = 1 << 33
"""Nanoseconds, as estimated, of all trial folds: as much as `work_budget` of one fold."""

TYPICAL_BYTES = 1 << 28
"""Bytes of values that are bound for one trial fold."""

TYPICAL_VALUES = 3
"""Different values of one type in a trial fold; arguments beyond share them."""

CHAINS = 20
"""Causes that get a chain of ops, the first ones: each takes a search through the program."""

CHAIN_LINKS = 12
"""Links of a chain that are shown."""

CAUSES_TOLD = 5
"""Causes of one op that are shown."""

TEXT_ROWS = 20
"""Rows of each table in the text of a report; the JSON has them all."""

PAGE_ROWS = 1000
"""Rows of a table of the page; the JSON has them all."""

PICTURES = 200
"""Constants that get a picture in the page, the largest first."""

SEGMENTS = 8
"""Parts of a bar that have a colour of their own."""

HISTOGRAM_ELEMENTS = 1 << 16
"""Elements that are sampled for a histogram."""

WIDTH = 96
"""Pixels of a picture from left to right."""

HEIGHT = 32
"""Pixels of a picture from top to bottom."""

BINS = 24
"""Bars of a histogram."""

CELLS = 16
"""Cells of a heat map along each dimension, at most."""

VALUES_SHOWN = 4
"""Elements of a constant that are shown as text."""

LINE_CHARACTERS = 400
"""Characters of a line of the listing that are shown."""

LISTED_LINES = 20_000
"""Lines of the listing that are shown."""

LINES_AROUND = 3
"""Unchanged lines around a change that are not collapsed."""

PROGRESS_AFTER = 1.0
"""Seconds of folding before its progress is shown."""

PROGRESS_INTERVAL = 0.1
"""Seconds between two updates of the progress."""

PROGRESS_BAR = 20
"""Characters of the bar; a narrower terminal gets the percentage alone."""
