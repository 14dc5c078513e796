#!/usr/bin/env python3
"""Makes the packed files in Fixtures/sources: archives, SQLite files and property lists. The others there are written by hand.

Everything in them is made up. The same bytes each time, whatever version SQLite has.
"""
import base64
import gzip
import importlib.util
import io
import json
import os
import plistlib
import sqlite3
import struct
import tarfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join(HERE, "..", "Fixtures", "sources")
spec = importlib.util.spec_from_file_location("stores", os.path.join(HERE, "make-store-fixtures.py"))
stores = importlib.util.module_from_spec(spec)
spec.loader.exec_module(stores)

PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==")
SOW = b"Sow in March.\n"


def write(path, data):
    path = os.path.join(OUT, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(data.encode() if isinstance(data, str) else data)


def files(folder):
    """The files below a folder, in the order of their paths."""
    folder = os.path.join(OUT, folder)
    found = []
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)
            with open(path, "rb") as f:
                found.append((os.path.relpath(path, folder), f.read()))
    return sorted(found)


def zipped(entries, time=(2024, 5, 6, 7, 8, 10)):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path, data in entries:
            info = zipfile.ZipInfo(path, time)
            info.compress_type = zipfile.ZIP_STORED
            info.external_attr = 0o644 << 16
            archive.writestr(info, data)
    return out.getvalue()


