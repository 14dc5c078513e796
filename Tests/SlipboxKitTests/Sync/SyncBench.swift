import Foundation
import SlipBase
import SlipBundle
import SlipFiles
import SlipHTTP
import SlipNotes
import SlipTestSupport
@testable import SlipboxKit
@testable import SlipSync

/// Two boxes, and a feed between them.
struct SyncBench {
  let directory: TemporaryDirectory
  let server: String
  let client: String
  let feed: String
  private var seconds: Int64 = 1_700_000_000

  /// A world without pauses.
  static let world = HTTPWorld(
    now: { Timestamp(seconds: 1_700_000_000, microseconds: 0) }, sleep: { _ in }, random: { 0.5 })

  init() throws {
    directory = try TemporaryDirectory()
    (server, client) = (directory.path("server.slipbox"), directory.path("client.slipbox"))
    feed = directory.path("feed")
    for bundle in [server, client] {
      _ = try BundleTransaction.begin(at: bundle, limits: Limits()).output.commit(
        SlipBox(), replacing: SlipBox())
    }
  }

  /// Edits one of the boxes.
  mutating func edit(_ bundle: String, _ body: (inout EditSession) throws -> Void) throws {
    seconds += 60
    var session = try EditSession(opening: bundle, date: Timestamp(seconds: seconds, microseconds: 0))
    try body(&session)
    try session.save()
  }

  /// Writes the feed.
  @discardableResult func publish(deltas: Int = 50, body: String = "rtf") throws -> FeedRequest.Outcome {
    var request = FeedRequest(bundle: server, output: feed)
    (request.deltas, request.body) = (deltas, body)
    return try request.run()
  }

  /// Synchronizes the client.
  @discardableResult func sync(
    _ change: (inout SyncRequest) -> Void = { _ in }
  ) throws -> SyncOutcome {
    var request = SyncRequest(bundle: client, feed: feed, world: SyncBench.world)
    request.policy = .feed
    change(&request)
    return try request.run()
  }

  /// Synchronizes the client with a document.
  @discardableResult func sync(
    json: String, _ change: (inout SyncRequest) -> Void = { _ in }
  ) throws -> SyncOutcome {
    try directory.write("feed.json", json)
    return try sync { request in
      request.feed = directory.path("feed.json")
      request.originName = "server"
      change(&request)
    }
  }

  /// What two boxes that are in step have in common.
  static func projection(_ bundle: String) throws -> [String: String] {
    let opened = try OpenBundle(bundle)
    let box = opened.box
    var found: [String: String] = [:]
    for folder in box.folders {
      found["folder \(folder.id)"] = "\(folder.name) \(String(describing: folder.parent)) \(folder.order)"
    }
    for keyword in box.keywords where !box.notes(with: keyword.id).isEmpty {
      found["keyword \(box.path(ofKeyword: keyword.id))"] = "\(keyword.color)"
    }
    for note in box.notes {
      let body = String(decoding: try opened.body(of: note), as: UTF8.self)
      var parts = [note.title, note.status.rawValue, "\(note.isFavorite) \(note.order)", body]
      parts += [String(describing: note.created), String(describing: note.modified)]
      parts += [String(describing: note.folder), "\(note.properties)", "\(note.links)"]
      parts.append("\(note.manualLinks.sorted())")
      parts.append("\(note.keywords.map { box.path(ofKeyword: $0) })")
      parts.append("\(note.attachments)")
      found["note \(note.id)"] = parts.joined(separator: "\n")
    }
    return found
  }

  /// What the two boxes say differently.
  func differences() throws -> [String] {
    let (mine, other) = (try SyncBench.projection(client), try SyncBench.projection(server))
    return Set(mine.keys).union(other.keys).sorted().filter { mine[$0] != other[$0] }.map {
      "\($0):\n\(mine[$0] ?? "-")\n---\n\(other[$0] ?? "-")"
    }
  }

  /// The manifest and everything that it lists.
  static func files(_ bundle: String) throws -> [String: Digest] {
    let storage = try DirectoryStorage(bundle)
    var files: [String: Digest] = [:]
    for entry in try storage.entries() where entry.kind == .file {
      files[entry.path] = Digest(of: try storage.read(entry.path))
    }
    return files
  }

  /// The errors of validation.
  static func errors(_ bundle: String) throws -> [Diagnostic] {
    try Validation.run(bundle).report.diagnostics.filter { $0.severity == .error }
  }

  /// Changes a box at random.
  mutating func change(_ bundle: String, _ generator: inout SeededGenerator) throws {
    let choice = Int.random(in: 0..<12, using: &generator)
    let number = Int.random(in: 0..<1_000, using: &generator)
    let box = try OpenBundle(bundle).box
    let note = box.noteIDs.randomElement(using: &generator)
    let other = box.noteIDs.randomElement(using: &generator)
    let folder = Array(box.folders).randomElement(using: &generator)?.id
    let keyword = Array(box.keywords).randomElement(using: &generator)?.id
    try edit(bundle) { session in
      switch (choice, note) {
      case (0...2, _), (_, nil):
        let title = "Note \(number)"
        _ = try session.create(
          NoteDraft(
            title: title, body: .markdown("Text \(number) ä, see [[Note \(number / 2)]]."),
            folder: number % 3 == 0 ? "F\(number % 5)/G\(number % 2)" : nil, keywords: ["k\(number % 4)/l"]))
      case (3, let note?): try session.setBody(of: note, .text("New text \(number)."))
      case (4, let note?):
        try session.edit { (box) throws(SlipError) in
          try box.update(note: note) {
            $0.title = "Title \(number)"
            $0.isFavorite.toggle()
            $0.properties = [Property("author", .text, "Ada \(number)")]
          }
        }
      case (5, let note?):
        try session.edit { (box) throws(SlipError) in try box.update(note: note) { $0.folder = folder } }
      case (6, let note?): _ = try session.delete(note: note, keepingLinks: true)
      case (7, let note?):
        try session.attach(Array("File \(number % 3)".utf8), named: "a\(number).txt", to: note)
      case (8, let note?):
        try session.edit { (box) throws(SlipError) in
          try box.update(note: note) {
            if let other, other != note {
              $0.links.append(other)
              $0.manualLinks.insert(other)
            }
            $0.status = .archived
          }
        }
      case (9, let note?):
        try session.edit { (box) throws(SlipError) in
          try box.update(note: note) { $0.keywords = keyword.map { [$0] } ?? [] }
        }
      case (10, _):
        if let folder {
          if number % 2 == 0 {
            try session.edit { (box) throws(SlipError) in
              try box.update(folder: folder) { $0.name = "Folder \(number)" }
            }
          } else {
            _ = try session.delete(folder: folder, notes: .moveUp)
          }
        }
      default:
        if let keyword {
          try session.edit { (box) throws(SlipError) in
            try box.update(keyword: keyword) { $0.name = "word \(number)" }
          }
        }
      }
    }
  }
}
