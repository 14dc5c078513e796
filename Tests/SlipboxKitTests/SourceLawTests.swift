import Foundation
import SlipPrograms
import SlipBase
import SlipExchange
import SlipIndex
import SlipTestSupport
import SlipboxKit
import Testing

/// What holds for every kind of container: it comes in, is valid, comes in again without a change, and comes back byte
/// for byte.
@Suite struct SourceLawTests {
  /// A small container.
  struct Sample: Sendable, CustomTestStringConvertible {
    /// The name of its kind.
    var kind: String
    /// The name of the file or folder.
    var name: String
    /// Its files.
    var files: [String: String] = [:]
    /// The content of a file that is no text.
    var bytes: [UInt8] = []
    /// The titles of its notes, sorted.
    var titles: [String]
    /// How many links there are between notes.
    var links: Int
    var testDescription: String { kind }
  }

  static let samples = [
    Sample(
      kind: "obsidian", name: "Vault",
      files: [
        ".obsidian/app.json": "{}",
        "A.md": "---\ntags: [x/y]\naliases: Other\n---\nSee [[B#h|b]] and ![[p.txt]].\n",
        "d/B.md": "To [[other]]. ^id\n",
        "p.txt": "file", "loose.txt": "nobody shows it",
      ], titles: ["A", "B"], links: 2),
    Sample(
      kind: "logseq", name: "Graph",
      files: [
        "logseq/config.edn": "{}", "logseq/bak/pages/A.md": "- old", "assets/p.txt": "file",
        "pages/A.md": "alias:: Other\n\n- To [[b/C]] and [p](../assets/p.txt)\n",
        "pages/b___C.md": "- TODO See [[other]]\n",
      ], titles: ["A", "b/C"], links: 2),
    Sample(
      kind: "markdown", name: "Notes",
      files: ["A.md": "To [b](d/B%20c.md#x).\n", "d/B c.md": "# B\n\nText, [[C]]\n"],
      titles: ["A", "B c"], links: 1),
    Sample(
      kind: "html", name: "Pages",
      files: ["a.html": "<title>A</title><p><a href='b.htm'>b</a><img src='p.png'>", "b.htm": "<p>B"],
      titles: ["A", "b"], links: 1),
    Sample(
      kind: "textbundle", name: "T.textbundle",
      files: [
        "info.json": "{\"version\": 2}", "text.md": "# Title\n\n[a](assets/a.txt)\n", "assets/a.txt": "a",
        "assets/b.txt": "b",
      ],
      titles: ["Title"], links: 0),
    Sample(
      kind: "bear", name: "B.bear2bk",
      files: [
        "B/tags.json": "{}", "B/x.textbundle/text.md": "# X\nTo [[Y/Heading]] #tag\n",
        "B/x.textbundle/info.json":
          "{\"net.shinyfrog.bear\": {\"uniqueIdentifier\": \"1\", \"pinned\": 1, \"creationDate\": \"2024-01-02T03:04:05Z\"}}",
        "B/y.textbundle/text.md": "# Y\n",
        "B/y.textbundle/info.json": "{\"net.shinyfrog.bear\": {\"uniqueIdentifier\": \"2\"}}",
        "B/z.textbundle/text.md": "# Z\n",
        "B/z.textbundle/info.json": "{\"net.shinyfrog.bear\": {\"uniqueIdentifier\": \"3\", \"trashed\": 1}}",
      ], titles: ["X", "Y"], links: 1),
    Sample(
      kind: "joplin", name: "Raw",
      files: [
        String(repeating: "1", count: 32) + ".md":
          "Note\n\nTo [n](:/\(String(repeating: "2", count: 32)))\n\nid: \(String(repeating: "1", count: 32))\nparent_id: \(String(repeating: "f", count: 32))\ntype_: 1",
        String(repeating: "2", count: 32) + ".md":
          "Next\n\n\n\nid: \(String(repeating: "2", count: 32))\ntype_: 1",
        String(repeating: "f", count: 32) + ".md":
          "Book\n\nid: \(String(repeating: "f", count: 32))\ntype_: 2",
      ], titles: ["Next", "Note"], links: 1),
    Sample(
      kind: "zkn3", name: "Z.zkn3",
      files: [
        "zknFile.xml":
          "<zettelkasten><zettel zknid='a' ts_created='2209011200'><title>One</title><content>[z 2]two[/z]</content><keywords>1</keywords></zettel><zettel zknid='b'><title>Two</title><content>x</content><luhmann>1</luhmann></zettel></zettelkasten>",
        "keywordFile.xml": "<keywords><entry f='9'>k</entry></keywords>",
      ], titles: ["One", "Two"], links: 2),
    Sample(
      kind: "tomboy", name: "Tomboy",
      files: [
        "a.note":
          "<note xmlns='http://beatniksoftware.com/tomboy'><title>A</title><text><note-content>A\n\nTo <link:internal>b</link:internal></note-content></text></note>",
        "b.note":
          "<note xmlns='http://beatniksoftware.com/tomboy'><title>B</title><text><note-content>B\n<list><list-item>x</list-item></list></note-content></text></note>",
      ], titles: ["A", "B"], links: 1),
    Sample(
      kind: "keep", name: "Takeout",
      files: [
        "Keep/A.json":
          "{\"title\": \"A\", \"textContent\": \"t\", \"isTrashed\": false, \"isArchived\": false, \"isPinned\": true, \"attachments\": [{\"filePath\": \"p.jpeg\"}]}",
        "Keep/A.html": "<p>t", "Keep/p.jpg": "picture",
      ], titles: ["A"], links: 0),
    Sample(
      kind: "dayone", name: "Export",
      files: [
        "Diary.json":
          "{\"metadata\": {}, \"entries\": [{\"uuid\": \"A1\", \"creationDate\": \"2022-09-03T22:05:06Z\", \"text\": \"# One\\n\\nTo [b](dayone://view?entryId=B2)\"}, {\"uuid\": \"B2\", \"creationDate\": \"2022-09-03T22:05:06Z\", \"text\": \"# Two\"}]}"
      ], titles: ["One", "Two"], links: 1),
    Sample(
      kind: "standardnotes", name: "Backup.json",
      files: [
        "":
          "{\"version\": \"004\", \"items\": [{\"uuid\": \"1\", \"content_type\": \"Note\", \"content\": {\"title\": \"One\", \"text\": \"t\", \"references\": [{\"uuid\": \"2\"}]}}, {\"uuid\": \"2\", \"content_type\": \"Note\", \"content\": {\"title\": \"Two\", \"text\": \"\"}}]}"
      ], titles: ["One", "Two"], links: 1),
    Sample(
      kind: "notion", name: "Export.zip",
      files: [
        "Garden a49e8bc394f36f3747eb4987ebeb97f6.md":
          "# Garden\n\n[Bees](Garden%20a49e8bc394f36f3747eb4987ebeb97f6/Bees%20aa710e9f8731e1c662ed4ba849363764.md)\n",
        "Garden a49e8bc394f36f3747eb4987ebeb97f6/Bees aa710e9f8731e1c662ed4ba849363764.md":
          "# Bees\n\n[up](https://www.notion.so/Garden-a49e8bc394f36f3747eb4987ebeb97f6?pvs=4)\n",
        "Seeds 720787546f897746ab91ce42c0b3d8c7.csv": "Name,Sown\nPea,May\n",
      ], titles: ["Bees", "Garden", "Seeds"], links: 2),
    Sample(kind: "msg", name: "M.msg", bytes: Self.mail, titles: ["Inner", "Outer"], links: 1),
    Sample(kind: "tnef", name: "winmail.dat", bytes: Self.stream, titles: ["Inner", "Outer"], links: 1),
    Sample(kind: "snt", name: "StickyNotes.snt", bytes: Self.sticky, titles: ["One", "Two"], links: 0),
    Sample(
      kind: "stickies", name: "Stickies",
      files: [
        ".SavedStickiesState":
          "<plist version='1.0'><array><dict><key>UUID</key><string>B2</string></dict></array></plist>",
        "A1.rtfd/TXT.rtf": "{\\rtf1 One}", "B2.rtfd/TXT.rtf": "{\\rtf1 Two}", "B2.rtfd/a.txt": "a",
      ], titles: ["One", "Two"], links: 0),
    Sample(
      kind: "tinderbox", name: "Garden.tbx",
      files: [
        "":
          "<?xml version='1.0'?><tinderbox version='2'><item ID='1'><attribute name='Name' >One</attribute><text >To two</text><item ID='2' proto='p'><attribute name='Name' >Two</attribute><attribute name='Tags' >a;b</attribute></item></item><links><link name='x' sourceid='1' destid='2' sstart='3' slen='3' /></links></tinderbox>"
      ], titles: ["One", "Two"], links: 1),
    Sample(
      kind: "treepad", name: "Tree.hjt",
      files: [
        "":
          "<Treepad version 3.1>\ndt=RTF\n<node>\nOne\n0\n{\\rtf1 a}\n<end node> 5P9i0s8y19Z\ndt=Text\n<node>\nTwo\n1\nb\n<end node> 5P9i0s8y19Z\n"
      ], titles: ["One", "Two"], links: 0),
    Sample(
      kind: "voodoopad", name: "Garden.vpdoc",
      files: [
        "storeinfo.plist":
          "<plist version='1.0'><dict><key>VoodooPadBundleVersion</key><integer>6</integer></dict></plist>",
        "pages/a/a1": "{\\rtf1 To {\\field{\\*\\fldinst{HYPERLINK \"Two\"}}{\\fldrslt two}}}",
        "pages/a/a1.plist":
          "<plist version='1.0'><dict><key>displayName</key><string>One</string></dict></plist>",
        "pages/b/b2": "plain",
        "pages/b/b2.plist":
          "<plist version='1.0'><dict><key>displayName</key><string>Two</string></dict></plist>",
      ], titles: ["One", "Two"], links: 1),
    Sample(
      kind: "zim", name: "Notebook",
      files: [
        "notebook.zim": "[Notebook]\n", ".zim/x": "x", "One/p.txt": "file", "loose.txt": "file",
        "One.txt": "Content-Type: text/x-zim-wiki\n\n====== One ======\n[[+Two]] [[./p.txt]]\n",
        "One/Two.txt": "Content-Type: text/x-zim-wiki\n\n[[One]]",
      ], titles: ["One", "Two"], links: 2),
    Sample(
      kind: "keynote", name: "Notes.knt",
      files: [
        "":
          "#!GFKNT 3.0\n%*\nGI=1\nND=One\n%.\nDC=2811241742\n%:\n{\\rtf1 To {\\field{\\*\\fldinst{HYPERLINK \"file:///<2|0|0\"}}{\\fldrslt two}}}\n%*\nGI=2\nND=Two\n%.\n%+\nNN=F\nID=1\n%-\ngi=1\n%-\ngi=2\nLV=1\n%%\n"
      ], titles: ["One", "Two"], links: 1),
    Sample(
      kind: "simplenote", name: "notes.json",
      files: [
        "":
          "{\"activeNotes\": [{\"id\": \"a\", \"content\": \"One\\r\\nTo [b](simplenote://note/b)\", \"creationDate\": \"2019-09-25T19:12:04.794Z\", \"tags\": [\"k\"]}, {\"id\": \"b\", \"content\": \"Two\\n- [x] x\"}], \"trashedNotes\": [{\"id\": \"c\", \"content\": \"Gone\"}]}"
      ], titles: ["One", "Two"], links: 1),
    Sample(
      kind: "opml", name: "Garden.opml",
      files: [
        "":
          "<opml version='2.0'><head><title>Garden</title></head><body><outline text='Bees #k' _note='n'><outline text='x' _status='checked'/></outline></body></opml>"
      ], titles: ["Garden"], links: 0),
    Sample(
      kind: "roam", name: "graph.json",
      files: [
        "":
          "[{\"title\": \"One\", \"uid\": \"abcdefghi\", \"edit-time\": 1603542400005, \"children\": [{\"string\": \"To [[Two]] and ((block-one)) #k\", \"uid\": \"block-two\"}]}, {\"title\": \"Two\", \"uid\": \"jklmnopqr\", \"children\": [{\"string\": \"text\", \"uid\": \"block-one\"}]}, {\"title\": \"Name\"}]"
      ], titles: ["One", "Two"], links: 1),
    Sample(
      kind: "cherrytree", name: "Garden.ctd",
      files: [
        "":
          "<cherrytree><bookmarks list='2'/><node unique_id='1' name='One' prog_lang='custom-colors' tags='k'><rich_text>To </rich_text><rich_text link='node 2'>two</rich_text><node unique_id='2' name='Two' prog_lang='sh'><rich_text>ls</rich_text></node></node></cherrytree>"
      ], titles: ["One", "Two"], links: 1),
    Sample(
      kind: "trilium", name: "Export",
      files: [
        "!!!meta.json":
          "{\"formatVersion\": 2, \"files\": [{\"noteId\": \"a\", \"title\": \"One\", \"type\": \"text\", \"format\": \"html\", \"dataFileName\": \"One.html\", \"dirFileName\": \"One\", \"children\": [{\"noteId\": \"b\", \"title\": \"Two\", \"type\": \"text\", \"format\": \"html\", \"dataFileName\": \"Two.html\"}]}]}",
        "One.html": "<p>To <a href='One/Two.html'>two</a></p>", "One/Two.html": "<p>x</p>",
      ], titles: ["One", "Two"], links: 1),
    Sample(
      kind: "upnote", name: "UpNote",
      files: [
        "General Space/One.html":
          "<div class=\"shine-editor\"><h2>One</h2><div>To <a href='Two.html'>two</a></div></div>",
        "General Space/Two.html": "<div class=\"shine-editor\">Two<br>x</div>",
        "General Space/notebooks/Book/Two.html": "",
      ], titles: ["One", "Two"], links: 1),
    Sample(
      kind: "eml", name: "Mail",
      files: [
        "One.eml":
          "From: a@example.org\nSubject: One\nIn-Reply-To: <2@x>\nDate: Fri, 21 Nov 1997 09:55:06 -0600\n\nText\n",
        "Two.eml": "From: b@example.org\nSubject: Two\nMessage-ID: <2@x>\n\nText\n",
      ], titles: ["One", "Two"], links: 1),
    Sample(
      kind: "mbox", name: "Inbox.mbox",
      files: [
        "":
          "From a@x Fri Nov 21 15:55:06 1997\nSubject: One\nMessage-ID: <1@x>\n\n>From here\n\nFrom b@x Fri Nov 21 15:55:06 1997\nSubject: Two\nReferences: <1@x>\n\nText\n"
      ], titles: ["One", "Two"], links: 1),
    Sample(
      kind: "mhtml", name: "Page.mhtml",
      files: [
        "":
          "From: <Saved by Blink>\nSnapshot-Content-Location: https://example.org/a/b.html\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=\"x\"\n\n--x\nContent-Type: text/html\nContent-Location: https://example.org/a/b.html\n\n<title>One</title><p>t<img src='p.txt'>\n--x\nContent-Type: text/plain\nContent-Location: https://example.org/a/p.txt\n\nfile\n--x--\n"
      ], titles: ["One"], links: 0),
    Sample(
      kind: "webarchive", name: "Page.webarchive",
      files: [
        "":
          "<?xml version='1.0'?><plist version='1.0'><dict><key>WebMainResource</key><dict><key>WebResourceURL</key><string>https://example.org/</string><key>WebResourceMIMEType</key><string>text/html</string><key>WebResourceData</key><data>PHRpdGxlPk9uZTwvdGl0bGU+PHA+dA==</data></dict></dict></plist>"
      ], titles: ["One"], links: 0),
    Sample(
      kind: "org", name: "Notes",
      files: [
        "A.org": ":PROPERTIES:\n:ID: 1-2\n:END:\n#+TITLE: One\n* TODO x :k:\nTo [[file:B.org][b]]\n",
        "B.org": "#+TITLE: Two\n[[id:1-2]] [[./p.txt][p]]\n", "p.txt": "file",
      ], titles: ["One", "Two"], links: 2),
    Sample(
      kind: "table", name: "list.csv", files: ["": "Name,Text,Mood\nOne,a,calm\nTwo,b,\n"],
      titles: ["One", "Two"], links: 0),
  ]

