import SlipBase
@testable import SlipExchange
import SlipNotes
import Testing

@Suite struct ExporterTests {
  static let files: [(path: String, text: String)] = [
    (
      "Work/a.rtf",
      #"{\rtf1{\info{\title Alpha: \'93one\'94}}See {\field{\*\fldinst HYPERLINK "../b%20c.rtf"}{\fldrslt b}} [[Gamma|g]] {\pict\pngblip "#
        + RTFImporterTests.png + "}}"
    ),
    (
      "b c.rtf",
      #"{\rtf1{\info{\title Beta/2}}{\field{\*\fldinst HYPERLINK "Work/a.rtf#x"}{\fldrslt a}}\par https {\field{\*\fldinst HYPERLINK "gone.rtf"}{\fldrslt y}}}"#
    ),
    ("Work/c.txt", "Gamma\n[[Alpha: “one”]]\n"),
  ]

  func sample() throws -> SampleBox {
    var sample = SampleBox()
    try sample.importFiles(Self.files)
    return sample
  }

  @Test func picturesThatBrowsersLackAreLinked() throws {
    var sample = SampleBox()
    let text = #"{\rtf1 a{\pict\wmetafile8 0100090000031234}b{\pict\pngblip "# + RTFImporterTests.png + "}c}"
    try sample.importFiles([("n.rtf", text)])
    let note = try #require(sample.box.note(noteID("n.rtf")))
    #expect(note.attachments.count == 2)
    let name = "attachments/" + note.attachments[0].name
    for attachments in ExportTarget.Attachments.allCases {
      let files = try sample.export(.html) { $0.attachments = attachments }
      #expect(files[name] == [1, 0, 9, 0, 0, 3, 0x12, 0x34])
      let page = try #require(files.first { $0.key.hasSuffix(".html") })
      let html = String(decoding: page.value, as: UTF8.self)
      #expect(html.contains("href=\"\(name)\""), "\(html)")
      #expect(!html.contains("image/wmf;base64"))
      #expect(html.contains(attachments == .embed ? "<img src=\"data:image/png" : "<img src=\"attachments/"))
    }
    let markdown = try sample.exportText(.markdown)
    #expect(markdown.values.contains { $0.contains("](\(name))") && !$0.contains("![](\(name))") })
    // RTF holds it already.
    let rtf = try sample.export(.rtf)
    #expect(rtf.count == 1)
    #expect(rtf.values.contains { String(decoding: $0, as: UTF8.self).contains("0100090000031234") })
  }

