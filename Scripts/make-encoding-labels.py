#!/usr/bin/env python3
"""Writes Sources/RTFSyntax/TextEncodingRows.swift: the labels of the WHATWG's Encoding Standard, 4.2.

The table is that of the package webencodings (pip install webencodings).
"""
import pathlib
import webencodings.labels

names = {}
for label, name in webencodings.labels.LABELS.items():
    names.setdefault(name, []).append(label)
lines = [
    "// swift-format-ignore-file",
    "// Made by Scripts/make-encoding-labels.py; change that instead.",
    "",
    "/// Names of encodings, each with its labels (WHATWG Encoding, 4.2 \"Names and labels\").",
    "enum TextEncodingRows {",
    "  /// All of it is in lower case; labels are separated by spaces.",
    "  static let rows: [(name: String, labels: String)] = [",
]
for name, labels in names.items():
    lines.append(f'    ("{name}", "{" ".join(labels)}"),')
lines += ["  ]", "}", ""]
root = pathlib.Path(__file__).resolve().parent.parent
(root / "Sources/RTFSyntax/TextEncodingRows.swift").write_text("\n".join(lines), encoding="utf-8")