  /// An item with a file and an item attached.
  private static let item: OutlookMaker.Item = {
    var item = OutlookMaker.Item([
      (0x0037, .text("Outer")), (0x001A, .text("IPM.Note")),
      (0x1009, .bytes(OutlookMaker.storedRTF("{\\rtf1\\ansi Text}"))),
    ])
    var attached = OutlookMaker.Item([(0x3001, .text("Inner"))])
    attached.inner = [OutlookMaker.Item([(0x0037, .text("Inner")), (0x1000, .text("Plain"))])]
    item.attachments = [
      OutlookMaker.Item([(0x3707, .text("a.txt")), (0x3701, .bytes(Array("file".utf8)))]), attached,
    ]
    return item
  }()
  private static let mail = OutlookMaker.message(item).bytes()
  private static let stream = OutlookMaker.stream(item)
  private static let sticky: [UInt8] = {
    var file = CompoundFileMaker()
    file.add("Version", [2, 0, 0, 0])
    file.add("Metafile", Array(repeating: 0, count: 200))
    for (name, text) in [("0a36b992-00a1-11e3-8", "One"), ("4076e98a-277d-11e4-9", "Two")] {
      file.add(name + "/0", Array("{\\rtf1\\ansi \(text)\\par}\0".utf8))
    }
    return file.bytes()
  }()

