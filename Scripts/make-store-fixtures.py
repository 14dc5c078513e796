#!/usr/bin/env python3
"""Makes Fixtures/stores: a store as Core Data writes it, and one as Apple Notes does, both small and made up.

The forms were decoded from stores; nothing here comes from one. The same bytes each time, as far as SQLite allows.
"""
import gzip
import os
import plistlib
import shutil
import sqlite3
import struct
import zlib
from plistlib import UID

OUT = os.path.join(os.path.dirname(__file__), "..", "Fixtures", "stores")


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


PNG = (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
       + chunk(b"IDAT", zlib.compress(b"\0\xe0\xa0\x20")) + chunk(b"IEND", b""))
TYPES = {"string": (700, "VARCHAR"), "date": (900, "TIMESTAMP"), "binary": (1000, "BLOB"), "uuid": (1100, "BLOB"),
         "boolean": (800, "INTEGER"), "int": (300, "INTEGER"), "double": (500, "FLOAT")}


class Archive:
    """A keyed archive."""

    def __init__(self):
        self.objects = ["$null"]
        self.classes = {}

    def add(self, value):
        self.objects.append(value)
        return UID(len(self.objects) - 1)

    def object(self, names, **properties):
        if names not in self.classes:
            chain = names.split() + ["NSObject"]
            self.classes[names] = self.add({"$classname": chain[0], "$classes": chain})
        return self.add({**{k.replace("_", "."): v for k, v in properties.items()}, "$class": self.classes[names]})

    def dictionary(self, pairs):
        return self.object("NSDictionary", NS_keys=[self.add(k) for k, _ in pairs], NS_objects=[v for _, v in pairs])

    def bytes(self, root):
        return plistlib.dumps({"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": root},
                               "$objects": self.objects}, fmt=plistlib.FMT_BINARY, sort_keys=False)


def model(entities):
    """The archive of a model, in a raw deflate stream."""
    a = Archive()
    root = []
    for name, attributes, relations in entities:
        properties = []
        for key, kind, external in attributes:
            properties.append((key, a.object("NSAttributeDescription NSPropertyDescription", NSPropertyName=a.add(key),
                                             NSAttributeType=TYPES[kind][0], NSIsOptional=True,
                                             NSFlagsKey=4 if external else 0)))
        for key, target, inverse, many in relations:
            o = {"NSPropertyName": a.add(key), "NSMaxCount": 0 if many else 1, "NSDeleteRule": 1, "NSIsOptional": True}
            uid = a.object("NSRelationshipDescription NSPropertyDescription", **o)
            a.objects[uid.data]["_NSDestinationEntityName"] = a.add(target)
            a.objects[uid.data]["_NSInverseRelationshipName"] = a.add(inverse)
            properties.append((key, uid))
        root.append((name, a.object("NSEntityDescription", NSEntityName=a.add(name),
                                    NSProperties=a.dictionary(properties))))
    top = a.object("NSManagedObjectModel", NSEntities=a.dictionary(root))
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(a.bytes(top)) + packer.flush()


