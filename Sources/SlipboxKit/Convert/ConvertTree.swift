internal import SlipDocument
internal import SlipFiles
internal import SlipBase
internal import SlipExchange
internal import SlipFormats

/// The files of a directory tree turned into another format: a tree of the same shape, or one text after the other.
struct ConvertTree {
  private let request: ConvertRequest
  private let target: Format
  private var diagnostics: [Diagnostic] = []
  /// Names in the new tree, folded as file systems may do.
  private var taken: Set<String> = []
  /// The new path of each file that is converted.
  private var newPaths: [String: String] = [:]

  private struct Item: Sendable {
    var path: String
    var length: Int
    var isPackage: Bool
  }

  private struct Result: Sendable {
    var bytes: [UInt8]?
    var diagnostics: [Diagnostic]
  }

  /// A batch ends at whichever comes first: memory holds a few files, however many there are.
  private static let filesInBatch = 1024
  private static let bytesInBatch = 32 << 20

  init(_ request: ConvertRequest, to target: Format) throws(SlipError) {
    self.request = request
    self.target = target
    if request.pictures == .beside {
      throw SlipError(.usage, code: KitCode.oneWayFormat, "Pictures of many files can only be embedded.")
    }
  }

  /// - Returns: An error for each file that couldn't be converted, a remark for each that isn't of a known format.
  mutating func run(standardOutput: (UnsafeRawBufferPointer) throws -> Void) throws -> [Diagnostic] {
    let items = try scan()
    if request.output != "-" { for item in items { newPaths[item.path] = newPath(for: item.path) } }
    guard request.output == "-" else {
      let stage = try TreeStage.begin(at: request.output, existing: .refuseUnlessEmpty)
      // Given up where it isn't committed.
      try convert(items) { path, bytes in try stage.write(path, bytes) }
      try stage.commit()
      return diagnostics
    }
    guard target.name == "txt" || target.name == "markdown" else {
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

  private mutating func scan() throws(SlipError) -> [Item] {
    var walker = try DirectoryWalker(request.input, skips: { $0.hasPrefix(".") || $0.hasPrefix("~$") })
    var items: [Item] = []
    var packages: Set<Substring> = []
    while let entry = walker.next() {
      if ConvertTree.isIn(packages, entry.path) { continue }
      let format = FormatTable.forPath(entry.path)
      if entry.problem == nil, entry.status.kind == .directory {
        guard format?.name == "rtfd" else { continue }
        packages.insert(entry.path[...])
      }
      let isPackage = entry.status.kind == .directory
      if entry.problem == nil, isPackage || entry.status.kind == .file,
        ConvertRequest.isWanted(entry.path, isDirectory: isPackage, from: request.from)
      {
        items.append(Item(path: entry.path, length: entry.status.length, isPackage: isPackage))
      } else {
        diagnostics.append(leftOut(entry))
      }
    }
    return items
  }

  /// What lies where the walk has a hole may have been wanted; anything else wasn't.
  private func leftOut(_ entry: DirectoryWalker.Entry) -> Diagnostic {
    let location = SourceLocation(file: full(entry.path))
    let (code, message): (String, String)
    switch entry.problem {
    case .unreadable(let error), .unknown(let error):
      (code, message) = (error.code ?? KitCode.unreadableBody, "left out: \(error.message)")
    case .tooDeep:
      (code, message) = (FileFault.tooDeep, "left out: the folder is nested too deeply")
    case .nameNotUnicode
    where entry.status.kind == .directory || FormatTable.forPath(entry.path)?.read != nil:
      (code, message) = (FileFault.nameNotUnicode, "left out: the name is not UTF-8")
    case .nameNotUnicode, nil:
      return Diagnostic(
        code: KitCode.unknownFormat, severity: .info,
        message: "left out: not a file of a requested format", location: location)
    }
    return Diagnostic(code: code, severity: .error, message: message, location: location)
  }

  private static func isIn(_ folders: Set<Substring>, _ path: String) -> Bool {
    guard !folders.isEmpty else { return false }
    var parent = path[...]
    while let slash = parent.utf8.lastIndex(of: 0x2F) {
      parent = parent[..<slash]
      if folders.contains(parent) { return true }
    }
    return false
  }

  private func full(_ path: String) -> String { request.input + "/" + path }

  /// Calls `write` in the order of the files.
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
          try write(newPaths[item.path] ?? item.path, bytes)
        }
      }
      start = end
    }
  }

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
    // Among others on standard output: an empty line, a line with its name, its text.
    let isAmongOthers = request.output == "-"
    var bytes = isAmongOthers ? Array("\n==> \(PrintableText.of(item.path)) <==\n".utf8) : []
    do throws(SlipError) {
      let diagnostics = try item.isPackage ? single.run { bytes += $0 } : single.runFile { bytes += $0 }
      if isAmongOthers { bytes.append(0x0A) }
      return Result(bytes: bytes, diagnostics: diagnostics)
    } catch {
      let diagnostic = Diagnostic(
        code: error.code ?? KitCode.unreadableBody, severity: .error, message: error.message,
        location: SourceLocation(file: single.input))
      return Result(bytes: nil, diagnostics: [diagnostic])
    }
  }

  /// A link between two files of a tree, whose folders stay; `newPath` gives what another file becomes.
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

  /// The suffix is changed; it is added where another file has that name already.
  private mutating func newPath(for path: String) -> String {
    let suffix = "." + (target.suffixes.first ?? target.name)
    let stem = path.lastIndex(of: ".").map { path[..<$0] } ?? path[...]
    var candidate = OutgoingName.harmless(path: stem + suffix)
    while !taken.insert(TextFolding.nfc(String(candidate)).lowercased()).inserted { candidate += suffix }
    return candidate
  }
}
