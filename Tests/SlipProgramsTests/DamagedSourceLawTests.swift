import Foundation
import SlipBase
import SlipNotes
import SlipTestSupport
import SlipboxKit
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// What comes in broken takes nothing away.
///
/// A container of `Fixtures/sources` is imported, damaged and imported again, twice, and then imported whole. What is beyond the damaged
/// part stays, nothing is added that the whole container doesn't hold, or else nothing changes and the damage is named, each time.
/// `SLIPBOX_LAW_CASES` tries more cases.
@Suite struct DamagedSourceLawTests {
  /// How many cases are tried without the variable: each container once.
  private static let count = max(56, SourceFixtureTests.samples.count)

  @Test(arguments: LawSize.seeds("SLIPBOX_LAW_CASES", count)) func damageTakesNothingAway(_ seed: Int) throws
  {
    let samples = SourceFixtureTests.samples
    var random = SeededGenerator(seed: UInt64(seed) &* 7_919 &+ 60)
    let sample = samples[seed % samples.count]
    let trial = try DamageTrial(sample, prunes: Bool.random(using: &random))
    let damage = try trial.damage(&random)
    let faults = try trial.run(damage)
    #expect(faults.isEmpty, "\(sample.testDescription), \(trial.prunes ? "prune, " : "")\(damage): \(faults)")
  }
}

/// A damage to one file.
private struct Damage: CustomStringConvertible {
  /// What is done to a file.
  enum Form: Equatable {
    /// It goes.
    case deleted
    /// It has no bytes any more.
    case emptied
    /// It ends after so many bytes.
    case cut(Int)
    /// A byte is another one.
    case changed(Int)
    /// All its bytes are zeros, as the system leaves a file that it didn't write to its end.
    case zeroed
  }

  /// The file, by its path.
  var path: String
  /// What is done to it.
  var form: Form
  /// The bytes of the whole container file before the damage is done to what it packs; nil for a plain file.
  var entry: String?
  /// What the damaged file was.
  var content: [UInt8]
  /// Whether another file says its name, so that it is missing without it.
  var isShown: Bool

  var description: String { "\(path)\(entry.map { " → " + $0 } ?? "") \(form)" }

  /// Whether nobody can tell a file of this name from one that was written so.
  private var isBareText: Bool {
    let suffixes = [
      "md", "markdown", "org", "txt", "html", "htm", "csv", "eml", "emlx", "hjt", "dat", "2,fs", "py",
    ]
    let suffix = (entry ?? path).suffixName
    if ["html", "htm"].contains(suffix), SourceText.endsAsPage(content) { return false }
    return suffixes.contains(suffix) || suffix.isEmpty && !(entry ?? path).contains("TXT")
  }

  /// Whether the file tells what the rest is, or holds all of it in a form that this law can't read. Without it, it is something else,
  /// or an older one counts.
  private var tellsKind: Bool { form == .deleted && ["edn", "upnx"].contains(path.suffixName) }

  /// Whether a note may have been changed by somebody so that its file looks like this.
  var mayBeMeant: Bool {
    switch form {
    case .deleted: true
    case .emptied, .zeroed: false
    case .cut: isBareText
    case .changed: true
    }
  }

  /// Whether a damaged byte was part of a character, so that nobody can tell the encoding of the text any more.
  var hidesEncoding: Bool {
    guard case .changed(let place) = form, isBareText else { return false }
    return content[place] >= 0x80
  }

  /// Whether the text says a name, such as that of a file that it shows or of a note. Without its text nobody shows it.
  private func names(_ name: String) -> Bool {
    let text = String(decoding: content, as: UTF8.self)
    return text.contains(name) || (text.removingPercentEncoding ?? text).contains(name)
  }

  /// Whether a note may come in because a text that was cut doesn't show any more what is in it.
  func mayAdd(_ note: BoxState.Note) -> Bool {
    guard case .cut = form, isBareText else { return tellsKind }
    return names(note.title)
  }

  /// Whether all of some words were in a text of which nobody can tell that it was cut.
  func mayMean(_ words: [String]) -> Bool {
    guard case .cut = form, isBareText else { return false }
    return Set(words).isSubset(of: BoxState.words(String(decoding: content, as: UTF8.self)))
  }