  @Test func whatStatesItsStructureIsTakenAtItsWord() throws {
    var sample = SampleBox()
    try sample.importFiles([
      ("a.rtf", "{\\rtf1 First.\\par{\\b A bold line}\\par Text behind it.\\par}")
    ])
    #expect(
      try sample.exportText(.html).values.contains { $0.contains("<h1") && $0.contains("A bold line</") })
    let note = try #require(sample.box.note(noteID("a.rtf")))
    let stated: Set<String> = ["markdown-folder"]
    #expect(sample.box.structure(.auto, of: note, stated: stated) == .auto)
    let key = try #require(note.source)
    try sample.box.update(source: key) { $0.format = "markdown-folder" }
    #expect(sample.box.structure(.auto, of: note, stated: stated) == .styles)
    #expect(sample.box.structure(.looks, of: note, stated: stated) == .looks)
  }

  @Test func originalsComeBackByteForByte() throws {
    var sample = try sample()
    var files = try sample.exportText(.original)
    #expect(files == Dictionary(uniqueKeysWithValues: Self.files.map { ($0.path, $0.text) }))
    #expect(sample.plan(.original).directories == ["Work"])

    // A second source goes beside the first; what was changed in the box doesn't matter.
    try sample.importFiles([("Work/a.rtf", "{\\rtf1 other}")], sourceName: "Other")
    try sample.box.update(note: noteID("b c.rtf")) { $0.body = FileFact(of: [1]) }
    files = try sample.exportText(.original)
    #expect(files["Other/Work/a.rtf"] == "{\\rtf1 other}" && files["Box/b c.rtf"] == Self.files[1].text)
    #expect(files.count == 4)
  }

  @Test func bothVersionsOfAConflictComeBack() throws {
    var sample = try sample()
    try sample.box.update(note: noteID("Work/c.txt")) { $0.title = "Mine" }
    try sample.importFiles([("Work/c.txt", "new")])
    let files = try sample.exportText(.original)
    #expect(files["Work/c.txt"] == "new" && files["Work/c (2).txt"] == Self.files[2].text)
  }

  @Test func damagedOriginalsAreNoticed() throws {
    var sample = try sample()
    for place in sample.payload.keys {
      if case .kept(_, "txt") = place { sample.payload[place] = Array("changed".utf8) }
    }
    let item = try #require(sample.plan(.original).items.first { $0.path == "Work/c.txt" })
    let exporter = Exporter(sample.box, sample.plan(.original), payload: sample)
    #expect { _ = try exporter.render(item).bytes() } throws: {
      ($0 as? SlipError)?.code == ExchangeCode.payloadChanged
    }
  }

  @Test func originalsNeverLeaveTheDirectory() throws {
    var sample = try sample()
    for (number, path) in ["../../up.rtf", "/etc/passwd", "a/../../b.rtf", "a/./b.rtf"].enumerated() {
      var source = Source(
        id: "Box/\(number)", path: path, format: "rtf", original: FileFact(of: []), kept: FileFact(of: []))
      source.modified = nil
      try sample.box.insert(source)
      try sample.box.update(note: noteID("b c.rtf")) { $0.source = source.id }
      for item in sample.plan(.original).items {
        let parts = item.path.split(separator: "/", omittingEmptySubsequences: false)
        #expect(!parts.contains("..") && !parts.contains("") && !parts.contains("."))
      }
    }
  }

  @Test func originalsGetHarmlessNames() throws {
    var sample = try sample()
    let paths = [".git/config", "a", "a/b.txt", "c.d/e.txt"]
    for (number, path) in paths.enumerated() {
      let fact = FileFact(of: [])
      try sample.box.insert(
        Source(id: "Box/\(number)", path: path, format: "txt", original: fact, kept: fact))
      let note = Note(
        id: UniqueID(high: 9, low: UInt64(number)), title: "x", body: fact, mirror: fact)
      try sample.box.insert(note)
      try sample.box.update(note: note.id) { $0.source = "Box/\(number)" }
    }
    let plan = sample.plan(.original)
    let added = plan.items.map(\.path).filter { !Self.files.map(\.path).contains($0) }
    #expect(added == ["_.git/config", "a (2)", "a/b.txt", "c.d/e.txt"])
    #expect(plan.diagnostics.map(\.location.file) == ["_.git/config", "a (2)"])
    #expect(plan.diagnostics.allSatisfy { $0.code == ExchangeCode.nameChanged })
  }

  @Test func textIsTheMirror() throws {
    let files = try sample().exportText(.text)
    #expect(
      files == [
        "Work/Alpha- “one”.txt": "See b [[Gamma|g]] \u{FFFC}", "Beta-2.txt": "a\nhttps y",
        "Work/Gamma.txt": "Gamma\n[[Alpha: “one”]]",
      ])
  }

  @Test func rtfHasItsPicturesAndLeadsToItsNeighbours() throws {
    let embedded = try sample().exportText(.rtf)
    #expect(embedded.keys.sorted() == ["Beta-2.rtf", "Work/Alpha- “one”.rtf", "Work/Gamma.rtf"])
    let alpha = try #require(embedded["Work/Alpha- “one”.rtf"])
    #expect(alpha.contains("HYPERLINK \"../Beta-2.rtf\"") && !alpha.contains("attachments/"))
    #expect(alpha.filter { !$0.isNewline }.lowercased().contains(RTFImporterTests.png))
    let beta = try #require(embedded["Beta-2.rtf"])
    #expect(
      beta.contains("HYPERLINK \"Work/Alpha-%20%E2%80%9Cone%E2%80%9D.rtf#x\"")
        && beta.contains("\"gone.rtf\""))

    let beside = try sample().exportText(.rtf) { $0.attachments = .beside }
    let picture = try #require(
      beside.keys.first { $0.hasPrefix("attachments/picture-") && $0.hasSuffix(".png") })
    #expect(beside["Work/Alpha- “one”.rtf"]?.contains("INCLUDEPICTURE \"../\(picture)\"") == true)
  }

  @Test func filesHaveTheNotesTimes() throws {
    let plan = try sample().plan(.rtf)
    #expect(plan.items.allSatisfy { $0.modified?.rfc3339 == "2024-05-06T07:08:09Z" })
  }
}