def tarred(entries):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path, data in entries:
            info = tarfile.TarInfo(path)
            info.size, info.mtime = len(data), 1700000000
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def database(path, script, rows=()):
    """An SQLite file. Its head names the version of SQLite that wrote it, which is taken out."""
    path = os.path.join(OUT, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.exists(path):
        os.remove(path)
    db = sqlite3.connect(path)
    db.executescript(script)
    for statement, values in rows:
        db.execute(statement, values)
    db.commit()
    db.close()
    without_version(path)


def without_version(path):
    with open(path, "r+b") as f:
        f.seek(96)
        f.write(bytes(4))


def flat(entries):
    """Flat RTFD: the files of a document one after another."""
    u32 = lambda n: struct.pack("<I", n)
    attributes = u32(len(entries)) + b"".join(u32(len(n.encode())) + n.encode() for n, _ in entries)
    attributes += u32(16) * len(entries) + (u32(1431302399) + u32(438) + bytes(8)) * len(entries)
    entries = entries + [(".", attributes)]
    out = b"rtfd" + bytes(4) + u32(3) + u32(len(entries))
    out += b"".join(u32(len(n.encode())) + n.encode() for n, _ in entries)
    out += b"".join(u32(8 + len(d)) for _, d in entries)
    return out + b"".join(u32(1) + u32(len(d)) + d for _, d in entries)


RICH = (rb"{\rtf1\ansi\ansicpg1252\cocoartf2709{\fonttbl\f0\fswiss Helvetica;\f1\fswiss Helvetica-Bold;}"
        rb"{\colortbl;\red255\green255\blue255;\red200\green16\blue46;}\pard\f0\fs24 Say \f1\b bold\f0\b0 , {\i italic}, "
        rb"{\ul under}, {\strike struck}, \cf2 red\cf0  caf\'e9.\par ")


def bear():
    def note(folder, text, **facts):
        info = {"version": 2, "type": "net.daringfireball.markdown", "transient": True,
                "creatorIdentifier": "net.shinyfrog.bear", "net.shinyfrog.bear": facts}
        return [(f"{folder}.textbundle/info.json", json.dumps(info, indent=1).encode()),
                (f"{folder}.textbundle/text.md", text.encode())]
    dates = {"creationDate": "2023-01-02T03:04:05Z", "modificationDate": "2023-07-08T09:10:11Z"}
    text = """# Cider – Äpfel
#drink/cider #two words# #fff \\#escaped

Say **bold**, *italic*, ~under~, ~~struck~~, ==marked==, ==🔴red==, `code` and $x^2$.
⠀
## Press

* one
	* deep
- [x] wash
- [ ] mill

1. first
2. second

> [!TIP] Mind
> Keep it cold.

> plain

| Apple | l |
| --- | --- |
| Cox | 3 |
After the table
```sh
press --slow # no tag
```
---
[[Cellar]] [[Cellar/Racks]] [[Cellar/Racks|the racks]] [[Nowhere]] [by id](bear://x-callback-url/open-note?id=0A1B2C3D-0000-4000-8000-00000000BEA2) [web](https://cider.example/)
![](assets/pan%20one.png)<!-- {"width":388} --> [sow.txt](assets/sow.txt)<!-- {"embed":"true"} --> ![](assets/gone.png)
Foot[^1].

[^1]: Words.
"""
    notes = note("Bear Notes/Cider – Äpfel", text, uniqueIdentifier="0A1B2C3D-0000-4000-8000-00000000BEA1", pinned=1,
                 archived=0, trashed=0, locked=0, version=3, pinnedInTagTitles=["drink"], **dates)
    notes += [("Bear Notes/Cider – Äpfel.textbundle/assets/pan one.png", PNG),
              ("Bear Notes/Cider – Äpfel.textbundle/assets/sow.txt", SOW)]
    notes += note("Bear Notes/Cellar", "Cellar\n\n## Racks\nOak.", uniqueIdentifier="0A1B2C3D-0000-4000-8000-00000000BEA2",
                  pinned=0, archived=1, trashed=0, **dates)
    notes += note("Bear Notes/Cellar 2", "Cellar\nthe same id", uniqueIdentifier="0A1B2C3D-0000-4000-8000-00000000BEA2",
                  pinned=0, archived=0, trashed=0, **dates)
    notes += note("Bear Notes/Locked", "", uniqueIdentifier="0A1B2C3D-0000-4000-8000-00000000BEA3", title="Locked",
                  encrypted=1, encryptedData="AAAA", pinned=0, archived=0, trashed=0, **dates)
    notes += note("Bear Notes/Thrown", "# Thrown\naway", uniqueIdentifier="0A1B2C3D-0000-4000-8000-00000000BEA4",
                  pinned=0, archived=0, trashed=1, trashedDate="2023-08-01T00:00:00Z", **dates)
    notes.append(("Bear Notes/backup.json", json.dumps({"version": 1, "tags": [
        {"title": "drink", "pinned": False}, {"title": "drink/cider", "pinned": False}, {"title": "two words"}]}).encode()))
    write("bear/Bear Notes.bear2bk", zipped(notes))


def joplin():
    write("joplin/Export.jex", tarred([
        ("a1000000000000000000000000000000.md", "Only note – Größe\n\nSee ![](:/c1000000000000000000000000000000)\n\n"
         "id: a1000000000000000000000000000000\nparent_id: \nuser_created_time: 2020-02-03T04:05:06.789Z\n"
         "user_updated_time: 2021-02-03T04:05:06.000Z\nmarkup_language: 1\ntype_: 1".encode()),
        ("c1000000000000000000000000000000.md", b"dot.png\n\nid: c1000000000000000000000000000000\nmime: image/png\n"
         b"filename: \nfile_extension: png\ntype_: 4"),
        ("resources/c1000000000000000000000000000000.png", PNG)]))


def zkn3():
    zettel = """<?xml version="1.0" encoding="UTF-8"?>
<zettelkasten firstzettel="1" lastzettel="4">
  <zettel zknid="2301020304058Box1" ts_created="2301020304" ts_edited="2307080910" rating="3.5" ratingcount="2">
    <title>Theorie – Überblick</title>
    <content>Say [f]bold[/f], [k]italic[/k], [u]under[/u], [d]struck[/d], H[sub]2[/sub]O, m[sup]2[/sup], [color #c8102e]red[/color], [h #ffff00]marked[/h], `code` and [hier].[br][h1]Kopf[/h1][l][*]one[l][*]deep[/*][/l][/*][*]two[/*][/l][n][*]first[/*][*]second[/*][/n][q]quoted[/q][qm]said[/qm][code]if x[br]  y[/code][table][tc]Tafel[/tc][br]a^b[br]1|2[/table][c]centred[/c][z 2]the second[/z], [z 3]deleted[/z], [z 9]none[/z], [web](https://zettel.example/)[br][img]dot.png|40[/img][img]gone.png[/img] Foot[fn 1:12]. [form a=b|c]</content>
    <author>1</author>
    <keywords>2,1</keywords>
    <manlinks>4</manlinks>
    <links><link>sow.txt</link><link>/home/old/lost.pdf</link><link>https://zettel.example/x</link></links>
    <misc>a remark</misc>
    <luhmann>2,4</luhmann>
  </zettel>
  <zettel zknid="2301020304059Box2" ts_created="9912312359" ts_edited="">
    <title/>
    <content>Second, without a title.</content>
    <author/><keywords>9</keywords><manlinks/><links/><misc/><luhmann/>
  </zettel>
  <zettel zknid="" ts_created="" ts_edited=""><title/><content/><author/><keywords/><manlinks/><links/><misc/><luhmann/></zettel>
  <zettel zknid="2301020304060Box4" ts_created="2301020305" ts_edited="2301020306">
    <title>Folge</title><content/><author/><keywords/><manlinks>1</manlinks><links/><misc/><luhmann/>
  </zettel>
</zettelkasten>
"""
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    write("zkn3/Kasten/Kasten.zkn3", zipped([
        ("zknFile.xml", zettel),
        ("keywordFile.xml", head + '<keywords><entry f="7">Boden</entry><entry f="1">zwei Worte</entry><entry f="0">unused</entry></keywords>'),
        ("authorFile.xml", head + '<authors><entry f="1" bibkey="luh">Luhmann, N. (1981): Zettel</entry></authors>'),
        ("metaInformation.xml", head + "<metainformation><version>3.8</version><description>Made up</description>"
         "<attachmentpath/><imagepath/></metainformation>"),
        ("bookmarks.xml", head + '<bookmarks><category><entry>Lesen</entry></category><bookmark><entry id="2" cat="0">soon</entry></bookmark></bookmarks>'),
        ("desktop.xml", head + '<desktops><desktop name="Entwurf"><bullet name="Teil 1"><entry id="2"/><bullet name="Teil 1.1"><entry id="1"/></bullet></bullet><entry id="9"/></desktop></desktops>'),
    ]))
    write("zkn3/Kasten/img/dot.png", PNG)
    write("zkn3/Kasten/attachments/sow.txt", SOW)


def cherrytree():
    database("cherrytree/Herbarium.ctb", """
      CREATE TABLE node (node_id INTEGER UNIQUE, name TEXT, txt TEXT, syntax TEXT, tags TEXT, is_ro INTEGER, is_richtxt INTEGER,
        has_codebox INTEGER, has_table INTEGER, has_image INTEGER, level INTEGER, ts_creation INTEGER, ts_lastsave INTEGER);
      CREATE TABLE codebox (node_id INTEGER, offset INTEGER, justification TEXT, txt TEXT, syntax TEXT, width INTEGER, height INTEGER);
      CREATE TABLE grid (node_id INTEGER, offset INTEGER, justification TEXT, txt TEXT, col_min INTEGER, col_max INTEGER);
      CREATE TABLE image (node_id INTEGER, offset INTEGER, justification TEXT, anchor TEXT, png BLOB, filename TEXT, link TEXT, time INTEGER);
      CREATE TABLE children (node_id INTEGER UNIQUE, father_id INTEGER, sequence INTEGER, master_id INTEGER);
      CREATE TABLE bookmark (node_id INTEGER UNIQUE, sequence INTEGER);
      INSERT INTO children VALUES (1, 0, 1, 0), (2, 1, 1, 0), (3, 1, 2, 2), (4, 0, 2, 0);
      INSERT INTO bookmark VALUES (2, 1);
      INSERT INTO codebox VALUES (1, 17, 'left', 'print(1)', 'python3', 300, 100);
      INSERT INTO grid VALUES (1, 18, 'left', '<table><row><cell>sage</cell><cell>2</cell></row><row><cell>Herb</cell><cell>g</cell></row></table>', 40, 400);
    """, [
        ("INSERT INTO node VALUES (1, 'Herbarium', ?, 'custom-colors', 'green dried', 0, 1, 1, 1, 1, 0, 1564836930, 1590145568)",
         ('<?xml version="1.0" encoding="UTF-8"?><node><rich_text>Say </rich_text><rich_text weight="heavy">bold</rich_text>'
          '<rich_text>, </rich_text><rich_text link="node 2">Sage</rich_text><rich_text>.\n</rich_text></node>',)),
        ("INSERT INTO node VALUES (2, 'Sage', 'plain <words>\n', 'plain-text', '', 0, 0, 0, 0, 0, 0, 0, 0)", ()),
        ("INSERT INTO node VALUES (4, 'dry.sh', 'dry --slow', 'sh', '', 1, 0, 0, 0, 0, 0, 1564836930, 1564836931)", ()),
        ("INSERT INTO image VALUES (1, 16, 'left', '', ?, '', '', 0)", (PNG,)),
        ("INSERT INTO image VALUES (1, 19, 'left', '', ?, 'sow.txt', '', 1590145568)", (SOW,)),
    ])


def trilium():
    write("trilium/Export.zip", zipped(files("trilium/Export")))
    database("trilium/document.db", """
      CREATE TABLE notes (noteId TEXT PRIMARY KEY, title TEXT, isProtected INT DEFAULT 0, type TEXT, mime TEXT, blobId TEXT,
        isDeleted INT DEFAULT 0, deleteId TEXT, dateCreated TEXT, dateModified TEXT, utcDateCreated TEXT, utcDateModified TEXT);
      CREATE TABLE blobs (blobId TEXT PRIMARY KEY, content TEXT, dateModified TEXT, utcDateModified TEXT);
      CREATE TABLE branches (branchId TEXT PRIMARY KEY, noteId TEXT, parentNoteId TEXT, notePosition INTEGER, prefix TEXT,
        isExpanded INTEGER, isDeleted INTEGER DEFAULT 0, deleteId TEXT, utcDateModified TEXT);
      CREATE TABLE attributes (attributeId TEXT PRIMARY KEY, noteId TEXT, type TEXT, name TEXT, value TEXT, position INT,
        utcDateModified TEXT, isDeleted INT DEFAULT 0, deleteId TEXT, isInheritable INT);
      CREATE TABLE attachments (attachmentId TEXT PRIMARY KEY, ownerId TEXT, role TEXT, mime TEXT, title TEXT, isProtected INT DEFAULT 0,
        position INT, blobId TEXT, dateModified TEXT, utcDateModified TEXT, utcDateScheduledForErasureSince TEXT, isDeleted INT DEFAULT 0);
      CREATE TABLE options (name TEXT PRIMARY KEY, value TEXT, isSynced INTEGER, utcDateModified TEXT);
      INSERT INTO notes VALUES
        ('root', 'root', 0, 'text', 'text/html', 'b0', 0, NULL, '', '', '2023-01-01 00:00:00.000Z', '2023-01-01 00:00:00.000Z'),
        ('nHives000001', 'Hives – Größe', 0, 'text', 'text/html', 'b1', 0, NULL, '2023-01-02 04:04:05.678+0100', '', '2023-01-02 03:04:05.678Z', '2023-07-08 09:10:11.000Z'),
        ('nCode0000001', 'count.py', 0, 'code', 'text/x-python', 'b2', 0, NULL, '', '', '2023-01-02 03:04:06.000Z', '2023-01-02 03:04:07.000Z'),
        ('nGone0000001', 'Thrown', 0, 'text', 'text/html', 'b3', 1, 'd', '', '', '2023-01-02 03:04:06.000Z', '2023-01-02 03:04:07.000Z'),
        ('nSafe0000001', 'AAAA', 1, 'text', 'text/html', 'b4', 0, NULL, '', '', '2023-01-02 03:04:06.000Z', '2023-01-02 03:04:07.000Z');
      INSERT INTO branches VALUES
        ('br1', 'root', 'none', 0, NULL, 1, 0, NULL, ''), ('br2', 'nHives000001', 'root', 10, NULL, 0, 0, NULL, ''),
        ('br3', 'nCode0000001', 'nHives000001', 10, NULL, 0, 0, NULL, ''), ('br4', 'nSafe0000001', 'root', 20, NULL, 0, 0, NULL, ''),
        ('br5', 'nGone0000001', 'root', 30, NULL, 0, 1, 'd', '');
      INSERT INTO attributes VALUES
        ('at1', 'nHives000001', 'label', 'honey', '', 10, '', 0, NULL, 0), ('at2', 'nHives000001', 'label', 'mood', 'busy', 20, '', 0, NULL, 0),
        ('at3', 'nHives000001', 'label', 'gone', '', 30, '', 1, 'd', 0), ('at4', 'nHives000001', 'relation', 'keeper', 'nCode0000001', 40, '', 0, NULL, 0);
    """, [
        ("INSERT INTO blobs VALUES ('b0', '', '', ''), ('b1', ?, '', ''), ('b2', 'print(3)', '', ''), ('b3', '<p>away</p>', '', ''), ('b4', 'AAAA', '', '')",
         ('<p>Say <strong>bold</strong> <a class="reference-link" href="#root/nHives000001/nCode0000001">count.py</a> '
          '<a href="#root/nNone0000001">dead</a> <img src="api/attachments/atPic0000001/image/comb.png"></p>',)),
        ("INSERT INTO blobs VALUES ('b5', ?, '', ''), ('b6', ?, '', '')", (PNG, SOW)),
        ("INSERT INTO attachments VALUES ('atPic0000001', 'nHives000001', 'image', 'image/png', 'comb.png', 0, 10, 'b5', '', '', NULL, 0),"
         " ('atSow0000001', 'nHives000001', 'file', 'text/plain', 'sow.txt', 0, 20, 'b6', '', '', NULL, 0)", ()),
    ])


def upnote():
    def line(kind, **data): return json.dumps({"type": kind, "data": data}, ensure_ascii=False)
    def several(*values): return {"__type__": "Set", "__value__": list(values)}
    text = ('<h2>Felting – Größe</h2><div>Say <b>bold</b>, <span class="shine-highlight-yellow">marked</span> '
            '<a data-note-id="n2" href="upnote://x-callback-url/openNote?noteId=n2">Soap</a> '
            '<a data-note-id="n9" href="upnote://x-callback-url/openNote?noteId=n9">gone</a> '
            '<a data-upnote-tag="#craft" href="upnote://x-callback-url/tag/view?tag=craft">#craft</a></div>'
            '<ul><li data-checked="true">wash</li><li data-checked="false">dry</li></ul>'
            '<ul><li>one</li><ul><li>deep</li></ul></ul>'
            '<img src="http://localhost:9425/images/1a2b.png" width="40"><img src="http://localhost:9425/images/none.png">'
            '<div><a data-file-id="3c4d__txt" href="http://localhost:9425/files/3c4d.txt">sow.txt (14 B)</a></div>')
    rows = [
        line("notebooks", id="nb1", title="Crafts", parent=""), line("notebooks", id="nb2", title="Felt", parent="nb1"),
        line("notebooks", id="nb3", title="Wool", parent=None), line("notebooks", id="nb4", title="gone", parent="", deleted=True),
        line("notes", id="n1", title="Felting – Größe", html=text, text="", createdAt=1672628645678, updatedAt=1688807411000,
             pinned=True, bookmarked=False, trashed=False, deleted=False, noteLinks=several("n2"), tagLinks=several("craft"),
             fileIds=several("1a2b__png", "3c4d__txt")),
        line("notes", id="n2", title="Soap", html="<div>Soap<br>Olive.</div>", text="Soap\nOlive.", createdAt=0, updatedAt=1688807411000,
             isTemplate=True),
        line("notes", id="n3", title="Thrown", html="<div>Thrown</div>", createdAt=1672628645678, updatedAt=1672628645678, trashed=True),
        line("notes", id="n4", title="Never", html="<div>x</div>", deleted=True),
        line("organizers", id="o1", noteId="n1", notebookId="nb2"), line("organizers", id="o2", noteId="n1", notebookId="nb3"),
        line("lists", id="notebooks_nb1", content="[\"n2\"]"), line("tags", id="craft", title="craft"),
        line("files", id="1a2b__png", name="felt.png"), line("files", id="3c4d__txt", name="sow.txt"), "{ no JSON"]
    write("upnote/Backup/data/1688807411000.upnx", gzip.compress(("version:2\n" + "\n".join(rows) + "\n").encode(), 9, mtime=0))
    write("upnote/Backup/data/1600000000000.upnx", gzip.compress(b"version:2\n", 9, mtime=0))
    write("upnote/Backup/files/1a2b.png", PNG)
    write("upnote/Backup/files/3c4d.txt", SOW)


def webarchive():
    page = ('<!DOCTYPE html><html><head><title>Kites – Drachen</title></head><body><h1>Tails</h1><p>Say <b>bold</b>, <i>italic</i> '
            'caf\xe9 <a href="../lines?a=1">lines</a> <img src="tail.png" alt="tail"><img src="https://far.example/none.png"></p>'
            '<ul><li>one</li></ul><table><tr><th>Kite</th></tr><tr><td>Delta</td></tr></table><iframe src="frame.html"></iframe></body></html>')
    def resource(address, kind, data, **more):
        return {"WebResourceURL": address, "WebResourceMIMEType": kind, "WebResourceData": data, **more}
    encoded = page.replace("–", "&ndash;").encode("latin-1")
    write("webarchive/Kites.webarchive", plistlib.dumps({
        "WebMainResource": resource("https://kites.example/a/b.html", "text/html", encoded,
                                    WebResourceTextEncodingName="iso-8859-1", WebResourceFrameName=""),
        "WebSubresources": [resource("https://kites.example/a/tail.png", "image/png", PNG),
                            resource("https://kites.example/a/s.css", "text/css", b"p {}")],
        "WebSubframeArchives": [{"WebMainResource": resource("https://kites.example/a/frame.html", "text/html", b"<p>frame</p>")}],
    }, fmt=plistlib.FMT_BINARY))
    write("webarchive/Plan.webarchive", plistlib.dumps({
        "WebMainResource": resource("https://kites.example/the%20plan.png", "image/png", PNG, WebResourceFrameName="")}))


def plum():
    start = 621355968000000000
    def ticks(seconds): return start + seconds * 10_000_000
    database("plum/LocalState/plum.sqlite", """
      CREATE TABLE "Note" ("Text" varchar, "WindowPosition" varchar, "IsOpen" integer, "IsAlwaysOnTop" integer, "CreationNoteIdAnchor" varchar,
        "Theme" varchar, "IsFutureNote" integer, "RemoteId" varchar, "ChangeKey" varchar, "LastServerVersion" varchar,
        "RemoteSchemaVersion" integer, "IsRemoteDataInvalid" integer, "Type" varchar, "Id" varchar primary key not null, "ParentId" varchar,
        "CreatedAt" bigint, "DeletedAt" bigint, "UpdatedAt" bigint);
      CREATE TABLE "Media" ("LocalFileRelativePath" varchar, "RemoteId" varchar, "MimeType" varchar, "Id" varchar primary key, "ParentId" varchar,
        "CreatedAt" bigint, "DeletedAt" bigint, "UpdatedAt" bigint);
    """, [("INSERT INTO Note (Text, Theme, Id, CreatedAt, UpdatedAt, DeletedAt) VALUES (?, ?, ?, ?, ?, ?)", row) for row in [
        ("\\id=7138a041-0000-4000-8000-000000000001 Market – Größe\n\\id=7138a041-0000-4000-8000-000000000002 \\b bold\\b0  \\i italic\\i0  "
         "\\ul under\\ul0  \\strike struck\\strike0  C:\\\\temp https://market.example/\n\\id=7138a041-0000-4000-8000-000000000003 \\l one\\l0 \n"
         "\\id=7138a041-0000-4000-8000-000000000004 \\l \\b two\\b0 \\l0 \n\\id=7138a041-0000-4000-8000-000000000005 end\ttab",
         "Pink", "0a1b2c3d-0000-4000-8000-000000000001", ticks(1577934245), ticks(1588888888), None),
        ("Old one", "Charcoal", "0a1b2c3d-0000-4000-8000-000000000002", 0, -5, None),
        ("\\id=1 thrown", None, "0a1b2c3d-0000-4000-8000-000000000003", ticks(1577934245), ticks(1577934245), ticks(1600000000))]]
        + [("INSERT INTO Media (LocalFileRelativePath, MimeType, Id, ParentId) VALUES (?, 'image/png', ?, '0a1b2c3d-0000-4000-8000-000000000001')", row)
           for row in [("media\\dot.png", "m1"), ("media\\gone.png", "m2")]])
    write("plum/LocalState/media/dot.png", PNG)


def tinderbox():
    def rich(text, *more): return base64.b64encode(flat([("TXT.rtf", text), *more])).decode()
    body = (RICH + rb"See the ants.\par{{\NeXTGraphic dot.png \width640 \height640" + b"\n}\xac}}")
    write("tinderbox/Garden.tbx", f"""<?xml version="1.0" encoding="UTF-8" ?>
<tinderbox version="2" revision="12" savedBy="made up" uuid="0a1b2c3d-0000-4000-8000-000000000001" >
<attrib Name="User" editable="0" visibleInEditor="1" type="string" default="" >
<attrib Name="Pages" parent="User" editable="1" visibleInEditor="1" type="number" default="" ></attrib>
<attrib Name="Read" parent="User" editable="1" visibleInEditor="1" type="date" default="" ></attrib>
<attrib Name="Done" parent="User" editable="1" visibleInEditor="1" type="boolean" default="" ></attrib>
</attrib>
<linkTypes><linkType name="*untitled" /><linkType name="agree" /></linkTypes>
<item ID="1514929939" Creator="Rosa" >
<attribute name="Name" >Garden &amp; Größe</attribute>
<attribute name="Xpos" >3.5</attribute>
<attribute name="Created" >2018-01-02T10:32:19-08:00</attribute>
<text >Own text of the container</text>
<item ID="1514929940" Creator="Rosa" proto="pBook" >
<attribute name="Name" >Bees</attribute>
<attribute name="Created" >2018-01-02T10:32:19-08:00</attribute>
<attribute name="Modified" >2018-01-03T00:00:00Z</attribute>
<attribute name="Tags" >red; two words;</attribute>
<attribute name="Pages" >12</attribute>
<attribute name="Read" >2018-01-02T10:32:19-08:00</attribute>
<attribute name="Done" >true</attribute>
<attribute name="Color" >bright red</attribute>
<attribute name="URL" >https://garden.example/</attribute>
<text >Say bold, italic, under, struck, red caf\u00e9.
See the ants.
</text>
<rtfd >{rich(body, ("dot.png", PNG))}</rtfd>
</item>
<agent ID="1514929941" Creator="Rosa" ><attribute name="Name" >Ants</attribute><attribute name="Created" >never</attribute></agent>
<adornment ID="1514929942" Creator="Rosa" ><attribute name="Name" >Fence</attribute></adornment>
</item>
<item ID="1514929943" Creator="Rosa" ><attribute name="Name" >Plain</attribute><text >Only plain – text.</text></item>
<links>
<link name="*untitled" sourceid="1514929940" destid="1514929941" sstart="51" slen="4" />
<link name="agree" sourceid="1514929941" destid="1514929939" sstart="-1" slen="0" />
<link name="prototype" sourceid="1514929941" destid="1514929940" sstart="-1" slen="0" />
<link name="gone" sourceid="1514929941" destid="99" sstart="-1" slen="0" />
<link name="*untitled" sourceid="1514929939" destid="1514929939" sstart="0" slen="3" URL="https://garden.example/a" />
</links>
</tinderbox>
""")


def voodoopad():
    folder = "voodoopad/Wiki.vpdoc/"
    def plist(**values): return plistlib.dumps(values, sort_keys=False)
    import datetime
    def page(name, body, **facts):
        path = folder + f"pages/{name[0]}/{name}"
        write(path, body)
        write(path + ".plist", plist(uuid=name, **facts))
    day = datetime.datetime(2015, 1, 2, 3, 4, 5)
    write(folder + "storeinfo.plist", plist(VoodooPadBundleVersion=6, isEncrypted=False, uuid="0a1b2c3d-0000-4000-8000-000000000001"))
    write(folder + "properties.plist", plist(defaultPage="index"))
    rich = (RICH + rb'{\field{\*\fldinst{HYPERLINK "x-voodoopad-item:///b1b2c3d4-0000-4000-8000-000000000002"}}{\fldrslt Seeds}} '
            rb'{\field{\*\fldinst{HYPERLINK "https://wiki.example/"}}{\fldrslt web}}\par{{\NeXTGraphic dot.png \width640 \height640' + b"\n}\xac}}")
    page("a1b2c3d4-0000-4000-8000-000000000001", flat([("TXT.rtf", rich), ("dot.png", PNG)]), displayName="Index – Größe", key="index – größe",
         uti="com.fm.page", createdDate=day, modifiedDate=day.replace(year=2016), categories=["garden", "two words"], aliases=["Home"])
    page("b1b2c3d4-0000-4000-8000-000000000002", "# Seeds\n\nSay **bold**, *italic*.\n\n- one\n\n[home](Home) [gone](nowhere) index – größe\n",
         displayName="Seeds", key="seeds", uti="net.daringfireball.markdown", createdDate=day, modifiedDate=day)
    page("c1b2c3d4-0000-4000-8000-000000000003", "vpvde\x01\x02", displayName="Secret", key="secret", uti="com.fm.page", createdDate=day)
    page("d1b2c3d4-0000-4000-8000-000000000004", "plain **text**\nstays", displayName="Plain", key="plain", uti="public.plain-text")
    write(folder + "pages/e/e1b2c3d4-0000-4000-8000-000000000005.plist", plist(
        displayName="Other name", key="other name", uti="com.fm.page-alias", uuid="e1b2c3d4-0000-4000-8000-000000000005"))


def textbundle():
    write("textbundle/Packed.textpack", zipped([("Packed – é.textbundle/" + path, data) for path, data in [
        ("info.json", json.dumps({"version": 1}).encode()), ("text.markdown", "No title here, but ![](assets/dot.png).\n".encode()),
        ("assets/dot.png", PNG)]]))


def core_data():
    path = "coredata/Store/Orchard.sqlite"
    full = os.path.join(OUT, path)
    os.makedirs(os.path.dirname(full), exist_ok=True)
    if os.path.exists(full):
        os.remove(full)
    db = stores.begin(full, [("Folder", 0), ("Note", 0), ("Tag", 0)], {"NSPersistenceFrameworkVersion": 1340})
    db.executescript("""
      CREATE TABLE ZFOLDER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPARENT INTEGER, ZNAME VARCHAR);
      CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR, ZCOLORHEX VARCHAR);
      CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFOLDER INTEGER, ZISFAVORITE INTEGER,
        ZCREATIONDATE TIMESTAMP, ZMODIFICATIONDATE TIMESTAMP, ZFORMATTEDBODYTEXT_ BLOB, ZSTATUS_ VARCHAR, ZTITLE_ VARCHAR, ZUUID_ BLOB,
        ZMOOD VARCHAR);
      CREATE TABLE Z_2KEYWORDS (Z_2NOTES INTEGER, Z_3KEYWORDS INTEGER);
      CREATE TABLE Z_2LINKEDNOTES (Z_2BACKLINKS INTEGER, Z_2LINKEDNOTES INTEGER);
      CREATE INDEX ZFOLDER_ZPARENT_INDEX ON ZFOLDER (ZPARENT);
      CREATE INDEX ZNOTE_ZFOLDER_INDEX ON ZNOTE (ZFOLDER);
      INSERT INTO ZFOLDER VALUES (1, 1, 1, NULL, 'Trees'), (2, 1, 1, 1, 'Plums – Größe'), (3, 1, 1, NULL, 'Empty');
      INSERT INTO ZTAG VALUES (1, 3, 1, 'fruit', '#C8102EFF'), (2, 3, 1, 'two words', NULL), (3, 3, 1, 'unused', NULL);
      INSERT INTO Z_2KEYWORDS VALUES (1, 1), (1, 2), (2, 1);
      INSERT INTO Z_2LINKEDNOTES VALUES (1, 2);
    """)
    bodies = [RICH + rb'{\field{\*\fldinst{HYPERLINK "https://plums.example/"}}{\fldrslt web}}\par}',
              stores.attributed("Bold start, plain end – é.", 10), flat([("TXT.rtf", RICH + b"}")]), stores.typed("A typed stream."),
              "<html><body><p>Sow <b>plums</b></p><ul><li>one</li></ul></body></html>".encode(), b"\x00\x01 no text", None]
    for i, body in enumerate(bodies, 1):
        db.execute("INSERT INTO ZNOTE VALUES (?, 2, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (
            i, [2, 1, None, None, 1, 1, 2][i - 1], int(i == 1), 700000000.25 if i != 4 else -63114076800.0, 700003600 if i < 3 else None, body,
            ["Review", "Draft", "Archived", "nonsense", None, "Draft", "Draft"][i - 1], f"Tree {i}" if i != 5 else None, bytes([i] * 16),
            "calm" if i == 1 else None))
    db.commit()
    db.close()
    without_version(full)