  /// Whether a file is a text of which nobody can tell that it was cut, or is shown by such a text, or was shown by none.
  func mayMean(file: String) -> Bool {
    switch form {
    case .cut:
      let name = String(file.dropFirst(65))
      // The rows of all views come with those of one.
      return isBareText
        && (file.hasPrefix(Digest(of: content).hex) || names(name)
          || names(name.replacing("_all.csv", with: ".csv")))
    case .deleted: return !isShown && file.hasPrefix(Digest(of: content).hex)
    case .emptied, .changed, .zeroed: return false
    }
  }

  /// Whether a note may be one whose text is in the damaged file.
  func holds(_ note: BoxState.Note) -> Bool {
    let name = (entry ?? path).lastName
    return tellsKind || note.place.contains(name) || note.place.contains(name.stem)
      || isBareText && (entry ?? path).contains(note.title)
      || form == .deleted && (names(note.title) || hasMost(of: note.words))
  }

  /// Whether most of some words are in the file.
  private func hasMost(of words: [String]) -> Bool {
    let own = Set(BoxState.words(String(decoding: content, as: UTF8.self)))
    return words.count { own.contains($0) } * 2 >= words.count
  }
}

/// What a box has, as far as no import may lose it.
private struct BoxState: Equatable {
  /// A note.
  struct Note: Equatable {
    var title: String
    /// Where it came from.
    var place: String
    var words: [String]
    var files: [String]
  }

  var notes: [UniqueID: Note] = [:]

  init(_ path: String) throws {
    let bundle = try OpenBundle(path)
    for note in bundle.box.notes {
      let mirror = String(decoding: try bundle.storage.read(PayloadPath.mirror(note.id)), as: UTF8.self)
      notes[note.id] = Note(
        title: note.title, place: [note.source ?? "", note.sourceItem ?? ""].joined(separator: "#"),
        words: BoxState.words(mirror).sorted(),
        files: note.attachments.map { $0.attachment.hex + " " + $0.name }.sorted())
    }
  }

  /// The words of a text.
  static func words(_ text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Which of some words aren't among others, each as often as it is there.
  static func lost(_ old: [String], _ new: [String]) -> [String] {
    var left = Dictionary(new.map { ($0, 1) }, uniquingKeysWith: +)
    return old.filter { word in
      left[word, default: 0] -= 1
      return left[word, default: 0] < 0
    }
  }
}

/// A container that is imported whole, damaged and whole again.
private struct DamageTrial {
  let directory: TemporaryDirectory
  let sample: SourceFixtureTests.Sample
  let prunes: Bool
  /// What is imported.
  private var input: String { directory.path("in/" + sample.path) }

  init(_ sample: SourceFixtureTests.Sample, prunes: Bool) throws {
    directory = try TemporaryDirectory()
    (self.sample, self.prunes) = (sample, prunes)
    let folder = directory.url.appending(path: "in")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try SourceFixtureTests.copy(sample.kind, to: folder)
  }

  /// A damage to a random file of the container.
  func damage(_ random: inout SeededGenerator) throws -> Damage {
    let manager = FileManager.default
    var isFolder: ObjCBool = false
    var paths = [sample.path]
    if manager.fileExists(atPath: input, isDirectory: &isFolder), isFolder.boolValue {
      paths = try manager.subpathsOfDirectory(atPath: input).sorted().compactMap { path in
        var isFolder: ObjCBool = false
        _ = manager.fileExists(atPath: input + "/" + path, isDirectory: &isFolder)
        return isFolder.boolValue ? nil : sample.path + "/" + path
      }
    }
    let path = try #require(paths.randomElement(using: &random))
    let bytes = Array(try Data(contentsOf: directory.url.appending(path: "in/" + path)))
    var entry: String?
    var content = bytes
    if bytes.starts(with: [0x50, 0x4B, 3, 4]), Int.random(in: 0..<3, using: &random) > 0 {
      let tree = try SourceTree.of(bytes, named: "a.zip")
      let place = try #require(tree.files.indices.randomElement(using: &random))
      entry = tree.files[place].path
      content = try tree.bytes(at: place).array
    }
    let form = form(content, paths.count > 1 || entry != nil, &random)
    let name = Array((entry ?? path).lastName.utf8)
    let coded = Array(
      ((entry ?? path).lastName.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "").utf8)
    var texts: [[UInt8]] = []
    if entry == nil {
      for other in paths where other != path {
        texts.append(Array(try Data(contentsOf: directory.url.appending(path: "in/" + other))))
      }
    } else {
      let tree = try SourceTree.of(bytes, named: "a.zip")
      for place in tree.files.indices where tree.files[place].path != entry {
        texts.append(try tree.bytes(at: place).array)
      }
    }
    let isShown = texts.contains { text in
      text.firstRange(of: name) != nil || text.firstRange(of: coded) != nil
    }
    return Damage(path: path, form: form, entry: entry, content: content, isShown: isShown)
  }

