#!/usr/bin/env python3
"""Makes the pictures in Fixtures/images that not every browser shows: GIF, TIFF, WebP, bitmaps and metafiles.

The bitmaps have the pixels of make-image-fixtures.py: 40 × 24, four quadrants. Each metafile draws a red box, a green
line, a blue circle, a Greek letter of the Symbol font and a bitmap of 2 × 2 pixels. Run it in the repository's root. Needs
Pillow.
"""
import struct

from PIL import Image

OUT = "Fixtures/images/"
W, H = 40, 24
COLORS = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)]


def color(x, y):
    return COLORS[(x >= W // 2) + 2 * (y >= H // 2)]


def write(name, data):
    with open(OUT + name, "wb") as file:
        file.write(data)


def rasters():
    picture = Image.new("RGB", (W, H))
    picture.putdata([color(x, y) for y in range(H) for x in range(W)])
    for coding in ["raw", "tiff_lzw", "tiff_adobe_deflate", "packbits"]:
        picture.save(OUT + f"tiff-{coding.split('_')[-1]}.tif", compression=coding)
    turned = picture.transpose(Image.Transpose.ROTATE_90)
    turned.save(OUT + "tiff-orientation-6.tif", tiffinfo={274: 6})
    alpha = picture.convert("RGBA")
    alpha.putalpha(Image.new("L", (W, H), 128))
    alpha.save(OUT + "tiff-alpha.tif")
    picture.save(OUT + "gif-plain.gif", interlace=0)
    picture.save(OUT + "gif-interlaced.gif", interlace=1)
    palette = picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=4)
    white = palette.getpixel((W - 1, H - 1))
    palette.save(OUT + "gif-transparent.gif", transparency=white, interlace=0)
    picture.save(OUT + "webp-lossless.webp", lossless=True)
    picture.save(OUT + "webp-lossy.webp", quality=90)


def header(bits, coding=0, colors=0, height=H, size=0):
    return struct.pack("<IiiHHIIiiII", 40, W, height, 1, bits, coding, size, 2835, 2835, colors, 0)


def bitmap(name, head, table, pixels):
    """A BMP file, and the same without its file header."""
    body = head + table + pixels
    offset = 14 + len(head) + len(table)
    write(f"bmp-{name}.bmp", b"BM" + struct.pack("<IHHI", 14 + len(body), 0, 0, offset) + body)
    write(f"dib-{name}.dib", body)


def rows(pixel, bits, top_down=False):
    data = b""
    for y in range(H) if top_down else reversed(range(H)):
        number = 0
        for x in range(W):
            number = number << bits | pixel(x, y)
        size = (W * bits + 31) // 32 * 4
        data += (number << (size * 8 - W * bits)).to_bytes(size, "big")
    return data


def bitmaps():
    table = b"".join(bytes([b, g, r, 0]) for r, g, b in COLORS)
    index = lambda x, y: COLORS.index(color(x, y))
    for bits in [4, 8]:
        bitmap(str(bits), header(bits, colors=4), table, rows(index, bits))
    bgr = lambda x, y: int.from_bytes(bytes(reversed(color(x, y))), "big")
    bitmap("24", header(24), b"", rows(bgr, 24))
    bitmap("24-top-down", header(24, height=-H), b"", rows(bgr, 24, True))
    bitmap("32", header(32), b"", rows(lambda x, y: bgr(x, y) << 8, 32))
    def five(x, y):
        r, g, b = color(x, y)
        return struct.unpack(">H", struct.pack("<H", r >> 3 << 10 | g >> 3 << 5 | b >> 3))[0]
    bitmap("16", header(16), b"", rows(five, 16))
    def masked(x, y):
        r, g, b = color(x, y)
        return struct.unpack(">H", struct.pack("<H", r >> 3 << 11 | g >> 2 << 5 | b >> 3))[0]
    bitmap("16-masks", header(16, coding=3), struct.pack("<III", 0xF800, 0x07E0, 0x1F), rows(masked, 16))
    runs = b""
    for y in reversed(range(H)):
        runs += bytes([W // 2, index(0, y), W // 2, index(W - 1, y), 0, 0])
    bitmap("runs-8", header(8, 1, 4, size=len(runs) + 2), table, runs + b"\0\1")
    runs = b""
    for y in reversed(range(H)):
        left, right = index(0, y) * 17, index(W - 1, y) * 17
        runs += bytes([W // 2, left, 0, W // 2] + [right] * (W // 4) + [0, 0])
    bitmap("runs-4", header(4, 2, 4, size=len(runs) + 2), table, runs + b"\0\1")


SMALL = struct.pack("<IiiHHIIiiII", 40, 2, 2, 1, 24, 0, 0, 0, 0, 0, 0) + bytes(
    [255, 0, 0, 255, 255, 255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0])


def wmf():
    records = []
    def record(function, *words, data=b""):
        body = b"".join(struct.pack("<h" if word < 0 else "<H", word) for word in words) + data
        body += b"\0" * (len(body) % 2)
        records.append(struct.pack("<IH", 3 + len(body) // 2, function) + body)
    record(0x020B, 0, 0)
    record(0x020C, 600, 800)
    record(0x02FC, 0, data=struct.pack("<IH", 0x0000FF, 0))
    record(0x02FA, 1, 10, 0, data=struct.pack("<I", 0x00FF00))
    record(0x02FB, -80, 0, 0, 0, 400, data=struct.pack("<8B", 0, 0, 0, 2, 0, 0, 0, 0) + b"Symbol".ljust(32, b"\0"))
    record(0x012D, 0)
    record(0x041B, 200, 300, 100, 100)
    record(0x012D, 1)
    record(0x0214, 300, 50)
    record(0x0213, 300, 750)
    record(0x02FC, 0, data=struct.pack("<IH", 0xFF0000, 0))
    record(0x012D, 3)
    record(0x0418, 500, 300, 400, 200)
    record(0x012D, 2)
    record(0x0521, 1, data=b"D\0" + struct.pack("<hh", 400, 400))
    record(0x0F43, 0x0020, 0x00CC, 0, 2, 2, 0, 0, 100, 100, 400, 600, data=SMALL)
    record(0)
    size = 9 + sum(len(r) for r in records) // 2
    largest = max(len(r) for r in records) // 2
    plain = struct.pack("<HHHIHIH", 1, 9, 0x300, size, 4, largest, 0) + b"".join(records)
    write("drawing.wmf", plain)
    placeable = struct.pack("<IHhhhhHI", 0x9AC6CDD7, 0, 0, 0, 800, 600, 200, 0)
    check = 0
    for (word,) in struct.iter_unpack("<H", placeable):
        check ^= word
    write("drawing-placeable.wmf", placeable + struct.pack("<H", check) + plain)


def emf():
    records = []
    def record(kind, *numbers, data=b""):
        body = b"".join(struct.pack("<i" if n < 0 else "<I", n) for n in numbers) + data
        body += b"\0" * (-len(body) % 4)
        records.append(struct.pack("<II", kind, 8 + len(body)) + body)
    record(17, 8)
    record(9, 800, 600)
    record(11, 400, 300)
    record(39, 1, 0, 0x0000FF, 0)
    record(38, 2, 1, 10, 0, 0x00FF00)
    record(82, 3, -80, 0, 0, 0, 400, data=struct.pack("<8B", 0, 0, 0, 2, 0, 0, 0, 0)
           + "Symbol".encode("utf-16-le").ljust(64, b"\0"))
    record(37, 1)
    record(43, 100, 100, 300, 200)
    record(37, 2)
    record(27, 50, 300)
    record(54, 750, 300)
    record(39, 4, 0, 0xFF0000, 0)
    record(37, 4)
    record(42, 200, 400, 300, 500)
    record(37, 3)
    record(84, 0, 0, 0, 0, 2, 0, 0, 400, 400, 1, 76, 0, 0, 0, 0, 0, 80,
           data="D".encode("utf-16-le") + b"\0\0" + struct.pack("<i", 60))
    record(81, 0, 0, 0, 0, 600, 400, 0, 0, 2, 2, 80, 40, 120, 16, 0, 0x00CC0020, 100, 100, data=SMALL)
    record(59)
    record(27, 500, 500)
    record(88, 0, 0, 0, 0, 3, data=struct.pack("<6h", 550, 450, 600, 550, 650, 500))
    record(61)
    record(60)
    record(62, 0, 0, 0, 0)
    record(14, 0, 16, 20)
    body = b"".join(records)
    head = struct.pack("<II4i4iIIIIHHIII2i2i", 1, 88, 0, 0, 399, 299, 0, 0, 10583, 7938, 0x464D4520, 0x10000,
                       88 + len(body), len(records) + 1, 5, 0, 0, 0, 0, 1000, 750, 264, 198)
    write("drawing.emf", head.ljust(88, b"\0") + body)


def emf_plus():
    """A metafile that draws by EMF+ records alone."""
    records = b""
    def record(kind, flags, fmt="", *values, data=b""):
        nonlocal records
        body = struct.pack("<" + fmt, *values) + data
        padded = body + b"\0" * (-len(body) % 4)
        records += struct.pack("<HHII", kind, flags, 12 + len(padded), len(body)) + padded
    def thing(kind, number, fmt, *values, data=b""):
        record(0x4008, kind << 8 | number, "I" + fmt, 0xDBC01002, *values, data=data)
    record(0x4001, 0, "4I", 0xDBC01002, 0, 96, 96)
    record(0x4030, 2, "f", 1)
    record(0x402E, 0, "ff", 0.5, 0.5)
    record(0x400A, 0xC000, "II4h", 0xFFFF0000, 1, 100, 100, 200, 100)
    thing(2, 0, "4If3I", 0, 0x20, 0, 10, 1, 0xDBC01002, 0, 0xFF00FF00)
    record(0x400D, 0x4000, "I4h", 2, 50, 300, 750, 300)
    record(0x400E, 0x8000, "I4f", 0xFF0000FF, 200, 400, 100, 100)
    thing(6, 1, "f4I", 80, 2, 0, 0, 6, data="Symbol".encode("utf-16-le"))
    thing(7, 2, "4I", 0, 0, 0, 0)
    record(0x401C, 0x8001, "3I4f", 0xFF000000, 2, 1, 400, 400, 100, 100, data="D".encode("utf-16-le"))
    record(0x4036, 0x8001, "4I", 0xFF000000, 1, 0, 1, data="D".encode("utf-16-le") + struct.pack("<ff", 500, 400))
    picture = struct.pack("<8I", 0xDBC01002, 1, 2, 2, 8, 0x26200A, 0, 0xFF000000) + struct.pack("<3I", *[0xFFFFFFFF] * 3)
    for start in range(0, len(picture), 20):
        part = picture[start:start + 20]
        record(0x4008, 0x8503, "I", len(picture), data=part)
    record(0x401A, 0x4003, "II4f4h", 0, 2, 0, 0, 2, 2, 600, 400, 100, 100)
    record(0x401B, 0x4003, "II4fI6h", 0, 2, 0, 0, 2, 2, 3, 600, 100, 700, 100, 620, 200)
    triangle = struct.pack("<3I6h4B", 0xDBC01002, 3, 0x4000, 500, 500, 600, 550, 650, 500, 0, 1, 0x81, 0)
    thing(3, 4, "", data=triangle[4:])
    thing(1, 5, "3I4f4I", 4, 0, 0, 500, 500, 150, 50, 0xFFFF00FF, 0x80FFFF00, 0, 0)
    record(0x4014, 4, "I", 5)
    thing(1, 6, "4I", 1, 12, 0xFF000000, 0xFFFFFFFF)
    thing(4, 7, "3I4f2I", 2, 4, 0x10000000, 0, 0, 800, 600, 0x10000001, len(triangle), data=triangle)
    record(0x4025, 0, "I", 1)
    record(0x4034, 0x0107)
    record(0x4018, 0x4000, "f3I6h", 0.5, 0, 2, 3, 0, 500, 100, 550, 200, 500)
    record(0x4010, 0, "I6f", 6, 0, 90, 0, 0, 80, 80)
    record(0x4026, 0, "I", 1)
    record(0x4002, 0)
    comment = struct.pack("<I4s", 4 + len(records), b"EMF+") + records
    body = struct.pack("<II", 70, 8 + len(comment)) + comment + struct.pack("<5I", 14, 20, 0, 16, 20)
    head = struct.pack("<II4i4iIIIIHHIII2i2i", 1, 88, 0, 0, 399, 299, 0, 0, 10583, 7938, 0x464D4520, 0x10000,
                       88 + len(body), 3, 1, 0, 0, 0, 0, 1000, 750, 264, 198)
    write("drawing-plus.emf", head.ljust(88, b"\0") + body)


def pict():
    data = struct.pack(">H4h", 0, 0, 0, 300, 400) + b"\x00\x11\x02\xff"
    data += struct.pack(">H", 0x0C00) + bytes(24)
    def code(number, body=b""):
        nonlocal data
        data += struct.pack(">H", number) + body + b"\0" * (len(body) % 2)
    code(0x1A, struct.pack(">3H", 0xFFFF, 0, 0))
    code(0x31, struct.pack(">4h", 50, 50, 100, 150))
    code(0x1A, struct.pack(">3H", 0, 0xFFFF, 0))
    code(0x20, struct.pack(">4h", 150, 25, 150, 375))
    code(0x1A, struct.pack(">3H", 0, 0, 0xFFFF))
    code(0x51, struct.pack(">4h", 200, 100, 250, 150))
    code(0x2C, struct.pack(">HH", 9, 23) + b"\x06Symbol")
    code(0x03, struct.pack(">H", 23))
    code(0x0D, struct.pack(">H", 40))
    code(0x28, struct.pack(">hh", 240, 200) + b"\x01D")
    rows = [bytes([1, 0, 1, 0] * 2), bytes([0, 1, 0, 1] * 2)]
    table = struct.pack(">IHH", 0, 0, 1) + struct.pack(">4H", 0, 0xFFFF, 0, 0) + struct.pack(">4H", 1, 0, 0, 0xFFFF)
    pixmap = struct.pack(">H4h", 0x8008, 0, 0, 2, 8) + struct.pack(">HHIIIHHHHIII", 0, 0, 0, 72 << 16, 72 << 16, 0, 8,
                                                                   1, 8, 0, 0, 0)
    packed = b"".join(bytes([9, 7]) + row for row in rows)
    code(0x98, pixmap + table + struct.pack(">8hH", 0, 0, 2, 8, 200, 300, 250, 350, 0) + packed)
    data += b"\x00\xff"
    write("drawing.pict", data)
    write("drawing-file.pict", bytes(512) + data)


if __name__ == "__main__":
    rasters()
    bitmaps()
    wmf()
    emf()
    emf_plus()
    pict()
