#!/usr/bin/env python3
"""Writes Sources/RTFSyntax/CodePageGB18030Rows.swift: what GB 18030 has beyond code page 936.

The tables are those of Python's codec, which is GB 18030-2000, with the 19 characters that GB 18030-2022 and the
WHATWG's Encoding Standard place elsewhere.
"""
import pathlib

CHANGED = dict(zip(range(0xA6D9, 0xA6E0), [0xFE10, 0xFE12, 0xFE11, 0xFE13, 0xFE14, 0xFE15, 0xFE16]))
CHANGED |= {0xA6EC: 0xFE17, 0xA6ED: 0xFE18, 0xA6F3: 0xFE19, 0xA8BC: 0x1E3F, 0xA3A0: 0x3000}
CHANGED |= dict(zip([0xFE59, 0xFE61, 0xFE66, 0xFE67, 0xFE6D, 0xFE7E, 0xFE90, 0xFEA0], range(0x9FB4, 0x9FBC)))


def four(pointer):
    rest, last = divmod(pointer, 10)
    rest, third = divmod(rest, 126)
    first, second = divmod(rest, 10)
    return bytes([first + 0x81, second + 0x30, third + 0x81, last + 0x30])


def private(first, second):
    """The private-use character of a pair in the areas for users."""
    if 0xAA <= first <= 0xAF and second >= 0xA1:
        return 0xE000 + (first - 0xAA) * 94 + second - 0xA1
    if first >= 0xF8 and second >= 0xA1:
        return 0xE234 + (first - 0xF8) * 94 + second - 0xA1
    if 0xA1 <= first <= 0xA7 and second <= 0xA0:
        return 0xE4C6 + (first - 0xA1) * 96 + second - 0x40 - (second > 0x7F)


def scalar(data, codec):
    try:
        return ord(data.decode(codec))
    except (UnicodeDecodeError, TypeError):
        return None


ranges, expected = [], None
for pointer in range(39420):
    value = scalar(four(pointer), "gb18030")
    if value != expected:
        ranges.append((pointer, value))
    expected = value + 1
pairs = []
for first in range(0x81, 0xFF):
    for second in [*range(0x40, 0x7F), *range(0x80, 0xFF)]:
        pair = bytes([first, second])
        value = CHANGED.get(first << 8 | second, scalar(pair, "gb18030"))
        if value not in (None, scalar(pair, "cp936"), private(first, second)):
            pairs.append((first << 8 | second, value))


def rows(values):
    lines, line = [], "   "
    for pair in values:
        word = f" {pair[0]:X} {pair[1]:X}"
        if len(line) + len(word) > 108:
            lines.append(line)
            line = "   "
        line += word
    return "\n".join(lines + [line])


text = f'''// swift-format-ignore-file
// Made by Scripts/make-gb18030.py; change that instead.

/// What GB 18030 has beyond code page 936: pairs in turn, in hexadecimal digits.
enum CodePageGB18030Rows {{
  /// Two bytes, and the character that they stand for.
  static let pairs = """
{rows(pairs)}
    """

  /// The number of a sequence of four bytes, and the character that it stands for; those behind it follow it.
  static let ranges = """
{rows(ranges)}
    """
}}
'''
root = pathlib.Path(__file__).resolve().parent.parent
(root / "Sources/RTFSyntax/CodePageGB18030Rows.swift").write_text(text, encoding="utf-8")
