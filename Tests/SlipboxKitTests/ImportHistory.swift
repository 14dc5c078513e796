import Foundation
import SlipPrograms
import SlipBase
import SlipExchange
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipboxKit

/// A source that changes, and boxes that it is imported into.
final class ImportHistory {
  /// The policies that decide about a text as a whole.
  static let policies: [ImportMerger.ConflictPolicy] = [.keep, .replace, .both]

  let bench: TargetBench
  /// The container that the source is; nil for the store of an application.
  let target: ContainerTarget?
  /// The keys of rows in that store.
  private var rows: [String: Int] = [:]
  var generator: SeededGenerator

  /// Makes a box at random, and exports it: this is the source.
  init(_ name: String, seed: Int) throws {
    bench = try TargetBench()
    target = ProgramTable.container(named: name)
    generator = SeededGenerator(seed: UInt64(seed + 1000))
    try bench.make(seed: seed, notes: 8)
    try export()
  }

  func path(_ name: String) -> String { bench.directory.path(name) }

  var source: String {
    guard let target else { return path("Source.sqlite") }
    return path("Source" + (target.suffix.isEmpty ? "" : "." + target.suffix))
  }

  func box(_ name: String) throws -> SlipBox { try OpenBundle(path(name)).box }

  private func export() throws {
    guard let target else { return try StoreExport.write(bench.bundle, to: source, &rows) }
    var request = ContainerExport(bundle: bench.bundle, output: source, target: target)
    request.replaces = true
    _ = try request.run()
  }

  @discardableResult func importSource(
    into name: String, _ change: (inout ImportRequest) -> Void = { _ in }
  ) throws -> ImportOutcome {
    var request = ImportRequest(inputs: [source])
    request.target = .at(path(name))
    change(&request)
    return try request.run()
  }

  /// Takes a transaction back, the last one by default.
  func undo(_ name: String, number: Int? = nil, notes: [String] = []) throws {
    var session = try EditSession(opening: path(name), date: Timestamp(seconds: 1_730_000_000))
    let number = number ?? session.box.history.transactions.count
    try session.undo([number], notes: notes)
    try session.save(kind: .undo, from: "\(number)")
  }

  /// The original comes back byte for byte, but for the list of the export.
  func expectOriginal(of name: String) throws {
    let out = path("out")
    _ = try ExportRequest(bundle: path(name), output: out, target: .original).run()
    let last = try #require(source.split(separator: "/").last)
    let root = FileManager.default.fileExists(atPath: out + "/" + last) ? out + "/" + last : out
    var isDirectory: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: source, isDirectory: &isDirectory)
    guard isDirectory.boolValue else {
      // A store is kept with the files beside it, in a folder.
      let file = out + "/" + last + (target == nil ? "/" + last : "")
      #expect(FileManager.default.contentsEqual(atPath: source, andPath: file))
      return
    }
    let before = try TargetLawTests.files(source)
    let after = try TargetLawTests.files(root)
    for (path, data) in before where !path.hasPrefix(".slipbox") { #expect(after[path] == data, "\(path)") }
  }

  // MARK: Changes

  func changeSource() throws {
    try change(bench.bundle, isSource: true)
    try export()
  }

  func addToSource() throws {
    var session = try EditSession(opening: bench.bundle, date: Timestamp(seconds: 1_715_000_000))
    _ = try session.create(NoteDraft(title: "Further", body: .text("Added"), folder: nil, keywords: []))
    try session.save()
    try export()
  }

  func changeBox(_ name: String) throws { try change(path(name), isSource: false) }

