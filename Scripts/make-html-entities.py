#!/usr/bin/env python3
"""Writes Sources/SlipMarkup/HTML/HTMLEntityRows.swift: HTML's named character references.

The names are those of the WHATWG standard, as Python's module html.entities has them. Run it in the package's root.
"""
import html.entities
import pathlib

rows = sorted((name.encode(), text) for name, text in html.entities.html5.items())
items = [name.decode() + " " + " ".join(f"{ord(c):X}" for c in text) for name, text in rows]
lines, line = [], ""
for item in items:
    if len(line) + len(item) + 2 > 104:
        lines.append(line)
        line = ""
    line += ("," if line or lines else "") + item
lines.append(line)
out = [
    "// Made by Scripts/make-html-entities.py; not edited by hand.",
    "",
    "/// HTML's named character references (WHATWG HTML, 13.5): names in bytewise order, each with its code points",
    "/// in hexadecimal. Names without a semicolon are those that old pages use.",
    "enum HTMLEntityRows {",
    '  static let rows: StaticString = """',
]
out += ["    " + l + "\\" for l in lines[:-1]]
out += ["    " + lines[-1], '    """', "}", ""]
path = pathlib.Path(__file__).parent.parent / "Sources/SlipMarkup/HTML/HTMLEntityRows.swift"
path.write_text("\n".join(out))
