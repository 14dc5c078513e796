"""Benchmark inputs: the same bytes for the same seed, on every machine."""
import binascii
import os
import random
import struct
import zlib

SYLLABLES = ("an ber cal dor el fin gra hol im jun kel lor man nor ost pel quin ran sol tur ul ver wil yar zen "
             "a e i o is en er ing ung ion able").split()
HEADER = (
    "{\\rtf1\\ansi\\ansicpg1252\\uc1\\deff0\\deflang1033{\\fonttbl{\\f0\\fswiss\\fcharset0 Helvetica;}"
    "{\\f1\\froman\\fcharset0 Times New Roman;}{\\f2\\fmodern\\fcharset0 Courier New;}}\n"
    "{\\colortbl ;\\red200\\green0\\blue0;\\red0\\green0\\blue200;}\n"
    "{\\stylesheet{\\s0 Normal;}{\\s1\\b\\fs28 heading 1;}{\\*\\cs10 Default Paragraph Font;}}\n"
    "{\\info{\\title Synthetic note}{\\author Nobody}{\\creatim\\yr2024\\mo3\\dy4}}\n"
    "\\paperw11900\\paperh16840\\margl1440\\margr1440\n")
BYTES = ["\\'e9", "\\'e8", "\\'fc", "\\'f6", "\\'df", "\\'92", "\\'93", "\\'94", "\\'96"]
UNICODE = ["\\u8212 -", "\\u8230 .", "\\u955 l", "\\u1046 Z", "\\u20013 ?", "\\uc0\\u8594 \\uc1 "]
FORMATS = [("\\b ", "\\b0 "), ("\\i ", "\\i0 "), ("\\ul ", "\\ulnone "), ("{\\cf1 ", "}"), ("{\\fs28\\b ", "}")]


def vocabulary(rng, size=5000):
    return ["".join(rng.choice(SYLLABLES) for _ in range(rng.choice((1, 2, 2, 3, 3, 4)))) for _ in range(size)]


def prose_paragraph(rng, words):
    """About one control word to nine words, as word processors write running text."""
    out = ["\\pard\\sa180\\ql\\f0\\fs24 "]
    for _ in range(rng.randint(40, 160)):
        word, chance = rng.choice(words), rng.random()
        if chance < 0.055:
            before, after = rng.choice(FORMATS)
            word = before + word + after
        elif chance < 0.115:
            word = word[:2] + rng.choice(BYTES) + word[2:]
        elif chance < 0.145:
            word += rng.choice(UNICODE)
        out.append(word + " ")
        if rng.random() < 0.09:
            out.append(rng.choice(("\n", ". ", ", ")))
    out.append("\\par\n")
    return "".join(out)


def dense_paragraph(rng, words):
    """Two thirds control words, as Word writes after many edits."""
    out = ["\\pard\\plain \\ltrpar\\ql \\li0\\ri0\\widctlpar\\wrapdefault\\aspalpha\\aspnum\\faauto\\adjustright"
           "\\rin0\\lin0\\itap0 \\rtlch\\fcs1 \\af0\\afs24\\alang1025 \\ltrch\\fcs0 \\fs24\\lang1033\\langfe1033 "]
    for _ in range(rng.randint(6, 24)):
        out.append("{\\rtlch\\fcs1 \\af0 \\ltrch\\fcs0 \\insrsid%d\\charrsid%d "
                   % (rng.randint(10**6, 16 * 10**6), rng.randint(10**6, 16 * 10**6)))
        for _ in range(rng.randint(1, 7)):
            word = rng.choice(words)
            chance = rng.random()
            if chance < 0.06:
                word = word[:2] + rng.choice(BYTES) + word[2:]
            elif chance < 0.08:
                word += rng.choice(UNICODE)
            out.append(word + " ")
        out.append("}")
        if rng.random() < 0.05:
            out.append('{\\field{\\*\\fldinst HYPERLINK "http://example.org/%d"}{\\fldrslt link text}}'
                       % rng.randint(1, 10**6))
        out.append("\r\n")
    out.append("\\par ")
    return "".join(out)


def big(path, megabytes, paragraph):
    rng = random.Random(7)
    words = vocabulary(rng)
    target, block, size = int(megabytes * 1e6), [], 0
    while size < min(target, 4_000_000):
        text = paragraph(rng, words)
        block.append(text)
        size += len(text)
    data = "".join(block).encode("ascii")
    with open(path, "wb") as file:
        file.write(HEADER.encode("ascii"))
        written = 0
        while written < target:
            file.write(data)
            written += len(data)
        file.write(b"}\n")


def notes(folder, count, seed=11):
    rng = random.Random(seed)
    words = vocabulary(rng)
    os.makedirs(folder, exist_ok=True)
    for number in range(count):
        target = int(2000 * 10 ** rng.random())
        paragraph = dense_paragraph if rng.random() < 0.25 else prose_paragraph
        out, size = [HEADER], len(HEADER)
        while size < target:
            text = paragraph(rng, words)
            out.append(text)
            size += len(text)
        if rng.random() < 0.04:
            out.append(picture(noise_png(rng, 24, 24)))
        out.append("}\n")
        with open(os.path.join(folder, "n%05d.rtf" % number), "wb") as file:
            file.write("".join(out).encode("ascii"))


def noise_png(rng, width, height):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    rows = b"".join(b"\0" + rng.randbytes(width * 3) for _ in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))


def picture(data, line=128):
    digits = binascii.hexlify(data).decode("ascii")
    rows = "\n".join(digits[i:i + line] for i in range(0, len(digits), line))
    return "{\\*\\shppict{\\pict\\pngblip\\picw1000\\pich750\\picwgoal5000\\pichgoal3750\n%s}}\\par\n" % rows


def pictures(path, megabytes):
    rng = random.Random(5)
    words = vocabulary(rng)
    images = [noise_png(rng, 300 + 40 * i, 260) for i in range(8)]
    target, written, number = int(megabytes * 1e6), 0, 0
    with open(path, "wb") as file:
        file.write(HEADER.encode("ascii"))
        while written < target:
            text = (prose_paragraph(rng, words) + picture(images[number % len(images)])).encode("ascii")
            number += 1
            file.write(text)
            written += len(text)
        file.write(b"}\n")