def apple_notes():
    part, number, text, packed, string = stores.part, stores.number, stores.text, stores.packed, stores.string
    folder = "applenotes/group.com.apple.notes/"
    full = os.path.join(OUT, folder, "NoteStore.sqlite")
    os.makedirs(os.path.dirname(full), exist_ok=True)
    if os.path.exists(full):
        os.remove(full)
    names = ["ICCloudSyncingObject", "ICAccount", "ICAttachment", "ICFolder", "ICHashtag", "ICInlineAttachment", "ICMedia", "ICNote"]
    db = stores.begin(full, [(n, int(i > 0)) for i, n in enumerate(names)] + [("ICNoteData", 0)], {"NSPersistenceFrameworkVersion": 1414})
    columns = ("IDENTIFIER NAME ACCOUNTTYPE ACCOUNT7 ACCOUNT8 FOLDER FOLDERTYPE PARENT TITLE TITLE1 TITLE2 CREATIONDATE3 MODIFICATIONDATE1 "
               "ISPINNED ISPASSWORDPROTECTED MARKEDFORDELETION PASSWORDHINT NOTE NOTE1 MEDIA TYPEUTI TYPEUTI1 ALTTEXT TOKENCONTENTIDENTIFIER "
               "DISPLAYTEXT STANDARDIZEDCONTENT FILENAME GENERATION1 FALLBACKIMAGEGENERATION MERGEABLEDATA1 URLSTRING HANDWRITINGSUMMARY").split()
    db.execute("CREATE TABLE ZICCLOUDSYNCINGOBJECT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
               + ", ".join("Z" + c for c in columns) + ")")
    db.execute("CREATE TABLE ZICNOTEDATA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNOTE INTEGER, ZDATA BLOB)")
    keys = [0]

    def add(entity, **values):
        keys[0] += 1
        values = {"Z_PK": keys[0], "Z_ENT": names.index("IC" + entity) + 1, **{"Z" + k: v for k, v in values.items()}}
        db.execute(f"INSERT INTO ZICCLOUDSYNCINGOBJECT ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})", list(values.values()))
        return keys[0]

    cloud = add("Account", IDENTIFIER="0A1B2C3D-0000-4000-8000-0000000000AC", NAME="iCloud", ACCOUNTTYPE=1)
    local = add("Account", IDENTIFIER="LocalAccount", NAME="On My Mac", ACCOUNTTYPE=3)
    tea = add("Folder", IDENTIFIER="F-1", TITLE2="Tea – Größe", FOLDERTYPE=0, ACCOUNT8=cloud)
    green = add("Folder", IDENTIFIER="F-2", TITLE2="Green", FOLDERTYPE=0, PARENT=tea, ACCOUNT8=cloud)
    notes = add("Folder", IDENTIFIER="DefaultFolder-LocalAccount", TITLE2="Notes", FOLDERTYPE=0, ACCOUNT8=local)
    trash = add("Folder", IDENTIFIER="TrashFolder-CloudKit", TITLE2="Recently Deleted", FOLDERTYPE=1, ACCOUNT8=cloud)
    add("Folder", IDENTIFIER="F-3", TITLE2="Clever", FOLDERTYPE=3, ACCOUNT8=cloud)

    def identifier(n): return f"10000000-0000-4000-8000-00000000000{n}"

    def note(n, title, place, body, account=cloud, **more):
        key = add("Note", IDENTIFIER=identifier(n), TITLE1=title, FOLDER=place, ACCOUNT7=account, CREATIONDATE3=700000000.25,
                  **{"MODIFICATIONDATE1": 700003600.5, **more})
        if body is not None:
            db.execute("INSERT INTO ZICNOTEDATA (Z_ENT, ZNOTE, ZDATA) VALUES (9, ?, ?)", (key, body))
        return key

    def shown(name): return part(12, text(1, name))
    def style(kind, indent=0, *more): return part(2, (number(1, kind) if kind is not None else b"") + (number(4, indent) if indent else b"") + b"".join(more))
    runs = [("Tea – Größe\n", style(0)), ("Kettle\n", style(1)), ("Water\n", style(2)), ("Say ", b""), ("bold", number(5, 1)), (" ", b""),
            ("italic", number(5, 2)), (" ", b""), ("both", number(5, 3)), (" ", b""), ("under", number(6, 1)), (" ", b""),
            ("struck", number(7, 1)), (" m", b""), ("2", number(8, 1)), (" H", b""), ("2", number(8, -1)), ("O ", b""),
            ("marked", number(14, 1)), (" ", b""), ("red", part(10, b"".join(struct.pack("<Bf", f << 3 | 5, v) for f, v in
                                                                                 ((1, 0.8), (2, 0.0), (3, 0.2), (4, 1.0))))),
            (" 🫖\u2028next line\n", b""),
            ("dotted\n", style(100)), ("deep\n", style(100, 1)), ("dashed\n", style(101)), ("first\n", style(102)), ("second\n", style(102)),
            ("done\n", style(103, 0, part(5, part(1, bytes(16)) + number(2, 1)))), ("open\n", style(103, 0, part(5, part(1, bytes(16)) + number(2, 0)))),
            ("brew(1)\n", style(4)), ("  pour()\n", style(4)), ("quoted\n", part(2, number(8, 1))), ("centred\n", part(2, number(2, 1))), ("indented\n", part(2, number(4, 1))),
            ("web", text(9, "https://tea.example/")), (" ", b""), ("the cup", text(9, f"applenotes:note/{identifier(2)}?ownerIdentifier=_x")), (" ", b""),
            ("dead", text(9, f"applenotes:note/{identifier(9)}")), (" ", b""), ("\ufffc", shown("TAG-1")), (" ", b""), ("\ufffc", shown("LINK-1")), (" ", b""),
            ("\ufffc", shown("AT-1")), ("\n", b""), ("\ufffc", shown("TABLE-1")), ("\n", b""), ("\ufffc", shown("PIC-1")), ("\ufffc", shown("FILE-1")),
            ("\ufffc", shown("URL-1")), ("\ufffc", shown("DRAW-1")), ("\ufffc", shown("NONE-1")), ("\n", b"")]
    whole = text(2, "".join(w for w, _ in runs)) + b"".join(
        part(5, number(1, len(w.encode("utf-16-le")) // 2) + extra) for w, extra in runs)
    main = note(1, "Tea – Größe", green, packed(whole), ISPINNED=1)
    note(2, "The cup", tea, packed(string([("The cup\n", 0), ("Blue.", None)])))
    note(3, "Thrown away", trash, packed(string([("Thrown away", 0)])))
    note(4, "Locked", tea, b"\1\2\3", ISPASSWORDPROTECTED=1, PASSWORDHINT="the usual")
    note(5, None, notes, packed(string([])), local, MODIFICATIONDATE1=None)
    note(6, "Gone for good", tea, None, MARKEDFORDELETION=1)
    note(7, "Not here yet", notes, None, local)
    add("Hashtag", DISPLAYTEXT="Leaf", STANDARDIZEDCONTENT="LEAF")
    inline = "com.apple.notes.inlinetextattachment."
    add("InlineAttachment", IDENTIFIER="TAG-1", NOTE1=main, TYPEUTI1=inline + "hashtag", ALTTEXT="#Leaf", TOKENCONTENTIDENTIFIER="LEAF")
    add("InlineAttachment", IDENTIFIER="LINK-1", NOTE1=main, TYPEUTI1=inline + "link", ALTTEXT="The cup",
        TOKENCONTENTIDENTIFIER=f"applenotes:note/{identifier(2)}?ownerIdentifier=_x")
    add("InlineAttachment", IDENTIFIER="AT-1", NOTE1=main, TYPEUTI1=inline + "mention", ALTTEXT="@Rosa", TOKENCONTENTIDENTIFIER="_user")
    add("Attachment", IDENTIFIER="TABLE-1", NOTE=main, TYPEUTI="com.apple.notes.table", MERGEABLEDATA1=stores.table([["Tea", "g"], ["Sencha", "5"]]))
    add("Attachment", IDENTIFIER="PIC-1", NOTE=main, TYPEUTI="public.png", MEDIA=add("Media", IDENTIFIER="MEDIA-1", FILENAME="dot.png", GENERATION1="1_GEN"))
    add("Attachment", IDENTIFIER="FILE-1", NOTE=main, TYPEUTI="public.plain-text", TITLE="sow.txt",
        MEDIA=add("Media", IDENTIFIER="MEDIA-2", FILENAME="sow.txt", GENERATION1="1_GEN"))
    add("Attachment", IDENTIFIER="URL-1", NOTE=main, TYPEUTI="public.url", TITLE="Tea shop", URLSTRING="https://tea.example/shop")
    add("Attachment", IDENTIFIER="DRAW-1", NOTE=main, TYPEUTI="com.apple.paper", FALLBACKIMAGEGENERATION="1_GEN", HANDWRITINGSUMMARY="pour slowly")
    media = folder + "Accounts/0A1B2C3D-0000-4000-8000-0000000000AC/"
    write(media + "Media/MEDIA-1/1_GEN/dot.png", PNG)
    write(media + "Media/MEDIA-2/1_GEN/sow.txt", SOW)
    write(media + "FallbackImages/DRAW-1/1_GEN/FallbackImage.png", PNG)
    db.commit()
    db.close()
    without_version(full)


if __name__ == "__main__":
    for make in (bear, joplin, zkn3, cherrytree, trilium, upnote, webarchive, plum, tinderbox, voodoopad, textbundle, core_data, apple_notes):
        make()
