internal import SlipFiles
public import SlipBase
public import SlipDocument
internal import SlipFormats

/// Compares two documents, the documents of two folders, or two bundles.
///
/// ```swift
/// let comparison = try CompareRequest(old: "a.rtf", new: "b.rtf").run()
/// print(comparison.isSame, comparison.items.first?.lines.count ?? 0)
/// ```
public struct CompareRequest: Sendable {
  /// The first side; `-` is standard input.
  public var old: String
  /// The second side.
  public var new: String
  /// The name of the format of both; nil: by content, then by suffix.
  public var from: String?
  /// What happens to tracked changes before the documents are compared.
  public var changes = TrackedChanges.keep
  /// Whether differences of formatting count.
  public var comparesFormatting = true
  /// Whether a redline is made of each document that differs: see `Redline`.
  public var makesRedlines = false
  /// Who is named as the author of a redline's changes; nil for nobody.
  public var author: String?
  /// The transaction after which the first bundle is compared: the past of the second one, where both are the same bundle.
  /// Nil: as it is now.
  public var oldTransaction: Int?
  /// The one note that is compared: its title in the second bundle, or its UUID; nil: all. Only for bundles.
  public var note: String?
  /// Bounds on what is read.
  public var limits = Limits()
  /// The most threads that work on folders and bundles.
  public var workers = Parallel.cores

  /// A request with the defaults.
  public init(old: String, new: String) { (self.old, self.new) = (old, new) }

  /// Compares the two sides.
  ///
  /// - Throws: `SlipError` where a side doesn't exist or can't be read, or where the sides can't be compared, such as
  ///   a file and a folder.
  public func run() throws(SlipError) -> Comparison {
    let (before, after) = (try kind(of: old), try kind(of: new))
    guard before == after else {
      throw SlipError(
        .usage, code: KitCode.notComparable,
        "A \(before.word) and a \(after.word) can't be compared: name two documents, two folders or two bundles."
      )
    }
    switch before {
    case .documents: return try documents()
    case .folders: return try folders()
    case .bundles:
      let (old, new) = (old, new)
      return try retryingWhenReplaced { () throws(SlipError) in
        let new = try OpenBundle(new)
        var old = try OpenBundle(old)
        if let oldTransaction { old = try old.past(at: oldTransaction) }
        var work = BundleComparison(request: self, old: old, new: new)
        if let note { work.only = try new.note(named: note).id }
        let comparison = try work.run()
        try old.expectCurrent()
        try new.expectCurrent()
        return comparison
      }
    }
  }

  /// What lies at a path.
  ///
  /// - Throws: `SlipError` with code `KitCode.noSuchInput` where nothing is there.
  private func kind(of path: String) throws(SlipError) -> Comparison.Kind {
    if path == "-" { return .documents }
    guard let status = try FileSystem.status(path) else {
      throw SlipError(
        .badInput, code: KitCode.noSuchInput, "There is nothing at this path.",
        at: SourceLocation(file: path))
    }
    if status.kind != .directory {
      return path.hasSuffix(".slippack") || path.hasSuffix(".slipbox.xml") ? .bundles : .documents
    }
    if try FileSystem.status(path + "/manifest.xml") != nil { return .bundles }
    return ConvertRequest(input: path, output: "-").isTree ? .folders : .documents
  }

  /// Compares two documents.
  private func documents() throws(SlipError) -> Comparison {
    var comparison = Comparison(kind: .documents, old: old, new: new)
    comparison.compared = 1
    let (before, after) = (try input(old).read(), try input(new).read())
    var item = item(new, before, after)
    if makesRedlines, item.status == .same {
      item.redline = Redline.document(from: before, to: after)
    }
    if item.status != .same || makesRedlines { comparison.items = [item] }
    return comparison
  }

  /// A document on one side.
  private func input(_ path: String) -> DocumentInput {
    DocumentInput(path: path, from: from, changes: changes, limits: limits)
  }

  // MARK: Folders

  /// Compares the documents of two folders.
  private func folders() throws(SlipError) -> Comparison {
    let (before, after) = (try files(in: old), try files(in: new))
    let names = Set(before).union(after).sorted()
    let (inOld, inNew) = (Set(before), Set(after))
    var comparison = Comparison(kind: .folders, old: old, new: new)
    comparison.compared = names.count
    comparison.items = Parallel.map(count: names.count, workers: workers) { index in
      let name = names[index]
      return item(
        name, inOld.contains(name) ? old + "/" + name : nil, inNew.contains(name) ? new + "/" + name : nil)
    }
    .filter { $0.status != .same }
    return comparison
  }

  /// The documents of a folder, without hidden files and the contents of packages.
  ///
  /// - Returns: Paths within the folder; a package of a document counts as one.
  /// - Throws: `SlipError` where the folder can't be read.
  private func files(in folder: String) throws(SlipError) -> [String] {
    var walker = try DirectoryWalker(folder, skips: { $0.hasPrefix(".") || $0.hasPrefix("~$") })
    var files: [String] = []
    var package: String?
    while let entry = walker.next() {
      if let package, entry.path.hasPrefix(package) { continue }
      let isDirectory = entry.problem == nil && entry.status.kind == .directory
      guard ConvertRequest.isWanted(entry.path, isDirectory: isDirectory, from: from) else { continue }
      if isDirectory { package = entry.path + "/" }
      files.append(entry.path)
    }
    return files
  }

