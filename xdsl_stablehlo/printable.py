"""Text from a program that is safe to show."""

from __future__ import annotations


def printable(text: str) -> str:
    r"""`text` for a line of a message: what moves the cursor, breaks the line or cannot be seen as `\1B`, bytes in hex.

    What comes from a program could otherwise forge lines and command the terminal.
    """
    return text if text.isprintable() else "".join([c if c.isprintable() else _escaped(c) for c in text])


def _escaped(character: str) -> str:
    errors = "surrogateescape" if "\udc80" <= character <= "\udcff" else "surrogatepass"
    return "".join([f"\\{byte:02X}" for byte in character.encode("utf-8", errors)])
