"""Inputs of any size: a head, numbered parts, an end. Each kind yields its parts as bytes."""
import itertools
import random

import inputs

HEAD = b"{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Times;}}\n"
END = b"}\n"


def repeated(paragraph):
    """A block of seeded text again and again: fast enough for gigabytes."""
    rng = random.Random(7)
    words = inputs.vocabulary(rng)
    block = "".join(paragraph(rng, words) for _ in range(2000)).encode("ascii")
    return HEAD, itertools.repeat(block), END


def numbered(part):
    def kind():
        return HEAD, (part(number) for number in itertools.count(1)), END
    return kind


def table_of(opening, entry, closing, use):
    """A table in the head with as many entries as the text then refers to; the parts are told their number."""
    def kind(count):
        entries = b"".join(entry(number) for number in range(1, count + 1))
        return HEAD + opening + entries + closing, (use(number) for number in range(1, count + 1)), END
    kind.counts = True
    return kind


def pictures():
    rng = random.Random(5)
    return HEAD, (inputs.picture(inputs.noise_png(rng, 60, 40)).encode("ascii") for _ in itertools.count()), END


def one_paragraph():
    rng = random.Random(7)
    words = inputs.vocabulary(rng)
    return HEAD, itertools.repeat((" ".join(rng.choice(words) for _ in range(100_000)) + " ").encode("ascii")), END


def one(opening, closing=b""):
    """Text without end in something that opens once."""
    def kind():
        head, parts, end = one_paragraph()
        return head + opening, parts, closing + end
    return kind


def depth(count):
    """Groups in groups, with text and formatting on every level."""
    def parts():
        yield from (b"{\\b a\\i b " for _ in range(count))
        yield b"}" * count
    return HEAD, parts(), END


depth.counts = True


def open_fields(count):
    """Fields in the results of fields."""
    def parts():
        yield from (b"{\\field{\\*\\fldinst HYPERLINK \"http://example.org/%d\"}{\\fldrslt a " % n for n in range(count))
        yield b"}}" * count
    return HEAD, parts(), END


open_fields.counts = True

LIST = (b"{\\list\\listtemplateid%d{\\listlevel\\levelnfc0\\levelstartat1{\\leveltext\\'02\\'00.;}{\\levelnumbers\\'01;}}"
        b"\\listid%d}")