  /// What is done to a file. Most cuts are between two lines or elements, where they show least.
  private func form(_ bytes: [UInt8], _ isPart: Bool, _ random: inout SeededGenerator) -> Damage.Form {
    let choice = Int.random(in: isPart ? 0..<7 : 1..<7, using: &random)
    guard !bytes.isEmpty, choice > 0 else { return isPart ? .deleted : .emptied }
    if choice == 6 { return .zeroed }
    // Between two files of a tar archive.
    if choice == 5, bytes.count > 512, bytes[257..<262].elementsEqual("ustar".utf8) {
      let heads = stride(from: 512, to: bytes.count - 512, by: 512).filter {
        bytes[($0 + 257)..<($0 + 262)].elementsEqual("ustar".utf8)
      }
      if let place = heads.randomElement(using: &random) { return .cut(place) }
    }
    if choice == 1 { return .emptied }
    if choice == 2 { return .changed(Int.random(in: 0..<bytes.count, using: &random)) }
    let ends = bytes.indices.filter { [0x0A, UInt8(ascii: ">"), UInt8(ascii: "}")].contains(bytes[$0]) }
    if choice > 3, let end = ends.randomElement(using: &random), end + 1 < bytes.count {
      return .cut(end + 1)
    }
    return .cut(Int.random(in: 0..<bytes.count, using: &random))
  }

  /// What of the law doesn't hold for a damage.
  func run(_ damage: Damage) throws -> [String] {
    let file = directory.url.appending(path: "in/" + damage.path)
    let whole = Array(try Data(contentsOf: file))
    let first = try complaints(isFirst: true)
    let before = try state()
    try apply(damage, to: file, whole)
    let named = try complaints().subtracting(first)
    let after = try state()
    var faults = compare(before, after, damage, isNamed: !named.isEmpty)
    let again = try complaints().subtracting(first)
    if named.isEmpty != again.isEmpty { faults.append("first named \(named), then \(again)") }
    if try state() != after { faults.append("the second import of the damage changed something") }
    try Data(whole).write(to: file)
    try setTime(of: file)
    let last = try complaints().subtracting(first)
    if !last.isEmpty { faults.append("whole again, but \(last)") }
    var end = try state()
    // What a changed byte added is a note of its own.
    if case .changed = damage.form { end.notes = end.notes.filter { before.notes[$0.key] != nil } }
    if end != before { faults.append("whole again, but not as at first: \(differences(before, end))") }
    if !faults.isEmpty { faults.append("named: \(named)") }
    return faults
  }

