"""What is done to programs. Careful mutations mostly leave them valid, coarse ones mostly do not."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from tests.campaigns.hostile.corpus import Corpus

from . import invented
from .tokens import balanced, keyed_values, tokens, types

Mutation = Callable[[str, Random, Corpus], str]

_ELEMENT = re.compile(r"(?<=[x<])(b?f\d+\w*|u?i\d+|complex<f\d+>)(?=[>,:])")
_DIMENSION = re.compile(r"(?<=[<x])(\d+|\?)x")
_DENSE = re.compile(r"dense<([^>\"]*)>")
_LITERAL = re.compile(r"-?(?:0x[0-9A-Fa-f]+|\d+(?:\.\d*(?:[eE][-+]?\d+)?)?|\btrue\b|\bfalse\b)")
_STATEMENT = re.compile(
    r"^ *(?:%[\w$.-]+(?::\d+)?(?:, *%[\w$.-]+)* = )?\"?[a-z_]+\.[\w.]+\"?.*$", re.MULTILINE
)
_FUNCTION = re.compile(r"^(\s*)func\.func (?:public |private )?@[\w$.-]+\(.*\{$", re.MULTILINE)
_VALUE = re.compile(r"%[\w$.-]+")
_SYMBOL = re.compile(r"@[\w$.-]+")
_STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')


def replaced(text: str, start: int, end: int, new: str) -> str:
    """`text` with `new` from `start` to `end`."""
    return text[:start] + new + text[end:]


def _one(pattern: re.Pattern[str], text: str, chance: Random) -> re.Match[str] | None:
    found = list(pattern.finditer(text))
    return chance.choice(found) if found else None


# ---- careful ----


def element_type_everywhere(text: str, chance: Random, corpus: Corpus) -> str:
    """Another element type wherever one stands."""
    old = _one(_ELEMENT, text, chance)
    if old is None:
        return text
    new = invented.element_type(chance)
    return _ELEMENT.sub(lambda match: new if match[0] == old[0] else match[0], text)


def size_everywhere(text: str, chance: Random, corpus: Corpus) -> str:
    """Another size wherever one stands in a type."""
    old = _one(_DIMENSION, text, chance)
    if old is None:
        return text
    new = chance.choice(invented.SIZES)
    return _DIMENSION.sub(lambda match: f"{new}x" if match[0] == old[0] else match[0], text)


def element_of_constant(text: str, chance: Random, corpus: Corpus) -> str:
    """Another number in a `dense<..>`."""
    literal = _one(_DENSE, text, chance)
    number = _one(_LITERAL, literal[1], chance) if literal is not None else None
    if literal is None or number is None:
        return text
    new = invented.number(chance)
    if "." in number[0] and chance.random() < 0.7:
        new = chance.choice([n for n in invented.NUMBERS if "." in n or n.startswith("0x")])
    start = literal.start(1) + number.start()
    return replaced(text, start, start + len(number[0]), new)


def discardable_attribute(text: str, chance: Random, corpus: Corpus) -> str:
    """One more attribute, of a function, an op or a module around everything."""
    extra = f"{chance.choice(invented.KEYS)} = {invented.attribute(chance)}"
    function = _one(_FUNCTION, text, chance)
    if function is not None and chance.random() < 0.6:
        start = function.end() - 1
        return (
            text if "attributes" in function[0] else replaced(text, start, start, f"attributes {{{extra}}} ")
        )
    statement = _one(_STATEMENT, text, chance)
    if statement is not None and " : " in statement[0] and chance.random() < 0.5:
        start = statement.start() + statement[0].index(" : ")
        return replaced(text, start, start, f" {{{extra}}}")
    return f"module attributes {{{extra}}} {{\n{text}}}\n"


def op_location(text: str, chance: Random, corpus: Corpus) -> str:
    """A location, or its alias, behind an op."""
    statement = _one(_STATEMENT, text, chance)
    if statement is None or statement[0].rstrip().endswith(("{", "(", ",")):
        return text
    place = invented.location(chance)
    end = statement.end()
    if chance.random() < 0.3:
        return replaced(text, end, end, " loc(#loc9)") + f"#loc9 = loc({place})\n"
    return replaced(text, end, end, f" loc({place})")


def another_program(text: str, chance: Random, corpus: Corpus) -> str:
    """The functions of another program, with other names."""
    other = corpus.text(chance)
    if "module" in other or "module" in text:
        return text
    return text + _SYMBOL.sub(lambda match: match[0] + "_2", other)


def alias(text: str, chance: Random, corpus: Corpus) -> str:
    """An alias of a type that is used, or aliases of aliases in an attribute, perhaps each of two."""
    spans = list(types(text))
    if spans and chance.random() < 0.5:
        start, end = chance.choice(spans)
        old = text[start:end]
        if old[0] != "!" and "#" not in old:
            return f"!t = {old}\n" + text.replace(old, "!t")
    count, width = chance.choice((1, 3, 10, 30)), chance.choice((1, 1, 2))
    lines = [f"#a0 = {invented.attribute(chance, 1)}"]
    lines += [f"#a{i + 1} = [{', '.join([f'#a{i}'] * width)}]" for i in range(count)]
    chance.shuffle(lines)
    return "\n".join(lines) + f"\nmodule attributes {{a.b = #a{count}}} {{\n{text}}}\n"


def rename_value(text: str, chance: Random, corpus: Corpus) -> str:
    """Another name for a value."""
    old = _one(_VALUE, text, chance)
    if old is None:
        return text
    return re.sub(re.escape(old[0]) + r"(?![\w$.-])", "%" + invented.name(chance), text)


def rename_symbol(text: str, chance: Random, corpus: Corpus) -> str:
    """Another name for a function."""
    old = _one(_SYMBOL, text, chance)
    if old is None:
        return text
    new = invented.string(chance) if chance.random() < 0.5 else invented.name(chance)
    return re.sub(re.escape(old[0]) + r"(?![\w$.-])", lambda _: f"@{new}", text)


def string_everywhere(text: str, chance: Random, corpus: Corpus) -> str:
    """Another string."""
    old = _one(_STRING, text, chance)
    return text if old is None else text.replace(old[0], invented.string(chance))


def white_space(text: str, chance: Random, corpus: Corpus) -> str:
    """Other white space, or a comment, between tokens."""
    new = chance.choice(("\n", "\r\n", "\t", "  ", "\n\n", "// %0 = \n", "//\n", "\n  "))
    pieces = tokens(text)
    spaces = [i for i, (kind, _) in enumerate(pieces) if kind == "space"]
    changed = spaces if chance.random() < 0.3 else chance.sample(spaces, min(1, len(spaces)))
    return "".join([new if i in changed else token for i, (_, token) in enumerate(pieces)])


def nested_modules(text: str, chance: Random, corpus: Corpus) -> str:
    """Modules around the program."""
    depth = chance.choice((1, 1, 1, 1, 2, 2, 3, 20, 100))
    names = [f"@m{i} " if chance.random() < 0.3 else "" for i in range(depth)]
    return "".join([f"module {name}{{\n" for name in names]) + text + "}\n" * depth


def another_value(text: str, chance: Random, corpus: Corpus) -> str:
    """What stands behind the same `key =` elsewhere."""
    values = list(keyed_values(text))
    if not values:
        return text
    key, start, end = chance.choice(values)
    return replaced(text, start, end, corpus.pieces.value_of(key, chance) + ("" if end < len(text) else "\n"))


def statement_twice(text: str, chance: Random, corpus: Corpus) -> str:
    """An op once more, its results with other names."""
    statement = _one(_STATEMENT, text, chance)
    if statement is None:
        return text
    again = re.sub(r"^( *%[\w$.-]+)", r"\1_again", statement[0])
    return replaced(text, statement.end(), statement.end(), "\n" + again)


def deep_regions(text: str, chance: Random, corpus: Corpus) -> str:
    """A function of many loops or branches inside each other."""
    depth = chance.choice((1, 2, 2, 3, 10, 60))
    inner = "stablehlo.return %c : tensor<i1>\n"
    for i in range(depth):
        inner = (
            f'%n{i} = "stablehlo.if"(%c) ({{\n{inner}}}, {{\nstablehlo.return %c : tensor<i1>\n}})'
            f" : (tensor<i1>) -> tensor<i1>\nstablehlo.return %n{i} : tensor<i1>\n"
        )
    inner = inner.removesuffix(f"stablehlo.return %n{depth - 1} : tensor<i1>\n")
    if "module" in text:
        return text
    return text + (
        f"func.func @deep(%c: tensor<i1>) -> tensor<i1> {{\n{inner}return %n{depth - 1} : tensor<i1>\n}}\n"
    )


# ---- coarse ----


def token(text: str, chance: Random, corpus: Corpus) -> str:
    """A token deleted, doubled, exchanged with another, or replaced."""
    pieces = tokens(text)
    solid = [i for i, (kind, _) in enumerate(pieces) if kind != "space"]
    if len(solid) < 2:
        return text
    at, other = chance.sample(solid, 2)
    words = [token for _, token in pieces]
    kind = pieces[at][0]
    match chance.randrange(6):
        case 0:
            words[at] = ""
        case 1:
            words[at] += " " + words[at]
        case 2:
            words[at], words[other] = words[other], words[at]
        case 3:
            words[at] = invented_token(kind, chance)
        case _:
            words[at] = corpus.pieces.of_kind(kind, chance)
    return "".join(words)


def invented_token(kind: str, chance: Random) -> str:
    """A hostile token in place of one of this kind."""
    match kind:
        case "number":
            return invented.number(chance)
        case "dimension":
            return chance.choice(invented.SIZES) + "x"
        case "string":
            return invented.string(chance)
        case "value" | "symbol" | "attribute" | "type" | "block":
            return {"value": "%", "symbol": "@", "attribute": "#", "type": "!", "block": "^"}[
                kind
            ] + invented.name(chance)
        case "word":
            return chance.choice(invented.WORDS)
        case _:
            return chance.choice(invented.SIGNS)


def number(text: str, chance: Random, corpus: Corpus) -> str:
    """A number replaced by one at a boundary."""
    found = _one(_LITERAL, text, chance)
    return text if found is None else replaced(text, found.start(), found.end(), invented.number(chance))


def one_type(text: str, chance: Random, corpus: Corpus) -> str:
    """One type replaced, in one place."""
    spans = list(types(text))
    if not spans:
        return text
    start, end = chance.choice(spans)
    new = invented.any_type(chance) if chance.random() < 0.5 else corpus.pieces.of_kind("types", chance)
    return replaced(text, start, end, new)


def one_value(text: str, chance: Random, corpus: Corpus) -> str:
    """What stands behind a `key =`, replaced by any attribute."""
    values = list(keyed_values(text))
    if not values:
        return text
    _, start, end = chance.choice(values)
    return replaced(text, start, end, invented.attribute(chance))


def statement_gone(text: str, chance: Random, corpus: Corpus) -> str:
    """An op deleted, or moved."""
    statement = _one(_STATEMENT, text, chance)
    if statement is None:
        return text
    text = replaced(text, statement.start(), statement.end(), "")
    place = _one(_STATEMENT, text, chance)
    if place is None or chance.random() < 0.5:
        return text
    return replaced(text, place.start(), place.start(), statement[0] + "\n")


def statement_from_elsewhere(text: str, chance: Random, corpus: Corpus) -> str:
    """An op of another program."""
    statement, other = _one(_STATEMENT, text, chance), _one(_STATEMENT, corpus.text(chance), chance)
    if statement is None or other is None:
        return text
    end = statement.end() if chance.random() < 0.5 else statement.start()
    return replaced(text, statement.start(), end, other[0] + ("" if end == statement.end() else "\n"))


def brackets(text: str, chance: Random, corpus: Corpus) -> str:
    """What stands between two brackets: deleted, doubled, or wrapped many times."""
    opened = [i for i, char in enumerate(text) if char in "<([{"]
    if not opened:
        return text
    start = chance.choice(opened)
    end = balanced(text, start + 1, "")
    inner = text[start + 1 : end]
    depth = chance.choice((1, 1, 2, 2, 50, 2000))
    close = {"<": ">", "(": ")", "[": "]", "{": "}"}[text[start]]
    new = chance.choice(("", inner + ", " + inner, text[start] * depth + inner + close * depth))
    return replaced(text, start + 1, end, new)


def splice(text: str, chance: Random, corpus: Corpus) -> str:
    """The beginning of one program and the end of another."""
    other = corpus.text(chance)
    return text[: chance.randrange(len(text) + 1)] + other[chance.randrange(len(other) + 1) :]


def characters(text: str, chance: Random, corpus: Corpus) -> str:
    """Characters inserted, deleted, changed; the end cut off."""
    at = chance.randrange(len(text) + 1)
    new = chr(chance.choice((chance.randrange(1, 128), chance.randrange(1, 0xD800))))
    return chance.choice(
        (
            text[:at] + new + text[at:],
            text[:at] + new + text[at + 1 :],
            text[:at] + text[at + chance.randint(1, 12) :],
            text[:at] + text[at:][: chance.randrange(40)] + text[at:],
            text[:at],
        )
    )


CAREFUL: tuple[Mutation, ...] = (
    *(element_type_everywhere, size_everywhere, element_of_constant, element_of_constant, another_value),
    *(discardable_attribute, discardable_attribute, op_location, another_program, alias, rename_value),
    *(rename_symbol, string_everywhere, white_space, nested_modules, statement_twice, deep_regions),
)
COARSE: tuple[Mutation, ...] = (
    *(token, token, token, number, number, one_type, one_value, statement_gone, statement_from_elsewhere),
    *(brackets, splice, characters),
)


def mutated(text: str, chance: Random, corpus: Corpus) -> str:
    """`text` after a few mutations: half of the time only careful ones."""
    coarse = chance.random() < 0.4
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 4))):
        mutation = chance.choice(COARSE if coarse and chance.random() < 0.6 else CAREFUL)
        text = mutation(text, chance, corpus)
    return text
