import Foundation
import SlipBase
import SlipBundle
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipboxKit

/// Edits that read a part of a large bundle make the same bundle as those that read all of it.
@Suite struct PartialEditLawTests {
  private static let count = 1_060

  private static func id(_ number: Int) -> UniqueID {
    UniqueID(namespace: IdentityNamespace.note, name: "partial \(number)")
  }

  /// A bundle of notes with links, attachments and sources, some of which several notes share.
  private static func makeBundle(_ path: String) throws {
    let stage = try BundleStage.begin(at: path)
    var box = SlipBox()
    func file(_ path: String, _ text: String) throws -> FileFact {
      try stage.write(path, Array(text.utf8))
      return FileFact(of: Array(text.utf8))
    }
    for name in ["Hives", "Queens"] { _ = try box.findOrCreateFolder(named: name, created: nil) }
    let folders = box.folders.map(\.id).sorted()
    for number in 0..<count {
      let id = id(number)
      let text =
        number % 7 == 3
        ? "{\\field{\\*\\fldinst{HYPERLINK \"slipbox:note/\(Self.id(number - 1))\"}}{\\fldrslt there}}" : ""
      let shown = number % 7 == 3 ? "there" : ""
      var note = Note(
        id: id, title: "Note \(number)",
        body: try file(PayloadPath.body(id), "{\\rtf1 Note \(number) \(text)}"),
        mirror: try file(PayloadPath.mirror(id), "Note \(number) \(shown)"))
      note.order = number
      if number % 3 > 0 { note.folder = folders[number % 3 - 1] }
      if number % 7 == 3 { note.links = [Self.id(number - 1)] }
      if number % 11 == 5 {
        note.links.append(Self.id((number * 17) % number))
        note.manualLinks = [Self.id((number * 17) % number)]
      }
      if number % 5 == 2 {
        let content = "attached \(number % 10 == 2 ? number : number % 40)"
        let blob = FileFact(of: Array(content.utf8))
        if box.attachment(blob.digest) == nil {
          _ = try file(PayloadPath.blob(blob.digest, "txt"), content)
          try box.insert(Attachment(blob: blob, mediaType: "text/plain", fileExtension: "txt"))
        }
        note.attachments = [AttachmentReference(attachment: blob.digest, name: "a.txt")]
      }
      if number % 6 == 1 {
        let key = "Notes/\(number % 12 == 1 ? number : number % 36).rtf"
        if box.source(key) == nil {
          let kept = "{\\rtf1 kept \(number % 4)}"
          let fact = FileFact(of: Array(kept.utf8))
          try box.insert(Source(id: key, path: key, format: "rtf", original: fact, kept: fact))
          if let source = box.source(key) { _ = try file(box.keptPath(of: source), kept) }
        }
        note.source = key
        note.sourceItem = number % 12 == 1 ? nil : "\(number)"
      }
      try box.insert(note)
    }
    _ = try stage.commit(manifestOf: box)
  }

  /// An edit, and the notes that it says it needs.
  private enum Edit {
    case create(String, folder: String?)
    case delete([Note.ID])
    case undo
    case favorite(Note.ID)

    static func random(_ step: Int, _ generator: inout SeededGenerator) -> Edit {
      let some = PartialEditLawTests.id(Int.random(in: 0..<count, using: &generator))
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: return .create("New \(step)", folder: nil)
      case 1:
        return .create(
          "New \(step)", folder: ["Hives", "Queens", "Swarms/Prime"].randomElement(using: &generator))
      case 2: return .undo
      case 3: return .favorite(some)
      case 4: return .delete([some, PartialEditLawTests.id(Int.random(in: 0..<count, using: &generator))])
      default: return .delete([some])
      }
    }
  }

  /// Makes an edit.
  ///
  /// - Returns: Whether a part of the bundle was enough, or the error's code.
  private static func run(
    _ edit: Edit, _ path: String, _ step: Int, isPartial: Bool, indexes: IndexCache?
  ) throws -> String {
    var request = EditRequest(bundle: path, date: Timestamp(seconds: 1_700_000_000 + Int64(step)))
    request.indexes = indexes
    var wasPartial = false
    do {
      switch edit {
      case .create(let title, let folder):
        request.notes = isPartial ? [] : nil
        _ = try request.run { session throws(SlipError) in
          try session.create(NoteDraft(title: title, body: .text("Text of \(title)"), folder: folder))
          wasPartial = session.isPartial
        }
      case .delete(let ids):
        request.notes = isPartial ? ids : nil
        _ = try request.run { session throws(SlipError) in
          try session.delete(notes: ids)
          wasPartial = session.isPartial
        }
      case .favorite(let id):
        request.notes = isPartial ? [id] : nil
        _ = try request.run { session throws(SlipError) in
          try session.edit { (box) throws(SlipError) in try box.update(note: id) { $0.isFavorite.toggle() } }
          wasPartial = session.isPartial
        }
      case .undo:
        let (numbers, notes) = try EditSession.notes(ofTransactions: nil, in: path)
        request.notes = isPartial ? notes : nil
        _ = try request.run(.undo, from: "\(numbers[0])") { session throws(SlipError) in
          try session.undo(numbers)
          wasPartial = session.isPartial
        }
      }
    } catch {
      return error.code ?? "error"
    }
    return wasPartial ? "part" : "all"
  }

  /// `SLIPBOX_PARTIAL_EDITS` says how many series of edits are tried.
  @Test(arguments: LawSize.seeds("SLIPBOX_PARTIAL_EDITS", 2)) func theyMakeTheSameBundle(seed: Int) throws {
    let directory = try TemporaryDirectory()
    let (part, all) = (directory.path("part.slipbox"), directory.path("all.slipbox"))
    let searched = directory.path("searched.slipbox")
    try Self.makeBundle(part)
    for other in [all, searched] { try FileManager.default.copyItem(atPath: part, toPath: other) }
    let indexes = IndexCache(directory: directory.path("cache"))
    _ = try indexes.build(part)
    var generator = SeededGenerator(seed: UInt64(seed) &* 131 &+ 17)
    var ways: [String: Int] = [:]
    for step in 0..<14 {
      let edit = Edit.random(step, &generator)
      let way = try Self.run(edit, part, step, isPartial: true, indexes: indexes)
      let plain = try Self.run(edit, searched, step, isPartial: true, indexes: nil)
      let other = try Self.run(edit, all, step, isPartial: false, indexes: nil)
      for way in [way, plain] { #expect(other == (way == "part" ? "all" : way), "\(edit)") }
      ways[way, default: 0] += 1
      let files = try PartedBundleTests.files(all)
      for path in [part, searched] { #expect(try PartedBundleTests.files(path) == files, "\(edit)") }
    }
    #expect((ways["part"] ?? 0) > 4, "\(ways)")
    let report = try Validator(storage: DirectoryStorage(part)).run()
    #expect(report.diagnostics.filter { $0.severity > .info } == [])
  }
}
