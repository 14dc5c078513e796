internal import SlipBase
internal import SlipBundle
internal import SlipDocument
internal import SlipFiles
internal import SlipExchange
internal import SlipFormats

/// Converts the files of a directory tree: to a tree of the same structure, or to one text
/// after the other on standard output.
///
/// A tree is created as a whole or not at all, unlike the output of `ConvertEach`, whose files
/// are independent. A file that can't be converted is reported, and missing in the new tree.
/// Links between files of the tree lead to the converted files.
struct ConvertTree {
  /// What was asked for; its input is the directory.
  private let request: ConvertRequest
  /// The format that the files become.
  private let target: Format
  /// Findings in the order of the files.
  private var diagnostics: [Diagnostic] = []
  /// The names in the new tree, folded as file systems may fold them.
  private var taken: Set<String> = []
  /// The new path of each converted file, by its old one; empty for standard output.
  private var newPaths: [String: String] = [:]

  /// A file or package to convert.
  private struct Item: Sendable {
    /// The path in the tree; one that isn't UTF-8 is decoded as Latin-1.
    var path: String
    /// The bytes of a path that isn't UTF-8, by which the file is read.
    var systemPath: [UInt8]?
    /// The length in bytes; for a package that of its directory entry.
    var length: Int
    /// Whether it is an RTFD package.
    var isPackage: Bool
    /// Its path in the new tree; no other item has it.
    var newPath = ""
    /// What people call it: the title of a note, or else the path.
    var name: String
  }

  /// The result for one file.
  private struct Result: Sendable {
    /// The converted file; nil where it could not be converted.
    var bytes: [UInt8]?
    /// Findings about the file.
    var diagnostics: [Diagnostic]
  }

  /// The most files of a batch. Batches keep memory bounded, however many files there are.
  private static let filesInBatch = 1024
  /// A batch ends when its files have at least this many bytes.
  private static let bytesInBatch = 32 << 20

  /// Prepares the conversion of a tree.
  ///
  /// - Throws: `SlipError` where pictures are wanted beside the files, which is unsupported for
  ///   trees.
  init(_ request: ConvertRequest, to target: Format) throws(SlipError) {
    self.request = request
    self.target = target
    if request.pictures == .beside {
      throw SlipError(.usage, code: KitCode.oneWayFormat, "Pictures of many files can only be embedded.")
    }
  }

  /// Converts all files.
  ///
  /// - Returns: An error for each file that could not be converted, and a remark for each of
  ///   another format.
  /// - Throws: What writing throws; then no tree is left behind.
  mutating func run(standardOutput: (UnsafeRawBufferPointer) throws -> Void) throws -> [Diagnostic] {
    var items = try scan()
    if request.output != "-" {
      for index in items.indices {
        items[index].newPath = newPath(for: items[index].path)
        // A name in Latin-1 may read like that of another file, which links then mean.
        if newPaths[items[index].path] == nil { newPaths[items[index].path] = items[index].newPath }
      }
    }
    guard request.output == "-" else {
      let stage = try TreeStage.begin(at: request.output, existing: .refuseUnlessEmpty)
      // Without a commit the stage is discarded when it goes out of scope.
      try convert(items) { path, bytes in try stage.write(path, bytes) }
      return diagnostics + (try stage.commit().diagnostics)
    }
    guard target.canBeJoined else {
      throw SlipError(
        .usage, code: KitCode.oneWayFormat,
        "Several files can't be written to one of this format; name a folder.")
    }
    var isFirst = true
    try convert(items) { _, text in
      try text.withUnsafeBytes {
        try standardOutput(UnsafeRawBufferPointer(rebasing: $0.dropFirst(isFirst ? 1 : 0)))
      }
      isFirst = false
    }
    return diagnostics
  }

  /// Lists the files to convert in the order of their paths, without hidden files and the
  /// contents of packages.
  ///
  /// Of a bundle there are only the bodies of its notes: not their mirrors, old versions and originals.
  private mutating func scan() throws(SlipError) -> [Item] {
    if try BundleLocator.isBundle(at: request.input) { return try notes() }
    var walker = try DirectoryWalker(request.input, skips: { $0.hasPrefix(".") || $0.hasPrefix("~$") })
    var items: [Item] = []
    var packages: Set<Substring> = []
    var bundles: Set<Substring> = []
    while let entry = walker.next() {
      if ConvertTree.isIn(packages, entry.path) { continue }
      if entry.problem == nil, entry.status.kind == .directory,
        try BundleLocator.isBundle(at: full(entry.path))
      {
        bundles.insert(entry.path[...])
        continue
      }
      if let bundle = ConvertTree.folder(above: entry.path, in: bundles),
        !ConvertTree.isBody(String(entry.path.dropFirst(bundle.count + 1)))
      {
        continue
      }
      let path = entry.status.kind == .file ? entry.latin1Path ?? entry.path : entry.path
      if entry.problem == nil, entry.status.kind == .directory {
        guard FormatTable.forPath(path)?.isPackage == true else { continue }
        packages.insert(path[...])
      }
      let isPackage = entry.status.kind == .directory
      if entry.problem == nil || path != entry.path, isPackage || entry.status.kind == .file,
        ConvertRequest.isWanted(path, isDirectory: isPackage, from: request.from)
      {
        items.append(
          Item(
            path: path, systemPath: entry.systemPath, length: entry.status.length, isPackage: isPackage,
            name: path))
      } else {
        diagnostics.append(leftOut(entry))
      }
    }
    return items
  }

