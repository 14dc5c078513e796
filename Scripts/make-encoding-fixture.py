#!/usr/bin/env python3
"""Writes Fixtures/html/encodings.tsv: what bytes mean in each encoding of the web, by Python's codecs.

A line is the name of an encoding, bytes in hexadecimal digits, and their scalars in hexadecimal digits. Where the web's
tables (WHATWG Encoding) differ from those of Python, the web's are written: undefined bytes of single-byte encodings
from 80 to 9F are control characters, and the exceptions below.
"""
import pathlib

EXCEPTIONS = {
    "koi8-u": {0xAE: 0x45E, 0xBE: 0x40E},
    "windows-1255": {0xCA: 0x5BA},
    "x-mac-cyrillic": {0xA2: 0x490, 0xB6: 0x491, 0xFF: 0x20AC},
}
SINGLE = {
    "ibm866": "cp866", "koi8-r": "koi8_r", "koi8-u": "koi8_u", "macintosh": "mac_roman",
    "windows-874": "cp874", "x-mac-cyrillic": "mac_cyrillic", "iso-8859-8-i": "iso8859_8",
    **{f"iso-8859-{n}": f"iso8859_{n}" for n in [2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16]},
    **{f"windows-125{n}": f"cp125{n}" for n in range(9)},
}
SAMPLES = {
    "gbk": ("gbk", "中文简体汉字，。啊丂"), "gb18030": ("gb18030", "早上好€㐂\U00020000\U0001F600ü中"),
    "big5": ("big5hkscs", "中文繁體字，。一乙"), "euc-jp": ("euc_jp", "日本語カナかな漢字、。ｱ丂"),
    "iso-2022-jp": ("iso2022_jp", "日本語カナ abc 漢字"), "shift_jis": ("cp932", "日本語カナかな漢字、。ｱ①"),
    "euc-kr": ("cp949", "한국어 갂 똠"), "utf-8": ("utf-8", "é中\U0001F600"),
    "utf-16le": ("utf-16-le", "é中\U0001F600"), "utf-16be": ("utf-16-be", "é中\U0001F600"),
}
lines = []
for name, codec in SINGLE.items():
    scalars = []
    for byte in range(0x80, 0x100):
        try:
            value = ord(bytes([byte]).decode(codec))
        except UnicodeDecodeError:
            value = byte if byte < 0xA0 else 0xFFFD
        scalars.append(EXCEPTIONS.get(name, {}).get(byte, value))
    lines.append(f"{name}\t{bytes(range(0x80, 0x100)).hex()}\t{' '.join(f'{s:X}' for s in scalars)}")
for name, (codec, text) in SAMPLES.items():
    lines.append(f"{name}\t{text.encode(codec).hex()}\t{' '.join(f'{ord(c):X}' for c in text)}")
lines.append("replacement\t4142\tFFFD")
lines.append("x-user-defined\t4180ff\t41 F780 F7FF")
root = pathlib.Path(__file__).resolve().parent.parent
(root / "Fixtures/html/encodings.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