  /// Writes a sample: a folder, or a ZIP where the name says so.
  static func write(_ sample: Sample, to directory: TemporaryDirectory) throws {
    guard sample.bytes.isEmpty else { return try directory.write(sample.name, sample.bytes) }
    guard ["zkn3", "bear2bk", "zip"].contains(sample.name.split(separator: ".").last.map(String.init) ?? "")
    else {
      for (path, text) in sample.files {
        try directory.write(sample.name + (path.isEmpty ? "" : "/" + path), text)
      }
      return
    }
    var zip = ZipMaker()
    zip.entries = sample.files.sorted { $0.key < $1.key }.map { ZipMaker.Entry($0.key, $0.value) }
    try Data(zip.bytes()).write(to: URL(filePath: directory.path(sample.name)))
  }

  @Test func everyKindHasASample() {
    // These have suites of their own.
    let others = ["scrivener", "enex", "applenotes", "coredata", "onenote"]
    let kinds = Set(Self.samples.map(\.kind)).union(others + [Self.plum.kind])
    #expect(kinds == Set(ProgramTable.sources.kinds.map(\.name)))
    #expect(Set(ProgramTable.sources.kinds.map(\.name)).count == ProgramTable.sources.kinds.count)
  }

  @Test(arguments: samples) func theRoad(_ sample: Sample) throws {
    let directory = try TemporaryDirectory()
    try Self.write(sample, to: directory)
    try go(sample, directory)
  }

