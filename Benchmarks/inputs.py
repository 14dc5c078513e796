"""Generates benchmark inputs. The same seed gives the same bytes on every machine."""
import binascii
import os
import random
import struct
import subprocess
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


def picture(data, line=128, kind="png"):
    digits = binascii.hexlify(data).decode("ascii")
    rows = "\n".join(digits[i:i + line] for i in range(0, len(digits), line))
    return "{\\*\\shppict{\\pict\\%sblip\\picw1000\\pich750\\picwgoal5000\\pichgoal3750\n%s}}\\par\n" % (kind, rows)


def pictures(path, megabytes, distinct=False):
    """Text with pictures: eight that come again and again, or no two alike."""
    rng = random.Random(5)
    words = vocabulary(rng)
    images = [noise_png(rng, 300 + 40 * i, 260) for i in range(8)]
    target, written, number = int(megabytes * 1e6), 0, 0
    with open(path, "wb") as file:
        file.write(HEADER.encode("ascii"))
        while written < target:
            image = noise_png(rng, 300 + 40 * (number % 8), 260) if distinct else images[number % 8]
            text = (prose_paragraph(rng, words) + picture(image)).encode("ascii")
            number += 1
            file.write(text)
            written += len(text)
        file.write(b"}\n")


def equal_notes(folder, count, size):
    """Notes of about the same size, all different."""
    rng = random.Random(13)
    words = vocabulary(rng)
    os.makedirs(folder)
    for number in range(count):
        out, length = [HEADER], 0
        while length < size:
            text = prose_paragraph(rng, words)
            out.append(text)
            length += len(text)
        with open(os.path.join(folder, "n%05d.rtf" % number), "wb") as file:
            file.write("".join(out + ["}\n"]).encode("ascii"))


def photos(folder, suffix, count):
    """Photographs' size and grain: JPEG of 12 megapixels, PNG of 8 (needs ImageMagick)."""
    os.makedirs(folder)
    small, large, rest = (("1000x750", "4000x3000!", ["-attenuate", "0.7"]) if suffix == "jpg"
                          else ("820x610", "3280x2440!", ["-attenuate", "0.05"]))
    for number in range(count):
        subprocess.run(
            ["convert", "-seed", str(number), "-size", small, "plasma:fractal", "-resize", large, *rest, "+noise",
             "Gaussian", "-sampling-factor", "4:2:0", "-quality", "88", "-depth", "8",
             os.path.join(folder, f"p{number:03}.{suffix}")], check=True)


def album(path, folder):
    """An RTF file of the pictures in a folder."""
    with open(path, "wb") as file:
        file.write(HEADER.encode("ascii"))
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), "rb") as image:
                kind = "jpeg" if name.endswith("jpg") else "png"
                file.write(picture(image.read(), kind=kind).encode("ascii"))
        file.write(b"}\n")