  private func setTime(of file: URL) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 981_173_106)], ofItemAtPath: file.path)
  }

  private func state() throws -> BoxState { try BoxState(directory.path("box.slipbox")) }

  /// Imports, and says what was complained of.
  private func complaints(isFirst: Bool = false) throws -> Set<String> {
    var request = ImportRequest(inputs: [input])
    request.target = .at(directory.path("box.slipbox"))
    request.takesTrash = true
    (request.prunes, request.prunesAll) = (prunes, prunes)
    let outcome: ImportOutcome
    do throws(SlipError) {
      outcome = try request.run()
    } catch {
      if isFirst { throw error }
      return ["refused: \(error.message)"]
    }
    let skipped = outcome.report.skipped.filter { $0.reason.isFailure }.map {
      "\($0.path): \($0.reason.name)"
    }
    let found = outcome.report.diagnostics.filter { $0.severity == .error }
    return Set(skipped + found.map { "\($0.location.file ?? ""): \($0.message) \($0.count)" })
  }

  /// Does the damage.
  private func apply(_ damage: Damage, to file: URL, _ whole: [UInt8]) throws {
    /// The bytes after the damage; nil for none.
    func damaged(_ bytes: [UInt8]) -> [UInt8]? {
      switch damage.form {
      case .deleted: nil
      case .emptied: []
      case .zeroed: [UInt8](repeating: 0, count: bytes.count)
      case .cut(let count): Array(bytes.prefix(count))
      case .changed(let place):
        bytes.indices.map {
          $0 == place ? (bytes[$0] == UInt8(ascii: "q") ? UInt8(ascii: "x") : UInt8(ascii: "q")) : bytes[$0]
        }
      }
    }
    guard let entry = damage.entry else {
      guard let bytes = damaged(whole) else { return try FileManager.default.removeItem(at: file) }
      try Data(bytes).write(to: file)
      return try setTime(of: file)
    }
    let tree = try SourceTree.of(whole, named: "a.zip")
    var maker = ZipMaker()
    for place in tree.files.indices {
      let content = try tree.bytes(at: place).array
      guard let bytes = tree.files[place].path == entry ? damaged(content) : content else { continue }
      var piece = ZipMaker.Entry(tree.files[place].path)
      piece.bytes = bytes
      maker.entries.append(piece)
    }
    try Data(maker.bytes()).write(to: file)
    try setTime(of: file)
  }

  /// What was lost or added that may not be.
  private func compare(_ before: BoxState, _ after: BoxState, _ damage: Damage, isNamed: Bool) -> [String] {
    if case .changed = damage.form, !isNamed { return compareAll(before, after, damage) }
    var faults: [String] = []
    for (id, note) in before.notes {
      let mayChange = !isNamed && damage.mayBeMeant && damage.holds(note)
      guard let now = after.notes[id] else {
        // Of two notes with one id the second becomes the first.
        let isThere = after.notes.values.contains { $0.title == note.title && $0.words == note.words }
        if !mayChange, !isThere || isNamed { faults.append("note '\(note.title)' is gone") }
        continue
      }
      let words = BoxState.lost(note.words, now.words)
      if !words.isEmpty, !mayChange, isNamed || !damage.mayMean(words) {
        faults.append("'\(note.title)' lost \(words.prefix(5))")
      }
      let files = BoxState.lost(note.files, now.files).filter { isNamed || !damage.mayMean(file: $0) }
      if !files.isEmpty, !mayChange {
        faults.append("'\(note.title)' lost files \(files.map { $0.dropFirst(60) })")
      }
    }
    for (id, note) in after.notes where before.notes[id] == nil && (isNamed || !damage.mayAdd(note)) {
      faults.append("note '\(note.title)' was added")
    }
    return faults
  }

  /// What of all words and files is missing after one byte changed. Words of the note that it was in may have gone with it, and files
  /// that it shows. Where it was part of a character, titles may have changed with the encoding.
  private func compareAll(_ before: BoxState, _ after: BoxState, _ damage: Damage) -> [String] {
    var faults: [String] = []
    let words = BoxState.lost(before.notes.values.flatMap(\.words), after.notes.values.flatMap(\.words))
    if words.count > 3, !before.notes.values.contains(where: { Set(words).isSubset(of: $0.words) }) {
      faults.append("lost \(words.prefix(8))")
    }
    let files = BoxState.lost(before.notes.values.flatMap(\.files), after.notes.values.flatMap(\.files))
    if files.count > 1, !before.notes.values.contains(where: { Set(files).isSubset(of: $0.files) }) {
      faults.append("lost files \(files.map { $0.dropFirst(60) })")
    }
    if after.notes.count > before.notes.count + 1, !damage.hidesEncoding { faults.append("notes were added") }
    return faults
  }

  /// Where two states differ.
  private func differences(_ before: BoxState, _ now: BoxState) -> [String] {
    Set(before.notes.keys).union(now.notes.keys).compactMap { id in
      let (old, new) = (before.notes[id], now.notes[id])
      guard old != new else { return nil }
      guard let old else { return "more '\(new?.title ?? "")'" }
      guard let new else { return "less '\(old.title)'" }
      return
        "'\(old.title)' \(old.title == new.title ? "" : "is '\(new.title)' ")\(BoxState.lost(old.words, new.words)) \(BoxState.lost(old.files, new.files)) more \(BoxState.lost(new.words, old.words)) \(BoxState.lost(new.files, old.files)) \(old.place == new.place ? "" : new.place)"
    }
  }
}
