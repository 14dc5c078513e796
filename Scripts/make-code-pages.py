#!/usr/bin/env python3
"""Writes the code page rows of Sources/RTFSyntax from the codecs of Python 3 and Perl's Encode.

  Scripts/make-code-pages.py          run it in the package's root; it overwrites the generated files

A row is the text that the bytes stand for: 128 characters for 0x80...0xFF, or 256 where the lower half is not
ASCII. A byte that the code page lacks is U+FFFD. Characters that a terminal, an editor or a normalizing tool might
change are written as escapes.
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
    10006: "mac_greek", 10007: "mac_cyrillic", 10017: "mac_cyrillic", 10010: "mac_romanian", 10029: "mac_latin2",
    10079: "mac_iceland", 10081: "mac_turkish", 10082: "mac_croatian", 20127: "ascii", 20866: "koi8_r",
    21866: "koi8_u", 28591: "latin_1", 28592: "iso8859_2", 28593: "iso8859_3", 28594: "iso8859_4",
    28595: "iso8859_5", 28596: "iso8859_6", 28597: "iso8859_7", 28598: "iso8859_8", 28599: "iso8859_9",
    28600: "iso8859_10", 28601: "iso8859_11", 28603: "iso8859_13", 28604: "iso8859_14",
    28605: "iso8859_15", 28606: "iso8859_16", 38598: "iso8859_8",
}
# Number → encoding of Perl's Encode, for what Python lacks.
PERL = {10005: "MacHebrew", 10021: "MacThai"}
# Hebrew: Apple's table composes these from several characters. Cyrillic: Apple gave two places to Ukrainian later.
REPAIRS = {
    (10005, 0x81): "\ufb1f", (10005, 0xDE): "\u05b8",
    (10007, 0xA2): "\u00a2", (10007, 0xB6): "\u2202", (10017, 0xA2): "\u0490", (10017, 0xB6): "\u0491",
}
# Page → codec, lead bytes, first trail byte. 936 is GBK with the euro sign.
DOUBLE = {
    932: ("cp932", range(0x81, 0xFD), 0x40), 936: ("gbk", range(0x81, 0xFF), 0x40),
    949: ("cp949", range(0x81, 0xFF), 0x41), 950: ("cp950", range(0x81, 0xFF), 0x40),
    1361: ("johab", range(0x84, 0xFA), 0x31),
}

# Microsoft's symbol fonts from 0x21 on, `-` for a byte they lack, `a..b` for a run; after Unicode 7's mapping, but
# plain shapes and arrows instead of near copies that few fonts have.
WINGDINGS = """
1F589 2702 2701 1F453 1F56D..1F56F 1F57F 2706 1F582 1F583 1F4EA..1F4ED 1F5C0 1F5C1 1F5CE..1F5D0 1F5C4 231B 1F5AE
1F5B0 1F5B2..1F5B4 1F5AB 1F5AC 2707 270D 1F58E 270C 1F58F 1F44D 1F44E 261C 261E 261D 261F 1F590 263A 1F610 2639
1F4A3 1F571 1F3F3 1F3F1 2708 263C 1F322 2744 1F546 271E 1F548 2720 2721 262A 262F 1F549 2638 2648..2653 1F670 1F675
25CF 274D 25A0 25A1 1F790 2751 2752 2B27 29EB 25C6 2756 2B25 2327 2BB9 2318 1F3F5 1F3F6 1F676 1F677 25AF 24EA
2780..2789 24FF 278A..2793 1F662 1F660 1F661 1F663 1F65E 1F65C 1F65D 1F65F B7 2022 2B1D 25CB 1F786 1F788 25C9 25CE
1F53F 25AA 25FB 1F7C1 2726 2605 2736 2734 2739 2735 2BD0 2316 2BCE 2BCF 2BD1 272A 2730 1F550..1F55B 2BB0..2BB7
1F66A 1F66B 1F655 1F654 1F657 1F656 1F650..1F653 232B 2326 2B98 27A2 2B99 2B9B 2B88 2B8A 2B89 2B8B 2190 2192 2191
2193 2196 2197 2199 2198 1F878 2794 1F879 1F87B 1F87C 1F87D 1F87F 1F87E 21E6 21E8 21E7 21E9 2B04 21F3 2B01 2B00
2B03 2B02 1F8AC 1F8AD 2717 2713 2612 2611 -
"""
WINGDINGS_2 = """
1F58A..1F58D 2704 2700 1F57E 1F57D 1F5C5..1F5CD 1F4CB 1F5D1 1F5D4 1F5B5..1F5B8 1F5AD 1F5AF 1F5B1 1F592 1F593
1F598..1F59B 1F448 1F449 1F59C..1F5A1 1F446 1F447 1F5A2 1F5A3 1F591 2717 2713 2612 2611 2BBD 2612 2BBE 2BBF 1F6C7
29B8 1F671 1F674 1F672 1F673 203D 1F679..1F67B 1F666 1F664 1F665 1F667 1F65A 1F658 1F659 1F65B 24EA 2460..2469 24FF
2776..277F - 2609 1F315 263D 263E 2E3F 271D 1F547 1F55C..1F567 1F668 1F669 22C5 1F784 2981 25CF 25CB 1F785 1F787
1F789 2299 29BF 1F78C 1F78D 25FE 25A0 25A1 1F791..1F794 25A3 1F795..1F798 2B29 2B25 25C7 1F79A 25C8 1F79B..1F79E 2B2A
2B27 25CA 1F7A0 25D6 25D7 2BCA 2BCB 2BC0 2BC1 2B1F 2BC2 2B23 2B22 2BC3 2BC4 1F7A1..1F7C0 1F7C2 1F7C4 1F7C6 1F7C9 1F7CA
2736 1F7CC 1F7CE 1F7D0 1F7D2 2739 1F7C3 1F7C7 272F 1F7CD 1F7D4 2BCC 2BCD 203B 2042 - - - - - -
"""
WINGDINGS_3 = """
2B60 2B62 2B61 2B63 2B66 2B67 2B69 2B68 2B70 2B72 2B71 2B73 2B76 2B78 2B7B 2B7D 2B64 2B65 2B6A 2B6C 2B6B 2B6D 2B4D
2BA0..2BA7 2B90..2B93 2B80 2B83 2B7E 2B7F 2B84 2B86 2B85 2B87 2B8F 2B8D 2B8E 2B8C 2B6E 2B6F 238B 2324 2303 2325 2423
237D 21EA 2BB8 1F8A0..1F8AB 1F850 1F852 1F851 1F853..1F855 1F857 1F856 1F858 1F859 25B2 25BC 25B3 25BD 25C0 25B6 25C1
25B7 25E3 25E2 25E4 25E5 1F780 1F782 1F781 - 1F783 2BC5..2BC8 2B9C 2B9E 2B9D 2B9F 1F810 1F812 1F811 1F813 1F814 1F816
1F815 1F817 1F818 1F81A 1F819 1F81B 1F81C 1F81E 1F81D 1F81F 1F800 1F802 1F801 1F803 1F804 1F806 1F805 1F807 1F808 1F80A
1F809 1F80B 1F820 1F822 1F824 1F826 1F828 1F82A 1F82C 1F89C..1F89F 1F82E 1F830 1F832 1F834 1F836 1F838 1F83A 1F839
1F83B 1F898 1F89A 1F899 1F89B 1F83C 1F83E 1F83D 1F83F 1F840 1F842 1F841 1F843 1F844 1F846 1F845 1F847 2BA8..2BAF 1F860
1F862 1F861 1F863..1F865 1F867 1F866 1F870 1F872 1F871 1F873..1F875 1F877 1F876 1F880 1F882 1F881 1F883..1F885 1F887
1F886 1F890 1F892 1F891 1F893 1F894 1F896 1F895 1F897 - - - - - - - - - - - - - - -
"""
WEBDINGS = """
1F577 1F578 1F572 1F576 1F3C6 1F396 1F587 1F5E8 1F5E9 1F5F0 1F5F1 1F336 1F397 1F67E 1F67C 1F5D5..1F5D7 23F4..23F7 23EA
23E9 23EE 23ED 23F8..23FA 1F5DA 1F5F3 1F6E0 1F3D7..1F3DA 1F3DC 1F3ED 1F3DB 1F3E0 1F3D6 1F3DD 1F6E3 1F50D 1F3D4 1F441
1F442 1F3DE 1F3D5 1F6E4 1F3DF 1F6F3 1F56C 1F56B 1F568 1F508 1F394 1F395 1F5EC 1F67D 1F5ED 1F5EA 1F5EB 2B94 2714 1F6B2
25A1 1F6E1 1F4E6 1F6F1 25A0 1F691 1F6C8 1F6E9 1F6F0 1F7C8 1F574 25CF 1F6E5 1F694 1F5D8 1F5D9 2753 1F6F2 1F687 1F68D
26F3 29B8 2296 1F6AD 1F5EE 23D0 1F5EF 1F5F2 - 1F6B9 1F6BA 1F6C9 1F6CA 1F6BC 1F47D 1F3CB 26F7 1F3C2 1F3CC 1F3CA 1F3C4
1F3CD 1F3CE 1F698 1F5E0 1F6E2 1F4B0 1F3F7 1F4B3 1F46A 1F5E1..1F5E3 272F 1F584 1F585 1F583 1F586 1F5B9..1F5BB 1F575
1F570 1F5BD 1F5BE 1F4CB 1F5D2 1F5D3 1F56E 1F4DA 1F5DE 1F5DF 1F5C3 1F5C2 1F5BC 1F3AD 1F39C 1F398 1F399 1F3A7 1F4BF
1F39E 1F4F7 1F39F 1F3AC 1F4FD 1F4F9 1F4FE 1F4FB 1F39A 1F39B 1F4FA 1F4BB 1F5A5..1F5A7 1F579 1F3AE 1F57B 1F57C 1F4DF
1F581 1F580 1F5A8 1F5A9 1F5BF 1F5AA 1F5DC 1F512 1F513 1F5DD 1F4E5 1F4E4 1F573 1F323..1F326 2601 1F328 1F327 1F329
1F32A 1F32C 1F32B 1F31C 1F321 1F6CB 1F6CF 1F37D 1F378 1F6CE 1F6CD 24C5 267F 1F6C6 1F588 1F393 1F5E4..1F5E7 1F6EA
1F43F 1F426 1F41F 1F415 1F408 1F66C 1F66E 1F66D 1F66F 1F5FA 1F30D 1F30F 1F30E 1F54A
"""


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


def upper_half(number):
    if number in PERL:
        row = from_perl_bytes(PERL[number], range(0x80, 0x100))
    else:
        row = [from_python(PYTHON[number], byte) for byte in range(0x80, 0x100)]
    return [REPAIRS.get((number, byte), character) for byte, character in enumerate(row, 0x80)]


def single_row(number):
    lower = [from_python(PYTHON.get(number, "ascii"), byte) for byte in range(0x80)]
    upper = upper_half(number)
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


def font_row(cells):
    row = [chr(byte) for byte in range(0x21)]
    for cell in cells.split():
        if cell == "-":
            row.append(LACKING)
        else:
            first, _, last = cell.partition("..")
            row += [chr(code) for code in range(int(first, 16), int(last or first, 16) + 1)]
    assert len(row) == 256, len(row)
    return row


def write_symbols():
    with open(TARGET + "CodePageSymbolRows.swift", "w", encoding="utf-8") as file:
        file.write(HEAD + "/// What the bytes of symbol fonts show.\nenum CodePageSymbolRows {\n")
        for name, row in SYMBOL_ROWS.items():
            file.write(f"  static let {name}: StaticString =\n    \"{escaped(row)}\"\n")
        file.write("}\n")


SYMBOL_ROWS = {
    "symbol": symbol_row(), "zapfDingbats": dingbats_row(), "wingdings": font_row(WINGDINGS),
    "wingdings2": font_row(WINGDINGS_2), "wingdings3": font_row(WINGDINGS_3), "webdings": font_row(WEBDINGS),
}

write_single()
write_double()
write_symbols()
