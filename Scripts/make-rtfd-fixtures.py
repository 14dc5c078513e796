#!/usr/bin/env python3
"""Makes Fixtures/rtfd: a package as TextEdit saves it, and the same in one file as Cocoa serializes it."""
import os
import struct
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
TARGET = os.path.join(HERE, "..", "Fixtures", "rtfd")
TIME = 1714978800


def png(width, height, colour):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    rows = (b"\0" + bytes(colour) * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def graphic(name, words, placeholder):
    return b"{{\\NeXTGraphic " + name + b" " + words + b"\n}" + placeholder + b"}"


MODERN = b"\\width640 \\height480 \\appleattachmentpadding0 \\appleembedtype0 \\appleaqc"
TEXT = b"".join([
    b"{\\rtf1\\ansi\\ansicpg1252\\cocoartf2761\n\\cocoatextscaling0\\cocoaplatform0{\\fonttbl\\f0\\fswiss\\fcharset0 Helvetica;}\n",
    b"{\\colortbl;\\red255\\green255\\blue255;}\n{\\*\\expandedcolortbl;;}\n",
    b"{\\info\n{\\title The garden}\n{\\keywords beans, garden}}",
    b"\\paperw11900\\paperh16840\\margl1440\\margr1440\\vieww11520\\viewh8400\\viewkind0\n",
    b"\\pard\\tx566\\pardirnatural\\partightenfactor0\n\n\\f0\\fs24 \\cf0 The plan: ",
    graphic(b"Plan of the garden.png", MODERN, b"\xac"),
    b" costs \\'ac 5, or \xac 4.\\\nSeeds: ",
    graphic(b"Seeds \\{new\\} 100%.csv", b"\\width640 \\height640", b"\\'ac"),
    b" and a sketch ",
    graphic(b"Sketch.graffle", b"\\width640 \\height640 \\noorient", b"\xac"),
    b".\\\nThe plan again: ",
    graphic(b"Plan of the garden.png", MODERN, b"\\uc0\\u8203 "),
    b"\\\n}"])
FILES = {
    "TXT.rtf": TEXT,
    "Plan of the garden.png": png(32, 24, (70, 130, 60)),
    "Seeds {new} 100%.csv": b"seed,packets\nbean,3\npea,2\n",
    "left over.txt": b"No text names this file.\n",
}
SKETCH = {"data.plist": b"<plist version=\"1.0\"/>\n", "images/1.bin": bytes(range(16))}


def number(value):
    return struct.pack("<I", value)


def named(name):
    data = name.encode("utf-8")
    return number(len(data)) + data


def flat(files):
    """What is known of the form: Sources/SlipFormats/RTFD/FlatRTFD.swift."""
    attributes = b"".join(
        number(1) + named(name) + number(16) + number(TIME) + number(0o666) + bytes(8) for name in sorted(files))
    names = sorted(files) + ["."]
    records = [number(1) + number(len(data)) + data for data in [files[name] for name in names[:-1]] + [attributes]]
    return (b"rtfd" + bytes(4) + number(3) + number(len(names)) + b"".join(named(name) for name in names)
            + b"".join(number(len(record)) for record in records) + b"".join(records))


def write(path, data):
    path = os.path.join(TARGET, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


for name, data in FILES.items():
    write("The garden.rtfd/" + name, data)
for name, data in SKETCH.items():
    write("The garden.rtfd/Sketch.graffle/" + name, data)
write("Flat.rtfd", flat(FILES))
