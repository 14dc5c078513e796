import SlipFiles
import SlipBase
import SlipExchange
import SlipNotes
import Testing

@Suite struct ExportPlanTests {
  func box(_ titles: [String], folder: [String] = []) throws -> SlipBox {
    var box = SlipBox()
    let place = box.findOrCreateFolder(at: folder)
    for (number, title) in titles.enumerated() {
      let fact = FileFact(of: Array(title.utf8))
      var note = Note(id: UniqueID(high: 0, low: UInt64(number + 1)), title: title, body: fact, mirror: fact)
      note.folder = place
      try box.insert(note)
    }
    return box
  }

  func names(_ titles: [String], folder: [String] = []) throws -> [String] {
    let box = try box(titles, folder: folder)
    let plan = ExportPlan(box, target: .text)
    return box.noteIDs.compactMap { plan.path(of: $0) }
  }

  static let titleCases: [(String, String)] = [
    ("Plain", "Plain.txt"), ("a/b\\c:d*e?f\"g<h>i|j", "a-b-c-d-e-f-g-h-i-j.txt"), ("..", "Untitled.txt"),
    (".hidden", "_.hidden.txt"), ("", "Untitled.txt"), (" \t\n ", "Untitled.txt"), ("a\n  b\u{7}", "a b.txt"),
    ("CON", "_CON.txt"), ("Desktop", "Desktop.txt"), ("._x", "_._x.txt"), ("com1.2024", "_com1.2024.txt"),
    ("end. . ", "end.txt"), ("e\u{301}", "\u{e9}.txt"),
    ("\u{202E}txt.exe", "txt.exe.txt"), ("👩‍👩‍👧", "👩‍👩‍👧.txt"), ("~$lock", "_~$lock.txt"), ("-rf", "_-rf.txt"),
    ("/x", "_-x.txt"),
    (String(repeating: "ä", count: 150), String(repeating: "ä", count: 98) + ".txt"),
    (String(repeating: "x", count: 300), String(repeating: "x", count: 196) + ".txt"),
  ]

  @Test(arguments: titleCases) func safeNames(title: String, name: String) throws {
    #expect(try names([title]) == [name])
    #expect(SafePath.fault(in: name) == nil)
  }