  private func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &generator)]
  }

  /// Changes a box at random.
  private func change(_ bundle: String, isSource: Bool) throws {
    var session = try EditSession(
      opening: bundle, date: Timestamp(seconds: isSource ? 1_710_000_000 : 1_720_000_000))
    let ids = session.box.noteIDs.sorted()
    for number in 0..<Int.random(in: 1...12, using: &generator) {
      let id = pick(ids)
      guard session.box.note(id) != nil else { continue }
      switch Int.random(in: 0..<(isSource ? 13 : 11), using: &generator) {
      case 0: try session.setBody(of: id, .text("New text \(number) \(isSource) " + pick(TargetBench.texts)))
      case 1: try update(&session, id) { $0.title = "New title \(number) \(isSource)" }
      case 2:
        let status = pick(Note.Status.allCases)
        try update(&session, id) { $0.status = status }
      case 3: try update(&session, id) { $0.isFavorite.toggle() }
      case 4:
        let folder = try session.addFolder(pick(["Work", "Journal", "New", "New/Deep"]))
        try update(&session, id) { $0.folder = folder }
      case 5:
        let keyword = try session.addKeyword(pick(["new", "bees", "bees/queens", "Work"]))
        try update(&session, id) { if !$0.keywords.contains(keyword) { $0.keywords.append(keyword) } }
      case 6: try update(&session, id) { if !$0.keywords.isEmpty { $0.keywords.removeFirst() } }
      case 7:
        let property = pick([
          Property("author", .text, "Eve"), Property("place", .text, "Rome"),
          Property("summary", .text, "New"),
        ])
        try update(&session, id) {
          $0.properties.removeAll { $0.name == property.name }
          if number % 3 != 0 { $0.properties.append(property) }
        }
      case 8:
        let other = pick(ids)
        guard other != id, session.box.note(other) != nil else { continue }
        let linked = session.box.note(id)
        guard let linked, !linked.links.contains(other) else { continue }
        try update(&session, id) {
          $0.links.append(other)
          $0.manualLinks.insert(other)
        }
      case 9:
        try update(&session, id) { note in
          guard let first = note.manualLinks.min() else { return }
          note.links.removeAll { $0 == first }
          note.manualLinks.remove(first)
        }
      case 10: try session.attach(Array("Further file \(number) \(isSource)".utf8), named: "more.txt", to: id)
      case 11: _ = try session.delete(note: id)
      default:
        _ = try session.create(
          NoteDraft(
            title: "Added \(number)", body: .text("Added"), folder: pick([nil, "Work", "New"]), keywords: []))
      }
    }
    try session.save()
  }

  private func update(
    _ session: inout EditSession, _ id: Note.ID, _ change: (inout Note) -> Void
  ) throws {
    try session.edit { (box) throws(SlipError) in try box.update(note: id, change) }
  }

  // MARK: Facts

  /// All facts of a box's notes, in the order that the notes of each source have in each folder, with the ids of another box.
  func facts(_ name: String, of sources: Set<Source.ID>, known: String) throws -> [String] {
    let box = try box(name)
    let names = try ids(name, known: known)
    let notes = try notes(name, known: known)
    var folders = [Folder.ID?.none] + box.folders.map { $0.id }.map { Optional($0) }
    folders.sort { box.path(of: $0).lexicographicallyPrecedes(box.path(of: $1)) }
    var lines: [String] = []
    for folder in folders {
      let there = box.notes(in: folder).filter { sources.contains($0.source ?? "") }
      let isWhole = sources.count == 1
      guard isWhole || !there.isEmpty else { continue }
      let properties: [Property] = folder.flatMap { box.folder($0) }?.properties ?? []
      lines.append("folder \(box.path(of: folder)) \(properties)")
      let bySource = Dictionary(grouping: there) { $0.source ?? "" }
      for source in bySource.keys.sorted() {
        for note in bySource[source] ?? [] { lines += notes[names[note.id] ?? note.id]?.lines ?? [] }
      }
    }
    return lines
  }

  /// The places at which two lists differ, at most three.
  static func difference(_ a: [String], _ b: [String]) -> String {
    var lines: [String] = []
    for change in b.difference(from: a).prefix(3) {
      switch change {
      case .insert(_, let line, _): lines.append("+ " + line.prefix(300))
      case .remove(_, let line, _): lines.append("- " + line.prefix(300))
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The facts of all notes.
  func notes(_ name: String) throws -> [Note.ID: Facts] { try notes(name, known: name) }

  /// The facts of a box whose notes have the ids that those of another one have: a note that was moved in its source keeps its own.
  func notes(_ name: String, known: String) throws -> [Note.ID: Facts] {
    let ids = try ids(name, known: known)
    let opened = try OpenBundle(path(name))
    let box = opened.box
    var found: [Note.ID: Facts] = [:]
    for note in box.notes {
      let text = String(decoding: try opened.mirror(of: note), as: UTF8.self)
      // Links in bodies contain ids, too.
      var body = String(decoding: try opened.body(of: note), as: UTF8.self)
      for link in note.links {
        guard let id = ids[link] else { continue }
        body = body.replacingOccurrences(of: link.description, with: id.description)
      }
      found[ids[note.id] ?? note.id] = Facts(note, text, body, box) { ids[$0] ?? $0 }
    }
    return found
  }

  /// The ids that the notes of a box have in another one, where they differ.
  private func ids(_ name: String, known: String) throws -> [Note.ID: Note.ID] {
    guard name != known else { return [:] }
    let (fresh, other) = (try box(name), try box(known))
    let items = Dictionary(
      other.notes.compactMap { note in note.sourceItem.map { ($0, note.id) } },
      uniquingKeysWith: { first, _ in first })
    var ids: [Note.ID: Note.ID] = [:]
    for note in fresh.notes where other.note(note.id) == nil {
      ids[note.id] = note.sourceItem.flatMap { items[$0] }
    }
    return ids
  }

  /// The facts of a note, as a test compares them.
  struct Facts: Equatable {
    var title: String
    var text: String
    var body: String
    var created: Timestamp?
    var modified: Timestamp?
    var status: Note.Status
    var isFavorite: Bool
    var folder: [String]
    var keywords: Set<String>
    var properties: [String: [Property]]
    var files: Set<AttachmentReference>
    var textLinks: Set<Note.ID>
    var manualLinks: Set<Note.ID>

    init(_ note: Note, _ text: String, _ body: String, _ box: SlipBox, _ id: (Note.ID) -> Note.ID) {
      title = note.title
      self.text = text
      self.body = body
      (created, modified) = (note.created, note.modified)
      (status, isFavorite) = (note.status, note.isFavorite)
      folder = box.path(of: note.folder)
      keywords = Set(note.keywords.map { box.path(ofKeyword: $0) })
      // What is open is no fact of the note.
      properties = Dictionary(grouping: note.properties.filter { OpenConflict($0) == nil }, by: \.name)
      files = Set(note.attachments)
      textLinks = Set(note.links.filter { !note.manualLinks.contains($0) }.map(id))
      manualLinks = Set(note.manualLinks.map(id))
    }

    /// The files that the text shows, and the others.
    var shownFiles: Set<AttachmentReference> { files.filter { body.contains($0.attachment.hex) } }
    var filesBehindText: Set<AttachmentReference> { files.subtracting(shownFiles) }

    /// The facts as texts, in the order of the declaration.
    var lines: [String] {
      [
        "title \(title)", "text \(text)", "body \(body)", "created \(created?.rfc3339 ?? "-")",
        "modified \(modified?.rfc3339 ?? "-")", "\(title): status \(status) \(isFavorite)",
        "folder \(folder)",
        "\(title): keywords \(keywords.sorted())",
        "\(title): properties \(properties.sorted { $0.key < $1.key }.map { "\($0.value.map { "\($0.name) \($0.value)" })" })",
        "\(title): files \(Set(files.map { "\(Facts.bare($0.name)) \($0.attachment.hex.prefix(4))" }).sorted())",
        "\(title): links \(textLinks.sorted()) \(manualLinks.sorted())",
      ]
    }

    /// The name of a file without the number that an export gives to one of several of that name.
    private static func bare(_ name: String) -> String {
      name.replacing(#/\ \([0-9]+\)(?=\.|$)/#, with: "")
    }

    /// What a three-way merge gives.
    init(base: Facts?, ours: Facts, theirs: Facts?, _ policy: ImportMerger.ConflictPolicy) {
      self = ours
      guard let base, let theirs else { return }
      let isTextConflict = theirs.body != base.body && ours.body != base.body && ours.body != theirs.body
      if isTextConflict, policy == .both { return }
      func value<Value: Equatable>(_ of: (Facts) -> Value) -> Value {
        let (before, mine, other) = (of(base), of(ours), of(theirs))
        if other == before || mine == other { return mine }
        return mine == before || policy == .replace ? other : mine
      }
      func set<Value: Hashable>(_ of: (Facts) -> Set<Value>) -> Set<Value> {
        let (before, mine, other) = (of(base), of(ours), of(theirs))
        return mine.subtracting(before.subtracting(other)).union(other.subtracting(before))
      }
      title = value(\.title)
      body = value(\.body)
      text = body == theirs.body ? theirs.text : ours.text
      textLinks = body == theirs.body ? theirs.textLinks : ours.textLinks
      created = value(\.created)
      let isBoth = theirs.modified != base.modified && ours.modified != base.modified
      modified =
        isBoth && policy != .replace
        ? [ours.modified, theirs.modified].compactMap { $0 }.max() : value(\.modified)
      status = value(\.status)
      isFavorite = value(\.isFavorite)
      folder = value(\.folder)
      keywords = set(\.keywords)
      let names = Set(base.properties.keys).union(ours.properties.keys).union(theirs.properties.keys)
      properties = [:]
      for name in names { properties[name] = value { $0.properties[name] } }
      // Files that a text shows come and go with it. One that the user attached stays, also where his text loses.
      files =
        ours.body == theirs.body
        ? set(\.files)
        : set(\.filesBehindText).union(body == theirs.body ? theirs.shownFiles : ours.shownFiles)
          .union(ours.files.subtracting(base.files))
      manualLinks = set(\.manualLinks).subtracting(textLinks)
    }
  }
}
