import SlipBase
import SlipRTF
import SlipRTFD
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// Reads containers to their ends, as an import does.
enum SourceDrain {
  /// What a container gave.
  struct Result {
    /// The notes by their ids, in order.
    var notes: [(id: String, note: ImportedNote)] = []
    /// Folders that came on their own, as paths.
    var folders: [String] = []
    /// Keywords that came on their own.
    var keywords: [String] = []
    /// What was left out.
    var skipped: [SourceSkip] = []
    /// Findings about the container.
    var findings: [Diagnostic] = []

    /// The note with an id.
    subscript(_ id: String) -> ImportedNote? { notes.first { $0.id == id }?.note }
    /// The mirror of a note.
    func text(_ id: String) -> String? { self[id].map { String(decoding: $0.mirror.bytes, as: UTF8.self) } }
  }

  /// Reads a container of a kind.
  ///
  /// Links come out as `slipbox:note/` with UUIDs that count from 1, in the order of the notes.
  static func read(_ tree: SourceTree, _ kind: SourceKind) throws -> Result {
    var context = SourceContext()
    context.container = context.names.addContainer()
    var result = Result()
    var entries: [(SourceEntry, UniqueID)] = []
    var source = try kind.open(tree, context)
    while let item = try source.next() {
      switch item {
      case .note(let entry):
        let id = UniqueID(high: 1, low: UInt64(entries.count + 1))
        let isNew = context.names.add(entry.id, names: entry.names, id, in: context.container)
        #expect(isNew, "the same id twice")
        entries.append((entry, id))
      case .folder(let steps): result.folders.append(steps.map(\.name).joined(separator: "/"))
      case .keyword(let keyword): result.keywords.append(keyword.path.joined(separator: "/"))
      case .skipped(let skip): result.skipped.append(skip)
      case .finding(let finding): result.findings.append(finding)
      }
    }
    let key = ImportKey(sourceName: "s", path: tree.name)
    for (entry, id) in entries {
      let note = try ItemImporter.read(
        entry, as: id, order: 0, of: key, format: kind.format(of: tree.form), context)
      result.notes.append((entry.id, note))
    }
    return result
  }

  /// Reads a file, whose kind its content decides.
  static func read(_ bytes: [UInt8], named name: String) throws -> Result {
    let tree = try SourceTree.of(bytes, named: name)
    let kind = try #require(ProgramTable.sources.kind(of: tree))
    return try read(tree, kind)
  }

  /// A folder in memory.
  static func folder(_ files: [(path: String, bytes: [UInt8])], named name: String) -> SourceTree {
    var package = FilePackage()
    for file in files { package.add(file.path, file.bytes) }
    return SourceTree.of(package, named: name)
  }

  /// Every beginning of a file, and 500 damaged copies of it, are read or refused; nothing crashes.
  ///
  /// - Parameters:
  ///   - step: How many bytes longer each beginning is than the one before it.
  ///   - tree: Makes the container of the damaged bytes.
  static func law(
    _ bytes: [UInt8], _ kind: SourceKind, seed: UInt64, step: Int = 1, _ tree: ([UInt8]) throws -> SourceTree
  ) {
    func attempt(_ bytes: [UInt8]) {
      // An error is an answer as well; a crash ends the test.
      if let tree = try? tree(bytes) { _ = try? read(tree, kind) }
    }
    for count in stride(from: 0, to: bytes.count, by: step) { attempt(Array(bytes.prefix(count))) }
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      var damaged = bytes
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let place = Int.random(in: 0..<damaged.count, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: damaged[place] = UInt8.random(in: 0...255, using: &random)
        case 1: damaged.remove(at: place)
        case 2: damaged.insert(UInt8.random(in: 0...255, using: &random), at: place)
        default:
          let end = min(damaged.count, place + Int.random(in: 1...40, using: &random))
          damaged.insert(
            contentsOf: damaged[place..<end], at: Int.random(in: 0...damaged.count, using: &random))
        }
        if damaged.isEmpty { damaged = [0] }
      }
      attempt(damaged)
    }
  }
}