  /// The notes of the bundle that is the input, in its order.
  private func notes() throws(SlipError) -> [Item] {
    guard request.output == "-" else {
      throw SlipError(
        .usage, code: KitCode.oneWayFormat,
        "This is a bundle: `slipconv export` writes its notes to a folder, with links, pictures and names.",
        at: SourceLocation(file: request.input))
    }
    let bundle = try OpenBundle(request.input, limits: request.limits)
    return try NoteFilter().notes(of: bundle).map { note in
      Item(
        path: PayloadPath.body(note.id), length: note.body.length, isPackage: false,
        name: note.title.isEmpty ? PayloadPath.body(note.id) : note.title)
    }
  }

  /// The diagnostic for an entry that isn't converted: an error where it may have been wanted,
  /// else a remark.
  private func leftOut(_ entry: DirectoryWalker.Entry) -> Diagnostic {
    let location = SourceLocation(file: full(entry.path))
    let (code, message): (String, String)
    switch entry.problem {
    case .unreadable(let error), .unknown(let error):
      (code, message) = (error.code ?? KitCode.unreadableBody, "left out: \(error.message)")
    case .tooDeep:
      (code, message) = (FileCode.tooDeep, "left out: the folder is nested too deeply")
    case .nameNotUnicode where entry.status.kind == .directory:
      (code, message) = (FileCode.nameNotUnicode, "left out: the name is not UTF-8")
    case .nameNotUnicode, nil:
      return Diagnostic(
        code: KitCode.unknownFormat, severity: .info,
        message: "left out: not a file of a requested format", location: location)
    }
    return Diagnostic(code: code, severity: .error, message: message, location: location)
  }

  /// Whether a path in a bundle is that of a note's body.
  private static func isBody(_ path: String) -> Bool {
    if case .body = PayloadKey(path: path) { true } else { false }
  }

  /// Whether the path is below one of the folders.
  private static func isIn(_ folders: Set<Substring>, _ path: String) -> Bool {
    folder(above: path, in: folders) != nil
  }

  /// The nearest of the folders that the path is below; nil where it is below none.
  private static func folder(above path: String, in folders: Set<Substring>) -> Substring? {
    guard !folders.isEmpty else { return nil }
    var parent = path[...]
    while let slash = parent.utf8.lastIndex(of: 0x2F) {
      parent = parent[..<slash]
      if folders.contains(parent) { return parent }
    }
    return nil
  }

  /// The path by which a file of the tree can be read.
  private func full(_ path: String) -> String { request.input + "/" + path }

  /// Converts batch by batch on all cores, and calls `write` in the order of the files.
  private mutating func convert(_ items: [Item], _ write: (String, [UInt8]) throws -> Void) throws {
    var start = 0
    while start < items.count {
      var end = start
      var bytes = 0
      while end < items.count, end - start < ConvertTree.filesInBatch, bytes < ConvertTree.bytesInBatch {
        bytes += items[end].length
        end += 1
      }
      let batch = Array(items[start..<end])
      let results = Parallel.map(count: batch.count, workers: request.workers) { [self] in result(batch[$0]) }
      for (item, result) in zip(batch, results) {
        diagnostics += result.diagnostics
        if let bytes = result.bytes {
          try write(item.newPath, bytes)
        }
      }
      start = end
    }
  }

  /// Converts one file in memory.
  private func result(_ item: Item) -> Result {
    var single = request
    single.input = full(item.path)
    single.output = "-"
    single.pictures = .embed
    if !newPaths.isEmpty {
      single.renamedLink = { [newPaths] in
        ConvertTree.renamed($0, in: item.path, as: item.path) { newPaths[$0] }
      }
    }
    // On standard output each text is preceded by an empty line and a line with its name.
    let isAmongOthers = request.output == "-"
    var bytes = isAmongOthers ? Array("\n==> \(PrintableText.of(item.name)) <==\n".utf8) : []
    do throws(SlipError) {
      let diagnostics =
        try item.isPackage
        ? single.run { bytes += $0 } : single.runFile(systemPath: systemPath(of: item)) { bytes += $0 }
      if isAmongOthers { bytes.append(0x0A) }
      return Result(bytes: bytes, diagnostics: diagnostics)
    } catch {
      let diagnostic = Diagnostic(
        code: error.code ?? KitCode.unreadableBody, severity: .error, message: error.message,
        location: SourceLocation(file: single.input))
      return Result(bytes: nil, diagnostics: [diagnostic])
    }
  }

  /// The bytes of the path by which a file is read whose name isn't UTF-8; nil for others.
  private func systemPath(of item: Item) -> [UInt8]? {
    item.systemPath.map { Array(request.input.utf8) + [0x2F] + $0 }
  }

  /// What a link between two files of a tree becomes; nil where it leads to no converted file.
  ///
  /// - Parameters:
  ///   - target: The link as it is written, such as `../b.rtf#top`.
  ///   - path: The path of the file that has the link.
  ///   - newName: The new path of that file.
  ///   - newPath: Returns the new path of another file; nil where it isn't converted.
  static func renamed(
    _ target: String, in path: String, as newName: String, newPath: (String) -> String?
  ) -> String? {
    for candidate in RelativePath.candidates(for: target, from: path) {
      guard let new = newPath(candidate) else { continue }
      let fragment = target.firstIndex(of: "#").map { String(target[$0...]) } ?? ""
      return RelativeURL.encoded(path: RelativePath.reference(from: newName, to: new)) + fragment
    }
    return nil
  }

  /// The new path of a file: the suffix is replaced, and added again while another file has
  /// that name.
  private mutating func newPath(for path: String) -> String {
    let suffix = "." + (target.suffixes.first ?? target.name)
    let stem = path.lastIndex(of: ".").map { path[..<$0] } ?? path[...]
    var candidate = OutgoingName.harmless(path: stem + suffix)
    while !taken.insert(TextFolding.nfc(String(candidate)).lowercased()).inserted { candidate += suffix }
    return candidate
  }
}
