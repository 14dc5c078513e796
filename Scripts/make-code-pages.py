#!/usr/bin/env python3
"""Writes the code page rows of Sources/RTFSyntax from the codecs of Python 3 and Perl's Encode.

Usage: Scripts/make-code-pages.py          (run in the package's root; overwrites the generated files)

A row is the text that the bytes stand for: 128 characters for 0x80...0xFF, or 256 where the lower half is not
ASCII. A byte that the page lacks is U+FFFD. What a terminal, an editor or a normalising tool might spoil
stands as an escape.
"""
import subprocess
import unicodedata

LACKING = "\ufffd"
TARGET = "Sources/RTFSyntax/"
HEAD = """// swift-format-ignore-file
// Made by Scripts/make-code-pages.py; change that instead.

"""

# Number → Python codec. Several numbers may name one page.
PYTHON = {
    437: "cp437", 708: "iso8859_6", 720: "cp720", 737: "cp737", 775: "cp775", 819: "latin_1", 850: "cp850",
    852: "cp852", 855: "cp855", 856: "cp856", 857: "cp857", 858: "cp858", 860: "cp860", 861: "cp861",
    862: "cp862", 863: "cp863", 864: "cp864", 865: "cp865", 866: "cp866", 869: "cp869", 874: "cp874",
    1125: "cp1125", 1250: "cp1250", 1251: "cp1251", 1252: "cp1252", 1253: "cp1253", 1254: "cp1254",
    1255: "cp1255", 1256: "cp1256", 1257: "cp1257", 1258: "cp1258", 10000: "mac_roman", 10004: "mac_arabic",
    10006: "mac_greek", 10007: "mac_cyrillic", 10010: "mac_romanian", 10029: "mac_latin2",
    10079: "mac_iceland", 10081: "mac_turkish", 10082: "mac_croatian", 20127: "ascii", 20866: "koi8_r",
    21866: "koi8_u", 28591: "latin_1", 28592: "iso8859_2", 28593: "iso8859_3", 28594: "iso8859_4",
    28595: "iso8859_5", 28596: "iso8859_6", 28597: "iso8859_7", 28598: "iso8859_8", 28599: "iso8859_9",
    28600: "iso8859_10", 28601: "iso8859_11", 28603: "iso8859_13", 28604: "iso8859_14",
    28605: "iso8859_15", 28606: "iso8859_16", 38598: "iso8859_8",
}
# Number → encoding of Perl's Encode, for what Python lacks.
PERL = {10005: "MacHebrew", 10017: "MacUkrainian", 10021: "MacThai"}
# Apple's tables compose these from several characters or tag a variant.
PERL_REPAIRS = {(10005, 0x81): "\ufb1f", (10005, 0xDE): "\u05b8"}
# Page → codec, lead bytes, first trail byte. 936 is GBK with the euro sign.
DOUBLE = {
    932: ("cp932", range(0x81, 0xFD), 0x40), 936: ("gbk", range(0x81, 0xFF), 0x40),
    949: ("cp949", range(0x81, 0xFF), 0x41), 950: ("cp950", range(0x81, 0xFF), 0x40),
    1361: ("johab", range(0x84, 0xFA), 0x31),
}


def from_python(codec, byte):
    try:
        text = bytes([byte]).decode(codec)
    except UnicodeDecodeError:
        return LACKING
    return text if len(text) == 1 else LACKING


def from_perl_bytes(encoding, byte_range):
    script = (
        f"use Encode; for ({byte_range[0]}..{byte_range[-1]}) "
        f"{{ print join(',', map {{ ord }} split //, decode('{encoding}', chr)), qq(\\n) }}")
    lines = subprocess.run(["perl", "-e", script], check=True, capture_output=True, text=True).stdout.split()
    return [single_of(chr(int(code)) for code in line.split(",")) for line in lines]


def single_of(characters):
    # U+F860...F87F are Apple's tags for groups and variants; the character itself stands beside them.
    kept = [c for c in characters if not 0xF860 <= ord(c) <= 0xF87F]
    return kept[0] if len(kept) == 1 and ord(kept[0]) != 0xF8FF else LACKING


def perl_row(number, encoding):
    row = from_perl_bytes(encoding, range(0x80, 0x100))
    return [PERL_REPAIRS.get((number, byte), character) for byte, character in enumerate(row, 0x80)]