KINDS = {
    "prose": lambda: repeated(inputs.prose_paragraph),
    "word-like": lambda: repeated(inputs.dense_paragraph),
    "one paragraph": one_paragraph,
    "depth": depth,
    "tables": numbered(lambda n: b"\\trowd\\cellx2000\\cellx4000\\cellx6000\\pard\\intbl a%d\\cell b\\cell c\\cell\\row\n" % n
                       + (b"\\pard between\\par\n" if n % 20 == 0 else b"")),
    "nested tables": numbered(
        lambda n: b"\\pard\\intbl\\itap2 in%d\\nestcell x\\nestcell{\\*\\nesttableprops\\trowd\\cellx500\\cellx900\\nestrow}"
                  b"\\pard\\intbl out\\cell\\trowd\\cellx2000\\row\n" % n),
    "one table": numbered(lambda n: b"\\trowd\\cellx2000\\cellx4000\\pard\\intbl a%d\\cell b\\cell\\row\n" % n),
    "items": numbered(lambda n: b"{\\pntext %d.\\tab}\\pard{\\*\\pn\\pnlvlbody\\pndec\\pnstart1{\\pntxta .}}item\\par\n" % n),
    "lists": numbered(
        lambda n: b"{\\*\\listtable" + LIST % (n, n) + b"}{\\*\\listoverridetable{\\listoverride\\listid%d"
                  b"\\listoverridecount0\\ls%d}}\\pard\\ls%d item\\par\n" % (n, n, n)),
    "list table": table_of(
        b"", lambda n: b"{\\*\\listtable" + LIST % (n, n) + b"}{\\*\\listoverridetable{\\listoverride\\listid%d"
                       b"\\listoverridecount0\\ls%d}}" % (n, n), b"\n", lambda n: b"\\pard\\ls%d item\\par\n" % n),
    "pictures": pictures,
    "fields": numbered(lambda n: b"see {\\field{\\*\\fldinst HYPERLINK \"http://example.org/%d\"}{\\fldrslt page %d}}"
                                 b" and {\\field{\\*\\fldinst PAGE}{\\fldrslt %d}}\\par\n" % (n, n, n)),
    "bookmarks": numbered(lambda n: b"{\\*\\bkmkstart b%d}text{\\*\\bkmkend b%d}\\par\n" % (n, n)),
    "notes": numbered(lambda n: b"word\\chftn{\\footnote\\chftn\\pard note %d}"
                                b"{\\*\\atnid AB}{\\*\\atnauthor Ann}\\chatn{\\*\\annotation\\pard remark %d}\\par\n" % (n, n)),
    "tracked changes": numbered(lambda n: b"kept {\\revised\\revauth1\\revdttm%d new }{\\deleted\\revauth1 old }\\par\n"
                                          % (n % 2**28)),
    "colours": table_of(b"{\\colortbl;", lambda n: b"\\red%d\\green%d\\blue%d;" % (n >> 16 & 255, n >> 8 & 255, n & 255),
                        b"}\n", lambda n: b"{\\cf%d text}\\par\n" % n),
    "fonts": table_of(b"{\\fonttbl", lambda n: b"{\\f%d Font %d;}" % (n, n), b"}\n", lambda n: b"{\\f%d text}\\par\n" % n),
    "styles": table_of(b"{\\stylesheet", lambda n: b"{\\s%d Style %d;}" % (n, n), b"}\n",
                       lambda n: b"\\pard\\s%d text\\par\n" % n),
    "font tables": numbered(lambda n: b"{\\fonttbl{\\f%d Font %d;}}{\\f%d text}\\par\n" % (n, n, n)),
    "style sheets": numbered(lambda n: b"{\\stylesheet{\\s%d Style %d;}}\\pard\\s%d text\\par\n" % (n, n, n)),
    "one cell": one(b"\\trowd\\cellx2000\\pard\\intbl ", b"\\cell\\row"),
    "one note": one(b"word{\\footnote ", b"}"),
    "one text box": one(b"word{\\shp{\\*\\shpinst{\\shptxt ", b"}}}\\par"),
    "text boxes": numbered(lambda n: b"word{\\shp{\\*\\shpinst{\\shptxt %d}}}\n" % n),
    "hidden text": one(b"{\\v ", b"}"),
    "one marker": one(b"{\\listtext ", b"}item\\par"),
    "one instruction": one(b"{\\field{\\*\\fldinst INCLUDEPICTURE ", b"}{\\fldrslt x}}"),
    "open fields": open_fields,
    "one picture": lambda: (HEAD + b"{\\pict\\pngblip ", itertools.repeat(b"89504e470d0a1a0a\n" * 4096), b"}" + END),
    "one object": lambda: (HEAD + b"{\\object{\\*\\objdata ", itertools.repeat(b"89504e470d0a1a0a\n" * 4096), b"}}" + END),
    "passed over": one(b"{\\*\\unknown ", b"}"),
    "two branches": one(b"{\\upr{", b"}{\\*\\ud{b}}}"),
    "cut off": lambda: (HEAD + b"{", one_paragraph()[1], b"\\'zz"),
    "tab stops": numbered(lambda n: b"\\pard\\tx%d\\tx%d a\\tab b\\par\n" % (n, 2 * n)),
}


def write(name, path, size):
    """Writes an input of about `size` bytes; the same bytes each time."""
    kind = KINDS[name]
    if not getattr(kind, "counts", False):
        return _write(path, size, *kind())
    # How many parts make the size is measured on a small one.
    sample = sum(len(part) for part in _parts(kind(1000)))
    return _write(path, float("inf"), *kind(max(1, round(1000 * size / sample))))


def _parts(made):
    head, parts, end = made
    yield head
    yield from parts
    yield end


def _write(path, size, head, parts, end):
    with open(path, "wb") as file:
        written = file.write(head)
        for part in parts:
            if written >= size:
                break
            written += file.write(part)
        file.write(end)
