#!/usr/bin/env python3
"""Makes bundles of schema version 3, for migrations: versions.py NOTES FILE.slipbox.xml [BUNDLES]

With BUNDLES, FILE is a folder, and that many files of NOTES notes each are made in it. The same arguments give the same
bytes.
"""
import base64
import os
import random
import struct
import sys
import zlib

WORDS = "bee hive swarm queen honey frost May wax comb drone nectar brood smoke feed split varroa".split()


def uuid(draw):
    number = draw.getrandbits(128) & ~(0xF << 76) | 4 << 76
    text = f"{number & ~(3 << 62) | 2 << 62:032x}"
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def picture(draw):
    width, height = draw.randint(8, 40), draw.randint(8, 40)
    rows = b"".join(b"\0" + draw.randbytes(3 * width) for _ in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def bundle(draw, count, path):
    folders = [uuid(draw) for _ in range(max(1, count // 50))]
    keywords = [uuid(draw) for _ in range(8)]
    notes = sorted(uuid(draw) for _ in range(count))
    with open(path, "w", encoding="utf-8") as out:
        out.write('<?xml version="1.0" encoding="UTF-8"?>\n<slipbox xmlns="urn:slipbox:manifest" version="3">\n')
        out.write("  <folders>\n")
        for number, folder in enumerate(folders):
            parent = f' parent="{folders[draw.randrange(number)]}"' if number and draw.random() < 0.5 else ""
            out.write(f'    <folder id="{folder}" name="Folder {number}"{parent}/>\n')
        out.write("  </folders>\n  <keywords>\n")
        for number, keyword in enumerate(keywords):
            out.write(f'    <keyword id="{keyword}" name="Keyword {number}" red="{number / 8}" green="0.5" blue="1"/>\n')
        out.write("  </keywords>\n  <notes>\n")
        for number, note in enumerate(notes):
            words = " ".join(draw.choices(WORDS, k=draw.randint(20, 300)))
            status = draw.choice(["", ' status="Review"', ' status="Archived"'])
            out.write(f'    <note id="{note}" title="Note {number}"{status} creationDate="2020-01-01T00:00:00Z"')
            out.write(f' folder="{draw.choice(folders)}">\n      <keyword ref="{draw.choice(keywords)}"/>\n')
            if draw.random() < 0.3:
                target = draw.choice(notes)
                out.write(f'      <link to="{target}"/>\n' if target != note else "")
            out.write("      <formattedBodyText>{\\rtf1\\ansi{\\b Note} " + words + "}</formattedBodyText>\n")
            out.write(f"      <bodyText>note {words.lower()}</bodyText>\n")
            if draw.random() < 0.1:
                out.write(f'      <image name="p.png">{base64.b64encode(picture(draw)).decode()}</image>\n')
            out.write("    </note>\n")
        out.write("  </notes>\n</slipbox>\n")


def main():
    count, path = int(sys.argv[1]), sys.argv[2]
    bundles = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    if not bundles:
        return bundle(random.Random(1), count, path)
    os.makedirs(path, exist_ok=True)
    for number in range(bundles):
        bundle(random.Random(number), count, os.path.join(path, f"{number:05d}.slipbox.xml"))


main()
