#!/usr/bin/env python3
"""Makes Fixtures/images: small PNGs of every kind, and JPEGs through make-jpeg-fixtures.c, which it compiles.

Each picture is 40 × 24 pixels and has four quadrants, whose colours Tests/ImageCodecTests/FixturePictures.swift knows.
Run it in the repository's root. Needs a C compiler and libjpeg's headers.
"""
import os
import struct
import subprocess
import tempfile
import zlib

OUT = "Fixtures/images"
W, H = 40, 24
DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
COLORS = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)]
GREYS = [255, 0, 85, 170]
ALPHAS = [255, 170, 85, 0]


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def samples(kind, depth, quadrant):
    """The samples of a pixel, as numbers of `depth` bits."""
    top = (1 << depth) - 1
    if depth == 1:
        return [(1, 0, 0, 1)[quadrant]]
    if kind == 3:
        return [quadrant]
    color = [GREYS[quadrant]] if kind in (0, 4) else list(COLORS[quadrant])
    if kind in (4, 6):
        color.append(ALPHAS[quadrant])
    return [value * top // 255 for value in color]


def pack(values, depth):
    if depth == 16:
        return b"".join(struct.pack(">H", v) for v in values)
    bits = "".join(format(v, "0%db" % depth) for v in values)
    bits += "0" * (-len(bits) % 8)
    return bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8))


def rows(kind, depth, passes):
    for x0, y0, dx, dy in passes:
        for y in range(y0, H, dy):
            values = []
            for x in range(x0, W, dx):
                values += samples(kind, depth, (x >= W // 2) + 2 * (y >= H // 2))
            if values:
                yield b"\0" + pack(values, depth)


def png(kind, depth, interlaced=False, before=b"", after=b"", size=(W, H)):
    header = struct.pack(">IIBBBBB", *size, depth, kind, 0, 0, int(interlaced))
    data = b"".join(rows(kind, depth, ADAM7 if interlaced else [(0, 0, 1, 1)]))
    palette = b""
    if kind == 3:
        entries = COLORS if depth > 1 else [COLORS[1], COLORS[0]]
        palette = chunk(b"PLTE", b"".join(bytes(c) for c in entries))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + before + palette + after
            + chunk(b"IDAT", zlib.compress(data, 9)) + chunk(b"IEND", b""))


def write(name, data):
    with open(os.path.join(OUT, name), "wb") as file:
        file.write(data)


def exif(orientation, order):
    mark, pack_format = (b"MM", ">") if order == "big" else (b"II", "<")
    entry = struct.pack(pack_format + "HHIHH", 0x0112, 3, 1, orientation, 0)
    return mark + struct.pack(pack_format + "HI", 42, 8) + struct.pack(pack_format + "H", 1) + entry + b"\0" * 4


def pngs():
    for kind, depths in DEPTHS.items():
        for depth in depths:
            for interlaced in (False, True):
                name = "png-%d-%d%s.png" % (kind, depth, "-interlaced" if interlaced else "")
                write(name, png(kind, depth, interlaced))
    # The first quadrant's colour is transparent; a palette has alphas of its own.
    write("png-0-8-trns.png", png(0, 8, after=chunk(b"tRNS", struct.pack(">H", 255))))
    write("png-0-16-trns.png", png(0, 16, after=chunk(b"tRNS", struct.pack(">H", 65535))))
    write("png-2-8-trns.png", png(2, 8, after=chunk(b"tRNS", struct.pack(">HHH", 255, 0, 0))))
    write("png-3-2-trns.png", png(3, 2, after=chunk(b"tRNS", bytes(ALPHAS))))
    write("png-3-8-trns-interlaced.png", png(3, 8, True, after=chunk(b"tRNS", bytes(ALPHAS))))
    write("png-2-8-linear.png", png(2, 8, before=chunk(b"gAMA", struct.pack(">I", 100000))))
    write("png-0-8-linear.png", png(0, 8, before=chunk(b"gAMA", struct.pack(">I", 100000))))
    write("png-2-8-exif6.png", png(2, 8, before=chunk(b"eXIf", exif(6, "big"))))
    whole = png(2, 8)
    write("broken-truncated.png", whole[:-30])
    write("broken-crc.png", whole[:-20] + bytes([whole[-20] ^ 1]) + whole[-19:])
    write("broken-header-only.png", whole[:33])
    write("broken-lying-size.png", png(2, 8, size=(60000, 60000)))
    write("broken-lying-allowed-size.png", png(2, 8, size=(16000, 16000)))
    write("broken-zero-size.png", png(2, 8, size=(0, 24)))
    write("broken-text-bomb.png", png(2, 8, before=chunk(b"zTXt", b"a\0\0" + zlib.compress(b"\0" * (8 << 20), 9))))


def jpegs():
    with tempfile.TemporaryDirectory() as folder:
        tool = os.path.join(folder, "make")
        source = os.path.join(os.path.dirname(__file__), "make-jpeg-fixtures.c")
        subprocess.run(["cc", "-O1", "-o", tool, source, "-ljpeg"], check=True)
        subprocess.run([tool, OUT], check=True)
    with open(os.path.join(OUT, "jpeg-baseline.jpg"), "rb") as file:
        base = file.read()
    for orientation in range(1, 9):
        data = b"Exif\0\0" + exif(orientation, "big" if orientation % 2 else "little")
        segment = b"\xff\xe1" + struct.pack(">H", len(data) + 2) + data
        write("jpeg-orientation-%d.jpg" % orientation, base[:2] + segment + base[2:])
    frame = base.index(b"\xff\xc0")
    scan = base.index(b"\xff\xda")

    def claiming(width, height):
        return base[:frame + 5] + struct.pack(">HH", height, width) + base[frame + 9:]

    write("broken-lying-size.jpg", claiming(60000, 60000))
    write("broken-lying-allowed-size.jpg", claiming(16000, 16000))
    write("broken-zero-size.jpg", claiming(0, 24))
    write("broken-header-only.jpg", base[:scan])
    with open(os.path.join(OUT, "jpeg-noise.jpg"), "rb") as file:
        noise = file.read()
    start = noise.index(b"\xff\xda")
    for percent in (20, 80):
        write("broken-truncated-%d.jpg" % percent, noise[:start + (len(noise) - start) * percent // 100])
    with open(os.path.join(OUT, "jpeg-progressive.jpg"), "rb") as file:
        progressive = file.read()
    scans = [i for i in range(len(progressive)) if progressive[i:i + 2] == b"\xff\xda"]
    write("broken-truncated-progressive.jpg", progressive[:scans[0] + 16])
    write("jpeg-progressive-first-scans.jpg", progressive[:scans[3]])
    frame = progressive.index(b"\xff\xc2")
    write("broken-lying-progressive.jpg",
          progressive[:frame + 5] + struct.pack(">HH", 16000, 16000) + progressive[frame + 9:])


if __name__ == "__main__":
    os.makedirs(OUT, exist_ok=True)
    pngs()
    jpegs()
