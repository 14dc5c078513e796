internal import RTFSyntax
internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipPrograms
internal import SlipRTF
internal import SlipRTFD

/// A file of another program as a format that can be read: an Org file, an outline, a mail.
///
/// The same readers as in an import read it, so `convert` and `import` make the same text of it. A file with several notes is
/// no document, and is refused.
struct ProgramFormat {
  /// The kind of the file.
  let kind: SourceKind
  /// The path of the file, beside which its pictures are; `-` for one that came from standard input.
  let path: String
  /// The encoding that the user has named.
  let encoding: TextEncoding?
  /// The file as a container, where it was opened to recognize it.
  private var opened: SourceTree?

  /// The kind with this name, such as `org`; nil for none.
  init?(named name: String, path: String, encoding: TextEncoding?) {
    guard let kind = ProgramTable.sources.kind(named: name.lowercased()) else { return nil }
    (self.kind, self.path, self.encoding) = (kind, path, encoding)
  }

  /// The kind of a file, by its name and content; nil where no program's files have such a name, or none is surely meant.
  ///
  /// - Throws: `SlipError` where the file can't be read.
  init?(of path: String, encoding: TextEncoding?, limits: Limits) throws(SlipError) {
    let suffix = path.suffixName
    guard FormatTable.forPath(path)?.read == nil, ProgramTable.sources.mayBeContainer(file: path) else {
      return nil
    }
    let tree = try SourceTree.open(path, limits: limits)
    // Any text may be an outline of Org or a table; the name says that it is meant.
    let meant = ProgramTable.sources.kind(named: suffix).flatMap { $0.recognizes(tree) == nil ? nil : $0 }
    guard let kind = ProgramTable.sources.kind(of: tree, atLeast: .likely) ?? meant else { return nil }
    (self.kind, self.path, self.encoding, opened) = (kind, path, encoding, tree)
  }

  /// The row that stands for the kind in a conversion.
  var format: Format {
    Format(
      name: kind.name, kind: .markdown, title: kind.title, suffixes: kind.suffixes, mediaType: .plainText,
      isText: false, sniff: { _ in false },
      readSound: { (bytes, limits) throws(SlipError) in try read(bytes, limits) }, read: nil, write: nil)
  }

  /// Reads the one note of the file.
  ///
  /// - Throws: `SlipError` where the file is of another kind, can't be read, or has several notes or none.
  private func read(_ bytes: UnsafeRawBufferPointer, _ limits: Limits) throws(SlipError) -> ReadResult {
    let tree = if let opened { opened } else { try tree(bytes, limits) }
    guard kind.recognizes(tree) != nil || kind.mayBeNamed(tree) else {
      throw SlipError(
        .badInput, code: KitCode.unknownFormat, "This is no file of the kind \(kind.name): \(kind.title).")
    }
    var context = SourceContext()
    (context.limits, context.encoding) = (limits, encoding)
    var source = try kind.open(tree, context)
    var (notes, findings): ([SourceEntry], [Diagnostic]) = ([], [])
    while let item = try source.next() {
      switch item {
      case .note(let entry): notes.append(entry)
      case .finding(let finding): findings.append(finding)
      case .skipped(let skip): findings.append(ProgramFormat.finding(skip))
      case .folder, .keyword: break
      }
      guard notes.count < 2 else {
        throw SlipError(
          .badInput, code: KitCode.unknownFormat,
          "The file has several notes; import it, and export the bundle with --as-one to get one document.")
      }
    }
    guard let entry = notes.first else {
      throw SlipError(.badInput, code: KitCode.unknownFormat, "The file has no note.")
    }
    var result = document(try entry.read(context), limits)
    result.diagnostics.insert(contentsOf: findings, at: 0)
    return result
  }

  /// What a conversion says of something that is left out.
  private static func finding(_ skip: SourceSkip) -> Diagnostic {
    let reason = skip.reason.explanation.prefix { $0 != ";" }
    return Diagnostic(
      code: ExchangeCode.featureDropped, severity: skip.reason.isFailure ? .error : .warning,
      message: "\(PrintableText.of(skip.place)) is left out. It \(reason).", location: SourceLocation())
  }

  /// The file as a container. One whose suffix says nothing of the kind gets the kind's, since the user has named the kind.
  private func tree(_ bytes: UnsafeRawBufferPointer, _ limits: Limits) throws(SlipError) -> SourceTree {
    if path != "-" {
      let tree = try SourceTree.open(path, limits: limits)
      if kind.suffixes.isEmpty || kind.suffixes.contains(path.suffixName) || kind.mayBeNamed(tree) {
        return tree
      }
    }
    let stem = path == "-" ? "input" : String(path.lastName.stem)
    var tree = try SourceTree.of(
      Array(bytes), named: stem + "." + (kind.suffixes.first ?? ""), limits: limits)
    if path != "-" { tree.neighbour = try SourceTree.open(path, limits: limits).neighbour }
    return tree
  }

  /// A note as a document. What its text doesn't show is named.
  private func document(_ note: SourceNote, _ limits: Limits) -> ReadResult {
    var result: ReadResult
    switch note.body {
    case .document(let document): result = ReadResult(document: document)
    case .rtf(let bytes): result = bytes.withUnsafeBytes { RTFReader.read($0, limits: limits) }
    case .rtfd(let package): result = RTFDReader.read(package, limits: limits)
    }
    // The facts are changed below.
    result.isNormalForm = false
    result.diagnostics += note.diagnostics
    if let title = note.title, !title.isEmpty { result.document.info.title = title }
    result.document.info.keywords += note.keywords.map { $0.path.joined(separator: "/") }
    let author = note.properties.first { $0.name == Property.WellKnown.author }?.value
    result.document.info.author = result.document.info.author ?? author
    let names = note.linkedFiles.mapValues(\.name)
    result.document.retarget { target in names[target].map { RelativeURL.encoded(path: $0) } ?? target }
    let left = note.files.map(\.name)
    if !left.isEmpty {
      result.diagnostics.append(
        Diagnostic(
          code: ExchangeCode.featureDropped, severity: .warning,
          message:
            "Files that the text doesn't show are left out: \(left.map { PrintableText.of($0) }.joined(separator: ", ")).",
          location: SourceLocation()))
    }
    return result
  }
}