def single_row(number):
    if number in PERL:
        return perl_row(number, PERL[number])
    codec = PYTHON[number]
    lower = [from_python(codec, byte) for byte in range(0x80)]
    upper = [from_python(codec, byte) for byte in range(0x80, 0x100)]
    return upper if lower == [chr(byte) for byte in range(0x80)] else lower + upper


def is_plain(character):
    return (
        unicodedata.category(character) not in ("Cc", "Cf", "Cn", "Co", "Cs", "Mn", "Me", "Mc", "Zs", "Zl", "Zp")
        and unicodedata.bidirectional(character) not in ("R", "AL", "AN", "RLE", "RLO", "LRE", "LRO", "PDF")
        and unicodedata.normalize("NFC", character) == character)


def escaped(text):
    parts = []
    for character in text:
        if character in "\\\"":
            parts.append("\\" + character)
        elif character == " " or is_plain(character):
            parts.append(character)
        else:
            parts.append(f"\\u{{{ord(character):X}}}")
    return "".join(parts)


def write_single():
    with open(TARGET + "CodePageSingleByteRows.swift", "w", encoding="utf-8") as file:
        file.write(HEAD + "/// The single-byte code pages, by number: what the bytes 0x80...0xFF (or all 256) stand for.\n")
        file.write("enum CodePageSingleByteRows {\n  static let rows: [(number: Int, text: StaticString)] = [\n")
        for number in sorted(list(PYTHON) + list(PERL)):
            file.write(f"    ({number}, \"{escaped(single_row(number))}\"),\n")
        file.write("  ]\n}\n")


def double_line(codec, lead, first):
    cells = []
    for trail in range(first, 0xFF):
        try:
            text = bytes([lead, trail]).decode(codec)
        except UnicodeDecodeError:
            text = ""
        cells.append(text if len(text) == 1 else " ")
    return escaped("".join(cells).rstrip(" "))


def write_double():
    with open(TARGET + "CodePageDoubleByteRows.swift", "w", encoding="utf-8") as file:
        file.write(HEAD)
        file.write("/// The double-byte code pages: a line for each lead byte, a character for each trail byte, a space where\n")
        file.write("/// the page lacks the pair.\nenum CodePageDoubleByteRows {\n")
        for number, (codec, leads, first) in DOUBLE.items():
            file.write(f"  static let page{number}Leads: ClosedRange<Int> = 0x{leads[0]:X}...0x{leads[-1]:X}\n")
            file.write(f"  static let page{number}FirstTrail = 0x{first:X}\n")
            file.write(f"  static let page{number}: StaticString = \"\"\"\n")
            for lead in leads:
                line = double_line(codec, lead, first)
                file.write(f"    {line}\n" if line else "\n")
            file.write("    \"\"\"\n\n")
        file.write("}\n")


def symbol_row():
    row = [chr(byte) for byte in range(0x20)]
    row += [{"\u220d": "\u220b"}.get(c, c) for c in from_perl_bytes("MacSymbol", range(0x20, 0x100))]
    # Adobe's newer glyphs, and the mathematical brackets instead of the ones that normalise to CJK punctuation.
    for byte, character in {
        0x60: 0x203E, 0xA0: 0x20AC, 0xBD: 0x23D0, 0xBE: 0x23AF, 0xE0: 0x25CA, 0xE1: 0x27E8, 0xF1: 0x27E9,
    }.items():
        row[byte] = chr(character)
    return row


def dingbats_row():
    return [chr(byte) for byte in range(0x20)] + from_perl_bytes("MacDingbats", range(0x20, 0x100))


def write_symbols():
    with open(TARGET + "CodePageSymbolRows.swift", "w", encoding="utf-8") as file:
        file.write(HEAD + "/// What the bytes of symbol fonts show.\nenum CodePageSymbolRows {\n")
        for name, row in SYMBOL_ROWS.items():
            file.write(f"  static let {name}: StaticString =\n    \"{escaped(row())}\"\n")
        file.write("}\n")


SYMBOL_ROWS = {"symbol": symbol_row, "zapfDingbats": dingbats_row}

write_single()
write_double()
write_symbols()