def attributed(text, bold):
    """An attributed string whose first units are bold."""
    a = Archive()
    fonts = [a.dictionary([("NSFont", a.object("NSFont", NSName=a.add(n), NSSize=12.0, NSfFlags=16))])
             for n in ("Helvetica-Bold", "Helvetica")]
    info = bytes([bold, 0, len(text.encode("utf-16-le")) // 2 - bold, 1])
    return a.bytes(a.object(
        "NSMutableAttributedString NSAttributedString", NSString=a.add(text),
        NSAttributes=a.object("NSArray", NS_objects=fonts), NSAttributeInfo=a.add(info)))


def typed(text):
    """A typed stream of an attributed string without attributes."""
    raw = text.encode()
    return (b"\x04\x0bstreamtyped\x81\xe8\x03\x84\x01@\x84\x84\x84\x12NSAttributedString\0\x84\x84\x08NSObject\0\x85"
            b"\x92\x84\x84\x84\x08NSString\x01\x94\x84\x01+" + bytes([len(raw)]) + raw + b"\x86\x84\x02iI\x01"
            + bytes([len(text)]) + b"\x92\x84\x84\x84\x0cNSDictionary\0\x94\x84\x01i\0\x86\x86")


def begin(path, names, plist):
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)")
    db.execute("CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)")
    db.execute("INSERT INTO Z_METADATA VALUES (1, '11111111-2222-3333-4444-555555555555', ?)",
               (plistlib.dumps(plist, fmt=plistlib.FMT_BINARY),))
    for number, (name, parent) in enumerate(names, 1):
        db.execute("INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, 0)", (number, name, parent))
    return db


def core_data():
    os.makedirs(OUT + "/garden/.Garden_SUPPORT/_EXTERNAL_DATA")
    entities = [
        ("Folder", [("name", "string", False)],
         [("notes", "Note", "folder", True), ("parent", "Folder", "children", False), ("children", "Folder", "parent", True)]),
        ("Keyword", [("name", "string", False), ("red", "double", False), ("green", "double", False), ("blue", "double", False)],
         [("notes", "Note", "keywords", True)]),
        ("Note", [("body", "binary", False), ("created", "date", False), ("isFavorite", "boolean", False),
                  ("photo", "binary", True), ("status", "string", False), ("title", "string", False), ("uuid", "uuid", False),
                  ("weather", "string", False)],
         [("folder", "Folder", "notes", False), ("keywords", "Keyword", "notes", True), ("linkedNotes", "Note", "backNotes", True),
          ("backNotes", "Note", "linkedNotes", True)]),
    ]
    db = begin(OUT + "/garden/Garden.sqlite", [(e[0], 0) for e in entities],
               {"NSPersistenceFrameworkVersion": 1340, "NSStoreModelVersionIdentifiers": ["1"]})
    db.execute("CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)")
    db.execute("INSERT INTO Z_MODELCACHE VALUES (?)", (model(entities),))
    db.executescript("""
      CREATE TABLE ZFOLDER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPARENT INTEGER, ZNAME VARCHAR);
      CREATE TABLE ZKEYWORD (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZRED FLOAT, ZGREEN FLOAT, ZBLUE FLOAT,
        ZNAME VARCHAR);
      CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFOLDER INTEGER, ZISFAVORITE INTEGER,
        ZCREATED TIMESTAMP, ZBODY BLOB, ZPHOTO BLOB, ZSTATUS VARCHAR, ZTITLE VARCHAR, ZUUID BLOB, ZWEATHER VARCHAR);
      CREATE TABLE Z_3BACKNOTES (Z_3BACKNOTES INTEGER, Z_3LINKEDNOTES INTEGER);
      CREATE TABLE Z_2NOTES (Z_2KEYWORDS INTEGER, Z_3NOTES INTEGER);
      INSERT INTO ZFOLDER VALUES (1, 1, 1, NULL, 'Garden'), (2, 1, 1, 1, 'Bees');
      INSERT INTO ZKEYWORD VALUES (1, 2, 1, 1, 0.5, 0, 'spring'), (2, 2, 1, NULL, NULL, NULL, 'money');
      INSERT INTO Z_3BACKNOTES VALUES (1, 2), (1, 3);
      INSERT INTO Z_2NOTES VALUES (1, 1), (2, 1), (1, 2);
    """)
    bodies = [
        b"{\\rtf1\\ansi\\ansicpg1252\\cocoartf2761 The hives woke {\\b early} this year.}",
        attributed("Queens\nTwo queens were marked.", 6),
        typed("What the nursery charges."),
        b"<html><body><p>Sow <b>peas</b> first.</p></body></html>",
        b"\x00\x01 no text",
    ]
    titles = ["Hives", "Queens", "Bill", "Beds", "Broken"]
    photos = [b"\x02AAAAAAAA-BBBB-CCCC-DDDD-EEEEEEEEEEEE\0", b"\x01" + PNG, b"\x0200000000-0000-0000-0000-000000000000\0", None, None]
    for i, (title, body, photo) in enumerate(zip(titles, bodies, photos), 1):
        db.execute("INSERT INTO ZNOTE VALUES (?, 3, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                   (i, [2, 2, 1, 1, None][i - 1], int(i == 1), 700000000 + i * 86400.5, body, photo,
                    ["Draft", "Review", None, "archived", "?"][i - 1], title, bytes([i] * 16), "sunny" if i == 4 else None))
    db.commit()
    db.close()
    with open(OUT + "/garden/.Garden_SUPPORT/_EXTERNAL_DATA/AAAAAAAA-BBBB-CCCC-DDDD-EEEEEEEEEEEE", "wb") as f:
        f.write(PNG)


