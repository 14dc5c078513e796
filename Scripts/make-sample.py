#!/usr/bin/env python3
"""Makes Fixtures/sample: a small tree of everyday notes, with a picture, links and keywords."""
import binascii
import math
import os
import struct
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLE = os.path.join(HERE, "..", "Fixtures", "sample")
HEAD = ("{\\rtf1\\ansi\\ansicpg1252\\cocoartf2761\n{\\fonttbl\\f0\\fswiss\\fcharset0 Helvetica;"
        "\\f1\\fswiss\\fcharset0 Helvetica-Bold;}\n{\\colortbl;\\red255\\green255\\blue255;\\red20\\green80\\blue160;}\n")
WORD = ("{\\rtf1\\ansi\\ansicpg1252\\deff0\\uc1{\\fonttbl{\\f0\\froman\\fcharset0 Georgia;}{\\f1\\fnil\\fcharset2 Symbol;}}\n"
        "{\\colortbl;\\red160\\green90\\blue0;}\n{\\stylesheet{\\s0 Normal;}{\\s1\\outlinelevel0\\b\\fs32 heading 1;}}\n")


def landscape(width=720, height=400):
    """A hill under a sky, as a PNG that compresses well."""
    rows = bytearray()
    for y in range(height):
        rows.append(0)
        for x in range(width):
            hill = height * 0.62 + 40 * math.sin(x / 95) + 18 * math.sin(x / 31)
            sun = (x - 560) ** 2 + (y - 90) ** 2 < 42 ** 2
            if y > hill:
                shade = (y // 40) * 8
                rows += bytes((70, 130 - shade // 2, 60))
            elif sun:
                rows += bytes((250, 205, 80))
            else:
                rows += bytes((150 + y // 20 * 4, 200, 235))
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(bytes(rows), 9)) + chunk(b"IEND", b""))


def picture(data):
    digits = binascii.hexlify(data).decode("ascii")
    lines = "\n".join(digits[i:i + 128] for i in range(0, len(digits), 128))
    return "{\\*\\shppict{\\pict\\pngblip\\picw720\\pich400\\picwgoal7200\\pichgoal4000\n" + lines + "}}"


def write(path, text):
    path = os.path.join(SAMPLE, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode("ascii"))


write("Welcome.rtf", WORD +
      "{\\info{\\title Welcome}{\\keywords bees, garden}{\\creatim\\yr2024\\mo5\\dy6\\hr9\\min30}}\n"
      "\\pard\\s1\\outlinelevel0\\b\\fs32 A year with bees\\par\n"
      "\\pard\\plain\\fs24 Notes from the garden, kept since spring. Start with "
      "{\\field{\\*\\fldinst{HYPERLINK \"Hives/Spring check.rtf\"}}{\\fldrslt{\\ul\\cf1 the spring check}}}, "
      "or read [[Honey prices]].\\par\n"
      "\\pard{\\pntext\\f1\\'b7\\tab}{\\*\\pn\\pnlvlblt\\pnf1\\pnindent0{\\pntxtb\\'b7}}\\fi-360\\li720 "
      "two hives, one swarm\\par\n{\\pntext\\f1\\'b7\\tab}{\\i 31 kg} of honey\\par\n"
      "{\\pntext\\f1\\'b7\\tab}caf\\'e9 talks with Zo\\u235 e\\par}\n")
write("Hives/Spring check.rtf", HEAD +
      "{\\info{\\title Spring check}{\\keywords bees}}\n"
      "\\pard\\pardirnatural\n\\f1\\b\\fs36 \\cf2 Spring check\\\n\\f0\\b0\\fs24 \\cf0 "
      "Both colonies came through the winter. Temperature 14\\'b0C \\uc0\\u8594  bees flying.\\\n\\\n"
      + picture(landscape()) + "\\\nThe meadow behind the hives.}")
write("Hives/Weights.rtf", WORD +
      "{\\info{\\title Weights}}\n\\pard\\plain\\fs24 Kilograms by month:\\par\n" +
      "".join("\\trowd" + ("\\trhdr" if row[0][0] == "{" else "") + "\\trgaph108\\cellx2000\\cellx4000\\cellx6000\\pard\\intbl " +
              "\\cell ".join(row) + "\\cell\\row\n"
              for row in (("{\\b Month}", "{\\b Hive A}", "{\\b Hive B}"), ("April", "21", "19"),
                          ("May", "27", "24"), ("June", "38", "35"))) +
      "\\pard Weighed with the kitchen scale.{\\super\\chftn}{\\footnote\\pard\\plain {\\super\\chftn} "
      "Accurate to half a kilogram.}\\par}\n")
write("Honey prices.rtf", WORD +
      "{\\info{\\title Honey prices}{\\keywords money; bees}}\n\\pard\\plain\\fs24 "
      "500 g at the market: 7 \\u8364 ?. Compare {\\field{\\*\\fldinst{HYPERLINK \"https://example.org/honey\"}}"
      "{\\fldrslt last year}}.\\par}\n")
write("Journal/2024-05-06.txt", "Swarm in the apple tree, 4 m up.\nCaught it with Zoë's ladder.\n".encode("utf-8"))