  /// Addresses that stand for files while a note is read.
  private static let invented = [
    "sx-file/", "sx-cid/", "enex-media/", "zim-file/", "page-file/", "joplin-item/", "dayone-media/",
    "zkn-img/",
  ]

  /// Notes that show files, and links in places where they may be missed.
  private static let shown: [Sample] = {
    let (a, b) = (String(repeating: "a", count: 32), String(repeating: "b", count: 32))
    let picture =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="
    let hash = "a0e9d6f6e5f5e2a9b0f9d8a5a4c4a4d5"
    let tricky =
      "![[p.txt]] ![[p.txt|x]] [[p.txt]] `[[p.txt]]` [[gone|x]] ![[gone.png]]\n\n<div>[[p.txt]] [[B]]</div>\n\n<b title=\"[[p.txt]]\">x</b> <a href=\"[[p.txt]]\">y</a>\n\n    [[p.txt]]\n\n| [[p.txt]] | [[p.txt\\|z]] |\n| --- | --- |\n\n# [[p.txt]]\n\n[a [[p.txt]] b](https://a.b) ^[[[p.txt]]] $[[p.txt]]$ %%[[p.txt]]%%\n"
    return [
      Sample(
        kind: "obsidian", name: "Vault",
        files: [".obsidian/app.json": "{}", "A.md": tricky, "B.md": "[[A]]", "p.txt": "file"],
        titles: ["A", "B"], links: 2),
      Sample(
        kind: "logseq", name: "Graph",
        files: [
          "logseq/config.edn": "{}", "pages/A.md": "- " + tricky.replacing("\n", with: "\n  "),
          "pages/B.md": "- x", "pages/p.txt": "file",
        ],
        titles: [], links: 0),
      Sample(
        kind: "joplin", name: "Raw",
        files: [
          a + ".md":
            "A\n\n![](:/\(b)) [x](:/\(b)) `:/\(b)` :/\(b) [y](:/\(a)) <img src=\":/\(b)\"> <img src=\":/gone\"/>\n\nid: \(a)\ntype_: 1",
          b + ".md": "p.txt\n\nid: \(b)\ntype_: 4", "resources/\(b).txt": "file",
        ], titles: ["A"], links: 0),
      Sample(
        kind: "enex", name: "Book.enex",
        files: [
          "":
            "<en-export><note><title>A</title><content><![CDATA[<en-note><pre><en-media hash=\"\(hash)\"/></pre><en-media hash=\"x\" type=\"image/png\"/><en-media type=\"a/b\"/><a href=\"p.png\"><en-media hash=\"y\"/>p</a><img src=\"p.png\"/></en-note>]]></content><resource><data>\(picture)</data><resource-attributes><file-name>p.png</file-name></resource-attributes></resource></note></en-export>"
        ], titles: ["A"], links: 0),
      Sample(
        kind: "zim", name: "Notebook",
        files: [
          "notebook.zim": "[Notebook]\n", "p.txt": "file",
          "One.txt":
            "Content-Type: text/x-zim-wiki\n\n[[./p.txt]] [[./p.txt|x]] {{./p.txt}} ''[[./p.txt]]'' **[[./p.txt]]** {{./gone.png}} [[./gone]]\n| [[./p.txt]] |\n",
        ], titles: ["One"], links: 0),
      Sample(
        kind: "dayone", name: "Export",
        files: [
          "Diary.json":
            "{\"metadata\": {}, \"entries\": [{\"uuid\": \"A1\", \"creationDate\": \"2022-09-03T22:05:06Z\", \"text\": \"![](dayone-moment://X1) `dayone-moment://X1` dayone-moment:/video/X2 ![](dayone-moment:/video/X2)\", \"photos\": [{\"identifier\": \"X1\", \"md5\": \"q\"}]}]}",
          "photos/q.txt": "file",
        ], titles: ["dayone-moment://X1 dayone-moment:/video/X2"], links: 0),
      Sample(
        kind: "zkn3", name: "Z.zkn3",
        files: [
          "zknFile.xml":
            "<zettelkasten><zettel zknid='a'><title>One</title><content>[img]gone.png[/img] [code][img]p.png[/img][/code] [img]p.png</content></zettel></zettelkasten>"
        ], titles: ["One"], links: 0),
    ]
  }()