def varint(n):
    n &= 2**64 - 1
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    return bytes(out) + bytes([n])


def number(field, value): return varint(field << 3) + varint(value)
def part(field, value): return varint(field << 3 | 2) + varint(len(value)) + value
def text(field, value): return part(field, value.encode())
def packed(string): return gzip.compress(number(1, 0) + part(2, number(1, 0) + part(3, string)), 6, mtime=0)


def string(runs):
    """A text of runs: words, the number of a style or None, and further fields."""
    whole = text(2, "".join(r[0] for r in runs))
    for words, style, *rest in runs:
        paragraph = b"" if style is None else number(1, style)
        extra = b"".join(rest)
        if style == 103:
            paragraph += part(5, number(2, 1))
        whole += part(5, number(1, len(words.encode("utf-16-le")) // 2) + (part(2, paragraph) if paragraph else b"") + extra)
    return whole


def table(cells):
    keys = ["crRows", "crColumns", "cellColumns", "UUIDIndex"]
    ids, objects = [], [b""]

    def put(o):
        objects.append(o)
        return len(objects) - 1

    def new():
        ids.append(bytes([len(ids) + 1] * 16))
        return len(ids) - 1

    def ref(i): return number(6, i)
    def uid(i): return put(part(13, number(1, 1) + part(3, number(1, 3) + part(2, number(2, i)))))
    def element(k, v): return part(1, part(1, ref(k)) + part(2, ref(v)))

    def ordered(count):
        content = [new() for _ in range(count)]
        places = [new() for _ in range(count)]
        array = part(1, b"".join(part(2, number(1, i) + part(2, ids[p])) for i, p in enumerate(places)))
        pairs = b"".join(element(uid(p), uid(c)) for p, c in zip(places, content))
        present = b"".join(element(uid(p), uid(p)) for p in places)
        return put(part(16, part(1, array + part(2, pairs)) + part(2, present))), content

    rows, row_ids = ordered(len(cells))
    columns, column_ids = ordered(len(cells[0]))
    outer = b""
    for j, c in enumerate(column_ids):
        inner = b"".join(element(uid(r), put(part(10, string([(cells[i][j], None)])))) for i, r in enumerate(row_ids))
        outer += element(uid(c), put(part(6, inner)))
    content = put(part(6, outer))
    objects[0] = part(13, number(1, 0) + b"".join(
        part(3, number(1, k) + part(2, ref(v))) for k, v in ((0, rows), (1, columns), (2, content))))
    return packed(b"".join(part(3, o) for o in objects) + b"".join(text(4, k) for k in keys)
                  + text(5, "com.apple.notes.ICTable") + text(5, "com.apple.CRDT.NSUUID")
                  + b"".join(part(6, i) for i in ids))


def apple_notes():
    media = OUT + "/applenotes/Accounts/LocalAccount/Media/MEDIA-1/1_GEN"
    os.makedirs(media)
    with open(media + "/bee.png", "wb") as f:
        f.write(PNG)
    names = [("ICCloudSyncingObject", 0), ("ICAccount", 1), ("ICAttachment", 1), ("ICFolder", 1), ("ICHashtag", 1),
             ("ICInlineAttachment", 1), ("ICMedia", 1), ("ICNote", 1), ("ICNoteData", 0)]
    db = begin(OUT + "/applenotes/NoteStore.sqlite", names, {"NSPersistenceFrameworkVersion": 1414})
    db.execute("""CREATE TABLE ZICCLOUDSYNCINGOBJECT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
      ZIDENTIFIER VARCHAR, ZNAME VARCHAR, ZACCOUNT INTEGER, ZACCOUNT7 INTEGER, ZFOLDER INTEGER, ZFOLDERTYPE INTEGER, ZPARENT INTEGER,
      ZTITLE VARCHAR, ZTITLE1 VARCHAR, ZTITLE2 VARCHAR, ZCREATIONDATE3 TIMESTAMP, ZMODIFICATIONDATE1 TIMESTAMP,
      ZISPINNED INTEGER, ZISPASSWORDPROTECTED INTEGER, ZMARKEDFORDELETION INTEGER, ZPASSWORDHINT VARCHAR, ZNOTE INTEGER,
      ZNOTE1 INTEGER, ZMEDIA INTEGER, ZTYPEUTI VARCHAR, ZTYPEUTI1 VARCHAR, ZALTTEXT VARCHAR,
      ZTOKENCONTENTIDENTIFIER VARCHAR, ZDISPLAYTEXT VARCHAR, ZSTANDARDIZEDCONTENT VARCHAR, ZFILENAME VARCHAR,
      ZGENERATION1 VARCHAR, ZMERGEABLEDATA1 BLOB)""")
    db.execute("CREATE TABLE ZICNOTEDATA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNOTE INTEGER, ZDATA BLOB)")
    keys = [0]

    def add(entity, **values):
        keys[0] += 1
        values = {"Z_PK": keys[0], "Z_ENT": entity, **{"Z" + k: v for k, v in values.items()}}
        db.execute(f"INSERT INTO ZICCLOUDSYNCINGOBJECT ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})",
                   list(values.values()))
        return keys[0]

    account = add(2, IDENTIFIER="LocalAccount", NAME="On My Mac")
    folder = add(4, IDENTIFIER="F-1", TITLE2="Bees", FOLDERTYPE=0)
    inner = add(4, IDENTIFIER="F-2", TITLE2="Hives", FOLDERTYPE=0, PARENT=folder)
    trash = add(4, IDENTIFIER="TrashFolder-LocalAccount", TITLE2="Recently Deleted", FOLDERTYPE=1)
    first, second = "10000000-0000-0000-0000-000000000001", "10000000-0000-0000-0000-000000000002"

    def note(identifier, title, place, body, **more):
        key = add(8, IDENTIFIER=identifier, TITLE1=title, FOLDER=place, ACCOUNT7=account, CREATIONDATE3=700000000.25,
                  MODIFICATIONDATE1=700003600.5, **more)
        if body is not None:
            db.execute("INSERT INTO ZICNOTEDATA (Z_ENT, ZNOTE, ZDATA) VALUES (9, ?, ?)", (key, body))
        return key

    link = text(9, f"applenotes:note/{second}?ownerIdentifier=_x")

    def shown(identifier): return part(12, text(1, identifier))
    body = packed(string([
        ("Hive book\n", 0), ("Inspection\n", 1), ("smoker\n", 103), ("frames\n", 100), ("two boxes\n", 102),
        ("Keep ", None), ("calm", None, number(5, 1)), (" and see ", None), ("the queen", None, link), (" ", None),
        ("\ufffc", None, shown("TAG-1")), ("\n", None), ("\ufffc", None, shown("TABLE-1")), ("\n", None),
        ("\ufffc", None, shown("PIC-1")), ("\n", None)]))
    main = note(first, "Hive book", inner, body, ISPINNED=1)
    note(second, "The queen", folder, packed(string([("The queen\n", 0), ("She is marked blue.", None)])))
    note("10000000-0000-0000-0000-000000000003", "Thrown away", trash, packed(string([("Thrown away", 0)])))
    note("10000000-0000-0000-0000-000000000004", "Locked", folder, b"\1\2\3", ISPASSWORDPROTECTED=1, PASSWORDHINT="the usual")
    note("10000000-0000-0000-0000-000000000005", "Cut off", folder, body[:40])
    add(5, DISPLAYTEXT="Spring", STANDARDIZEDCONTENT="SPRING")
    add(6, IDENTIFIER="TAG-1", NOTE1=main, TYPEUTI1="com.apple.notes.inlinetextattachment.hashtag", ALTTEXT="#Spring",
        TOKENCONTENTIDENTIFIER="SPRING")
    add(3, IDENTIFIER="TABLE-1", NOTE=main, TYPEUTI="com.apple.notes.table",
        MERGEABLEDATA1=table([["hive", "frames"], ["east", "8"]]))
    media = add(7, IDENTIFIER="MEDIA-1", FILENAME="bee.png", GENERATION1="1_GEN")
    add(3, IDENTIFIER="PIC-1", NOTE=main, TYPEUTI="public.png", MEDIA=media)
    db.commit()
    db.close()


if __name__ == "__main__":
    shutil.rmtree(OUT, ignore_errors=True)
    os.makedirs(OUT)
    core_data()
    apple_notes()