  /// Compares files of one name. Files that are equal byte for byte aren't read as documents.
  ///
  /// - Returns: The difference; a file that can't be read gives an item with its error.
  private func item(_ name: String, _ old: String?, _ new: String?) -> Comparison.Item {
    do throws(SlipError) {
      if let old, let new, isEqual(old, new) { return Comparison.Item(name: name, status: .same) }
      return item(name, try old.map(document), try new.map(document))
    } catch {
      return Comparison.Item(name: name, status: .unreadable, error: error)
    }
  }

  /// Reads a document of a folder.
  private func document(_ path: String) throws(SlipError) -> Document { try input(path).read() }

  /// Whether two files are equal byte for byte.
  ///
  /// - Returns: False, too, where one of them isn't a file or can't be read.
  private func isEqual(_ old: String, _ new: String) -> Bool {
    guard let a = try? FileSystem.status(old), let b = try? FileSystem.status(new), a.kind == .file,
      b.kind == .file, a.length == b.length, let first = try? MappedFile(old),
      let second = try? MappedFile(new)
    else { return false }
    return first.withBytes { a in second.withBytes { b in a.elementsEqual(b) } }
  }

  // MARK: Documents

  /// Compares two documents; nil for one that only the other side has.
  func item(_ name: String, id: String? = nil, _ old: Document?, _ new: Document?) -> Comparison.Item {
    var item = Comparison.Item(name: name, id: id, status: .changed)
    let (before, after) = (old ?? Document(), new ?? Document())
    let changes = DocumentChanges(from: before, to: after)
    if old == nil || new == nil {
      item.status = old == nil ? .added : .removed
    } else if changes.isEmpty {
      item.status = .same
      return item
    }
    item.lines = changes.lines(from: before)
    if !comparesFormatting {
      for index in item.lines.indices where item.lines[index].kind == .formatted {
        item.lines[index].kind = .same
      }
    }
    if old != nil, new != nil {
      item.facts = HeadDifference.facts(before, after, isAll: comparesFormatting)
      if item.facts.isEmpty, !item.lines.contains(where: { $0.kind != .same }) {
        item.status = .same
        return item
      }
    }
    if makesRedlines {
      item.redline = Redline.document(from: before, to: after, credit: .init(author: author))
    }
    return item
  }
}

extension Comparison.Kind {
  /// What a message calls one side.
  fileprivate var word: String {
    switch self {
    case .documents: "document"
    case .folders: "folder"
    case .bundles: "bundle"
    }
  }
}

/// The facts of documents that differ.
private enum HeadDifference {
  /// Compares what stands in the heads of two documents, such as title, author and dates.
  ///
  /// - Parameter isAll: Whether fonts and numbering count, too.
  /// - Returns: Each fact that differs, with its value on both sides.
  static func facts(_ old: Document, _ new: Document, isAll: Bool) -> [Comparison.FactDifference] {
    let fields: [(String, KeyPath<Document, String?>)] = [
      ("title", \.info.title), ("subject", \.info.subject), ("author", \.info.author),
      ("manager", \.info.manager), ("company", \.info.company), ("category", \.info.category),
      ("comment", \.info.comment), ("keywords", \.keywordText), ("properties", \.propertyText),
      ("created", \.createdText), ("modified", \.modifiedText),
    ]
    let looks: [(String, KeyPath<Document, String?>)] = [
      ("default font", \.defaultFont), ("default language", \.defaultLanguage),
      ("page", \.pageText), ("note numbering", \.numberingText),
    ]
    return (isAll ? fields + looks : fields).compactMap { name, path in
      let (before, after) = (old[keyPath: path], new[keyPath: path])
      if before == after { return nil }
      return .init(entity: "document", id: "", name: "", field: name, before: before, after: after)
    }
  }
}

extension Document {
  /// The keywords; nil for none.
  fileprivate var keywordText: String? { info.keywords.isEmpty ? nil : info.keywords.joined(separator: ", ") }
  /// The user properties; nil for none.
  fileprivate var propertyText: String? {
    info.userProperties.isEmpty
      ? nil : info.userProperties.map { "\($0.name): \($0.value)" }.joined(separator: "; ")
  }
  /// When the document was created.
  fileprivate var createdText: String? { info.created.map(TreeDump.date) }
  /// When it was last changed.
  fileprivate var modifiedText: String? { info.modified.map(TreeDump.date) }
  /// The size and margins of the pages in twips; nil where the document doesn't say.
  fileprivate var pageText: String? {
    page.map { "\($0.width) x \($0.height), margins \($0.top), \($0.right), \($0.bottom), \($0.left)" }
  }
  /// How notes are numbered; nil for the default.
  fileprivate var numberingText: String? {
    let texts = [footnoteNumbering, endnoteNumbering].map { "\($0.style.rawValue) from \($0.start)" }
    return texts == ["decimal from 1", "decimal from 1"] ? nil : texts.joined(separator: ", ")
  }
}