  @Test(arguments: samples + shown) func inventedAddressesStayInside(_ sample: Sample) throws {
    let directory = try TemporaryDirectory()
    try Self.write(sample, to: directory)
    let bundle = directory.path("b.slipbox")
    var request = ImportRequest(inputs: [directory.path(sample.name)])
    request.target = .at(bundle)
    let outcome = try request.run()
    #expect(outcome.noteCount > 0)
    var exported = outcome.diagnostics.map(\.message) + outcome.report.unresolvedLinks.map(\.target.text)
    var texts: [String] = []
    try FileManager.default.createDirectory(atPath: directory.path("out"), withIntermediateDirectories: true)
    for target in ExchangeTable.targets {
      _ = try ExportRequest(
        bundle: bundle, output: directory.path("out/" + target.name), target: target
      ).run()
    }
    for target in ProgramTable.containers {
      _ = try ContainerExport(bundle: bundle, output: directory.path("out/c-" + target.name), target: target)
        .run()
    }
    try FileManager.default.removeItem(atPath: directory.path(sample.name))
    for case let path as String in try #require(FileManager.default.enumerator(atPath: directory.path(""))) {
      var isDirectory: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: directory.path(path), isDirectory: &isDirectory)
      // What is kept of the original has what the user wrote, whatever that is.
      if isDirectory.boolValue || path.contains("/sources/") { continue }
      let bytes = Array(try Data(contentsOf: URL(filePath: directory.path(path))))
      let tree = try? SourceTree.of(bytes, named: "a.zip")
      if let tree, tree.form == .archive {
        for file in tree.files {
          exported.append(String(decoding: try tree.read(file.path) ?? [], as: UTF8.self))
        }
      } else {
        let text = String(decoding: bytes, as: UTF8.self)
        // A bundle names files by their content in its manifest and in bodies, and nothing else does.
        let mayName = path.hasPrefix("b.slipbox/") && !path.hasSuffix(".txt")
        if mayName { texts.append(text) } else { exported.append(text) }
      }
    }
    // No page takes a link to a file of the export for a dead one.
    let dead = /class="unlinked" title="([^"]+)"/
    for case let path as String in try #require(
      FileManager.default.enumerator(atPath: directory.path("out/html")))
    where path.hasSuffix(".html") {
      let page = URL(filePath: directory.path("out/html/" + path))
      for match in String(decoding: try Data(contentsOf: page), as: UTF8.self).matches(of: dead) {
        let target = String(match.1).removingPercentEncoding ?? ""
        let file = page.deletingLastPathComponent().appending(path: target).path
        #expect(!FileManager.default.fileExists(atPath: file), "\(target) in \(path)")
      }
    }
    let blob = /attachments\/[0-9a-f]{2}\/[0-9a-f]{64}/
    for text in exported {
      let named = text.firstMatch(of: blob).map { text[..<$0.range.upperBound].suffix(200) }
      #expect(named == nil)
    }
    for text in texts + exported {
      for address in Self.invented { #expect(!text.contains(address), "\(address) in \(text.prefix(2_000))") }
    }
  }

  @Test func vaultsGetBackWhatOnlyTheyKnow() throws {
    let text = """
      > [!note]- Folded **title**
      > Inside

      > [!tip]
      > Text

      - [/] half
      - [-] dropped
      - [>] moved
      - [ ] open

      [gone](not%20here.md#x)

      seen %%said to myself%% text

      """
    let directory = try TemporaryDirectory()
    try directory.write("Vault/A.md", text + "\n[[A]]\n")
    var request = ImportRequest(inputs: [directory.path("Vault")])
    request.target = .at(directory.path("b.slipbox"))
    _ = try request.run()
    let target = try #require(ProgramTable.container(named: "obsidian"))
    _ = try ContainerExport(
      bundle: directory.path("b.slipbox"), output: directory.path("out"), target: target
    ).run()
    let out = try String(contentsOf: URL(filePath: directory.path("out/A.md")), encoding: .utf8)
    for line in text.split(separator: "\n") where !line.hasPrefix("> [!note]") {
      #expect(out.contains("\n" + line + "\n"), "\(line) in \(out)")
    }
    #expect(out.contains("> [!note]- Folded title\n> Inside\n"))
  }

  /// A folder with the store of Sticky Notes, which only SQLite writes.
  private static let plum = Sample(kind: "plum", name: "LocalState", titles: ["One", "Two"], links: 0)

  @Test func theRoadOfAStore() throws {
    let directory = try TemporaryDirectory()
    try directory.write("LocalState/media/p.txt", "picture")
    do {
      let database = try Database(directory.path("LocalState/plum.sqlite"), .create)
      try database.execute(
        "CREATE TABLE Note (Id varchar, Text varchar, WindowPosition varchar, CreatedAt bigint, DeletedAt bigint)"
      )
      try database.execute(
        "INSERT INTO Note VALUES ('a', '\\id=1 One', '', 637135310450000000, NULL), ('b', 'Two', '', 637135310460000000, NULL), ('c', 'Gone', '', 1, 637135310460000000)"
      )
      try database.execute("CREATE TABLE Media (ParentId varchar, LocalFileRelativePath varchar)")
      try database.execute("INSERT INTO Media VALUES ('a', 'media/p.txt')")
    }
    try go(Self.plum, directory)
  }

  /// Imports a sample twice, validates the bundle, and exports the original.
  private func go(_ sample: Sample, _ directory: TemporaryDirectory) throws {
    var request = ImportRequest(inputs: [directory.path(sample.name)])
    request.target = .at(directory.path("b.slipbox"))
    let outcome = try request.run()
    let bundle = try OpenBundle(directory.path("b.slipbox"))
    #expect(bundle.box.notes.map(\.title).sorted() == sample.titles)
    #expect(bundle.box.notes.reduce(0) { $0 + $1.links.count } == sample.links)
    #expect(outcome.report.newLinks == sample.links)
    #expect(bundle.box.sources.map(\.format).allSatisfy { $0.hasPrefix(sample.kind) })
    let errors = try Validation.run(directory.path("b.slipbox")).report.diagnostics.filter {
      $0.severity == .error
    }
    #expect(errors == [])
    #expect(try !request.run().isChanged)
    _ = try ExportRequest(
      bundle: directory.path("b.slipbox"), output: directory.path("out"), target: .original
    ).run()
    #expect(
      FileManager.default.contentsEqual(
        atPath: directory.path(sample.name), andPath: directory.path("out/" + sample.name)))
  }

  // MARK: Hostile containers

  /// Imports a file, and gives the outcome or the error.
  func attempt(_ bytes: [UInt8], as name: String) throws -> Result<ImportOutcome, SlipError> {
    let directory = try TemporaryDirectory()
    try Data(bytes).write(to: URL(filePath: directory.path(name)))
    var request = ImportRequest(inputs: [directory.path(name)])
    request.target = .at(directory.path("b.slipbox"))
    do throws(SlipError) {
      let outcome = try request.run()
      let errors = try? Validation.run(directory.path("b.slipbox")).report.diagnostics.filter {
        $0.severity == .error
      }
      #expect(errors == [])
      #expect(Set(directory.names()) == [name, "b.slipbox"])
      return .success(outcome)
    } catch {
      #expect(directory.names() == [name])
      return .failure(error)
    }
  }

  @Test func whatLeadsOutOfAnArchiveIsNotRead() throws {
    for path in ["../evil.md", "/etc/evil.md", "a/../../evil.md"] {
      var zip = ZipMaker([ZipMaker.Entry("a.md", "[[b]]"), ZipMaker.Entry("b.md", "x")])
      zip.entries.append(ZipMaker.Entry(path, "evil"))
      _ = try attempt(zip.bytes(), as: "v.zip")
    }
  }

  @Test func deepAndEndlessThings() throws {
    let deep = String(repeating: "<div>", count: 100_000)
    let xml =
      "<en-export><note><title>T</title><content><![CDATA[<en-note>\(deep)x</en-note>]]></content></note></en-export>"
    #expect(try attempt(Array(xml.utf8), as: "a.enex").get().noteCount == 1)
    let bomb = "<!DOCTYPE en-export [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>"
    let entity = bomb + "<en-export><note><title>&b;</title><content>&b;</content></note></en-export>"
    #expect(try attempt(Array(entity.utf8), as: "b.enex").get().noteCount == 1)
    let base64 = "<en-export><note><title>R</title><resource><data>" + String(repeating: "A", count: 1 << 20)
    #expect(try attempt(Array(base64.utf8), as: "c.enex").get().noteCount == 1)
    let json = String(repeating: "[", count: 100_000)
    _ = try attempt(Array(("{\"items\": \"content_type\", " + json).utf8), as: "d.json")
    let yaml = "---\na: " + String(repeating: "[", count: 100_000) + "\n---\nText"
    #expect(try attempt(Array(yaml.utf8), as: "e.md").get().noteCount == 1)
  }

  @Test func everyCutOfAContainerIsReadOrRefused() throws {
    for sample in Self.samples
    where ["zkn3", "bear2bk", "zip", "json", "msg", "dat", "snt", "tbx", "hjt", "knt"].contains(
      sample.name.split(separator: ".").last ?? "")
    {
      let directory = try TemporaryDirectory()
      try Self.write(sample, to: directory)
      let bytes = Array(try Data(contentsOf: URL(filePath: directory.path(sample.name))))
      for count in stride(from: 1, to: bytes.count, by: max(1, bytes.count / 24)) {
        _ = try attempt(Array(bytes.prefix(count)), as: sample.name)
      }
    }
  }
}
