import Foundation
import SlipBase
import SlipBundle
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipboxKit
@testable import SlipSync

/// Bundles that go on separately and are synchronized.
final class BoxSyncBench {
  let directory: TemporaryDirectory
  private var clock: Int64 = 1_750_000_000

  /// The time of the last change.
  var now: Timestamp { Timestamp(seconds: clock) }

  init() throws { directory = try TemporaryDirectory() }

  func path(_ name: String) -> String { directory.path(name + ".slipbox") }

  func box(_ name: String) throws -> SlipBox { try OpenBundle(path(name)).box }

  func text(_ name: String, _ id: Note.ID) throws -> String {
    String(decoding: try OpenBundle(path(name)).storage.read(PayloadPath.mirror(id)), as: UTF8.self)
  }

  /// Makes a bundle with one note.
  @discardableResult func make(
    _ name: String, title: String = "First", text: String = "Text of the first note."
  ) throws -> Note.ID {
    _ = try BundleTransaction.begin(at: path(name), limits: Limits()).output.commit(
      SlipBox(), replacing: SlipBox())
    return try edit(name) {
      try $0.create(NoteDraft(title: title, body: .text(text), folder: "Top", keywords: ["bees"]))
    }
  }

  func copy(_ name: String, to other: String) throws {
    if directory.exists(other + ".slipbox") { try directory.remove(other + ".slipbox") }
    try FileManager.default.copyItem(atPath: path(name), toPath: path(other))
  }

  @discardableResult func edit<R>(_ name: String, _ change: (inout EditSession) throws -> R) throws -> R {
    clock += 60
    var session = try EditSession(opening: path(name), date: Timestamp(seconds: clock))
    let result = try change(&session)
    try session.save()
    return result
  }

  /// Another program edits a body, and the bundle adopts it.
  func write(_ name: String, _ id: Note.ID, _ text: String) throws {
    clock += 60
    let body = path(name) + "/" + PayloadPath.body(id)
    try Data("{\\rtf1 \(text)}".utf8).write(to: URL(filePath: body))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(clock))], ofItemAtPath: body)
    _ = try Refresh.run(path(name))
  }

  @discardableResult func sync(
    _ first: String, _ second: String, _ change: (inout BoxSyncRequest) -> Void = { _ in }
  ) throws -> BoxSyncOutcome {
    var request = BoxSyncRequest(path(first), path(second))
    change(&request)
    return try request.run()
  }

  /// All are equal and valid.
  func expectEqual(_ names: [String]) throws {
    let first = try box(names[0])
    for name in names {
      #expect(try BoxChanges(from: first, to: box(name)).isEmpty, "\(name)")
      #expect(try box(name).history == first.history, "\(name)")
      #expect(try SyncBench.errors(path(name)) == [], "\(name)")
    }
  }

  /// All titles and texts.
  func allText(_ name: String) throws -> String {
    try box(name).notes.map { $0.title + "\n" + (try text(name, $0.id)) }.joined(separator: "\n")
  }

  /// Changes a bundle at random.
  ///
  /// - Returns: A word that was typed into a note which nobody deletes.
  func changeAtRandom(_ name: String, _ step: Int, _ generator: inout SeededGenerator) throws -> String? {
    let notes = try box(name).notes.sorted { $0.title < $1.title }
    let word = "w\(name)\(step)"
    let note = notes.isEmpty ? nil : notes[Int.random(in: 0..<notes.count, using: &generator)]
    switch (Int.random(in: 0..<8, using: &generator), note) {
    case (0, let note?):
      try edit(name) { session in
        try session.edit { (box) throws(SlipError) in try box.update(note: note.id) { $0.status = .review } }
      }
    case (1, let note?):
      try edit(name) { session in
        try session.edit { (box) throws(SlipError) in
          try box.update(note: note.id) { $0.properties = [Property("mood", .text, word)] }
        }
      }
    case (2, let note?) where note.title.hasPrefix("Short-lived"):
      try edit(name) { session in
        try session.edit { (box) throws(SlipError) in _ = box.remove(note: note.id) }
      }
    case (3, _):
      try edit(name) {
        _ = try $0.create(
          NoteDraft(title: "Short-lived \(word)", body: .text("gone"), folder: nil, keywords: ["k\(step)"]))
      }
    case (4, let note?):
      try edit(name) { session in
        try session.edit { (box) throws(SlipError) in
          let keyword = box.findOrCreateKeyword(named: "key\(step % 3)")
          try box.update(note: note.id) { if !$0.keywords.contains(keyword) { $0.keywords.append(keyword) } }
        }
      }
    case (5, let note?) where !note.title.hasPrefix("Short-lived"):
      let text = try text(name, note.id).replacingOccurrences(of: "\u{FFFC}", with: "")
      try write(name, note.id, "\(word) " + text.replacingOccurrences(of: "\n", with: " "))
      return word
    case (6, let note?) where !note.title.hasPrefix("Short-lived"):
      let text = try text(name, note.id).replacingOccurrences(of: "\n", with: " ")
      try write(name, note.id, text + " \(word)")
      return word
    default:
      try edit(name) {
        _ = try $0.create(
          NoteDraft(title: "Note \(word)", body: .text("Text."), folder: "Top/F\(step % 2)", keywords: []))
      }
      return word
    }
    return nil
  }
}