  @Test func collisionsAreNumbered() throws {
    let titles = ["a", "A", "a", "a (2)", "ﬁ", "FI", "\u{e9}", "E\u{301}"]
    #expect(
      try names(titles) == [
        "a.txt", "A (2).txt", "a (3).txt", "a (2) (2).txt", "ﬁ.txt", "FI (2).txt", "\u{e9}.txt",
        "\u{c9} (2).txt",
      ])
    let long = String(repeating: "x", count: 300)
    let many = try names(Array(repeating: long, count: 12))
    #expect(Set(many).count == 12 && many.allSatisfy { $0.utf8.count <= 200 })
    #expect(many.last == String(repeating: "x", count: 191) + " (12).txt")
  }

  @Test func manyEqualTitlesTakeNoQuadraticTime() throws {
    let many = try names(Array(repeating: "Same", count: 20_000))
    #expect(Set(many).count == 20_000 && many.last == "Same (20000).txt")
  }

  @Test func foldersAreFoldersAndAttachmentsHaveTheirOwn() throws {
    var box = try box(["x"], folder: ["Attachments", "CON", "a/b"])
    _ = box.findOrCreateFolder(at: ["Empty"])
    let plan = ExportPlan(box, target: .rtf)
    #expect(plan.items.map(\.path) == ["Attachments (2)/_CON/a-b/x.rtf"])
    #expect(
      plan.directories == ["Attachments (2)", "Attachments (2)/_CON", "Attachments (2)/_CON/a-b", "Empty"])
  }

  @Test func foldersThatAreTooDeepAreFlattened() throws {
    let box = try box(["x"], folder: (0..<300).map { "folder \($0)" })
    let plan = ExportPlan(box, target: .html)
    let path = try #require(plan.items.first?.path)
    #expect(SafePath.fault(in: path) == nil && path.hasSuffix("/x.html"))
  }

  @Test func aSelectionHasOnlyWhatItNeeds() throws {
    var box = try box(["x", "y"], folder: ["F"])
    let other = box.findOrCreateFolder(at: ["G"])
    try box.update(note: UniqueID(high: 0, low: 2)) { $0.folder = other }
    var options = ExportPlan.Options()
    options.notes = [UniqueID(high: 0, low: 2)]
    let plan = ExportPlan(box, target: .text, options: options)
    #expect(plan.items.map(\.path) == ["G/y.txt"] && plan.directories == ["G"])
  }

  @Test func namesOfAttachments() throws {
    var box = try box(["x", "y"])
    let blobs = ["1", "2", "3", "4"].map { FileFact(of: Array($0.utf8)) }
    let types = [
      ("image/png", "png"), ("image/jpeg", "jpg"), ("application/octet-stream", "bin"), ("image/png", "png"),
    ]
    for (blob, type) in zip(blobs, types) {
      try box.insert(Attachment(blob: blob, mediaType: type.0, fileExtension: type.1))
    }
    let names = ["Photo.PNG", "photo.jpeg", "../tool.dmg", "photo.exe"]
    let references = zip(blobs, names).map { AttachmentReference(attachment: $0.digest, name: $1) }
    try box.update(note: UniqueID(high: 0, low: 1)) { $0.attachments = references }
    try box.update(note: UniqueID(high: 0, low: 2)) { $0.attachments = [references[0]] }
    let plan = ExportPlan(box, target: .markdown)
    let note = try #require(box.note(UniqueID(high: 0, low: 1)))
    #expect(
      blobs.map { blob in box.attachment(blob.digest).flatMap { plan.path(of: $0, in: note) } } == [
        "attachments/Photo.png", "attachments/photo.jpeg", "attachments/tool.dmg",
        "attachments/photo.exe.png",
      ])
    #expect(plan.items.filter { if case .attachment = $0.content { true } else { false } }.count == 4)
    #expect(ExportPlan(box, target: .text).leftOut == blobs.map(\.digest).sorted())
    // What RTF can hold is within it.
    #expect(ExportPlan(box, target: .rtf).items.map(\.path) == ["attachments/tool.dmg", "x.rtf", "y.rtf"])
  }

  /// One blob may have a name in each note, and several in one.
  @Test func equalBytesKeepTheirNames() throws {
    var box = try self.box(["x", "y", "z"])
    let blob = FileFact(of: [1, 2, 3])
    let attachment = Attachment(blob: blob, mediaType: "application/pdf", fileExtension: "pdf")
    try box.insert(attachment)
    let names = [["bill.pdf", "offer.pdf"], ["offer.pdf"], ["Bill.pdf", "aux.pdf"]]
    for (number, names) in names.enumerated() {
      try box.update(note: UniqueID(high: 0, low: UInt64(number + 1))) {
        $0.attachments = names.map { AttachmentReference(attachment: blob.digest, name: $0) }
      }
    }
    let plan = ExportPlan(box, target: .html)
    func paths(_ number: Int) throws -> [String?] {
      let note = try #require(box.note(UniqueID(high: 0, low: UInt64(number + 1))))
      return [plan.path(of: attachment, in: note)]
        + names[number].map { plan.path(of: attachment, in: note, named: $0) }
    }
    #expect(try paths(0) == ["attachments/bill.pdf", "attachments/bill.pdf", "attachments/offer.pdf"])
    #expect(try paths(1) == ["attachments/offer.pdf", "attachments/offer.pdf"])
    #expect(try paths(2).dropFirst() == ["attachments/Bill (2).pdf", "attachments/_aux.pdf"])
    #expect(plan.items.filter { if case .attachment = $0.content { true } else { false } }.count == 4)
  }

  @Test func planIsDeterministic() throws {
    let titles = (0..<200).map { "Title \($0 % 17)" }
    #expect(ExportPlan(try box(titles), target: .html) == ExportPlan(try box(titles), target: .html))
  }
}
