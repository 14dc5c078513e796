internal import SlipFiles
public import SlipBase
public import SlipBatch
internal import SlipFormats

/// Converts file after file, each for itself, into a folder where they lie as they did in their tree, or as a list
/// names them.
public struct ConvertEach: BatchJob {
  private let request: ConvertRequest
  private let output: String
  private let isDryRun: Bool
  private let names: ConvertNames
  private let claims = OutputClaims()

  /// `request` has everything but input and output; `output` is the folder for what is made.
  ///
  /// - Throws: `SlipError` of kind `usage` where the format isn't named or can't be written.
  public init(_ request: ConvertRequest, output: String, isDryRun: Bool = false) throws(SlipError) {
    guard let to = request.to else {
      throw SlipError(
        .usage, code: KitCode.unknownFormat,
        "Converting many files needs an output format; name it with --to.")
    }
    let target = try request.format(named: to)
    guard target.write != nil else { throw request.oneWay("\(target.title) can be read, but not written.") }
    if let from = request.from { _ = try request.format(named: from) }
    self.request = request
    self.output = output.hasSuffix("/") ? output : output + "/"
    self.isDryRun = isDryRun
    names = ConvertNames(target)
  }

  /// The files in trees that can be converted, RTFD packages among them.
  ///
  /// - Parameters:
  ///   - from: the one format that is wanted; nil: all that can be read.
  ///   - skips: asked for paths relative to the tree; what it holds back is not gone into.
  public static func files(
    in trees: [String], from: String? = nil, recursive: Bool = true,
    skips: @escaping @Sendable (String) -> Bool = { _ in false }
  ) -> WorkTrees {
    WorkTrees(filesIn: trees, recursive: recursive, skips: skips, isItem: isPackage) {
      candidate throws(SlipError) in
      let isDirectory = candidate.directory != nil
      if ConvertRequest.isWanted(candidate.name, isDirectory: isDirectory, from: from) { return .take }
      return isDirectory && FormatTable.forPath(candidate.name)?.name != "rtfd" ? .enter : .pass
    }
  }

  private static func isPackage(_ path: String) throws(SlipError) -> Bool {
    try ConvertRequest(input: path, output: "-").isPackage
  }

  /// Whether one of the inputs holds the output: what is written would be read.
  public static func expectApart(_ output: String, from inputs: [String]) throws(SlipError) {
    guard let output = nearest(output) else { return }
    for input in inputs {
      guard try FileSystem.status(input)?.kind == .directory, let tree = FileSystem.realPath(input) else {
        continue
      }
      guard (output + "/").hasPrefix(tree == "/" ? tree : tree + "/") else { continue }
      throw SlipError(
        .usage, code: KitCode.outputIsInput,
        "The output folder is inside an input folder; name one that is outside.",
        at: SourceLocation(file: input))
    }
  }

  /// The real path of what exists of a path: of itself, or of the folder above it that does.
  private static func nearest(_ path: String) -> String? {
    var path = path
    while true {
      if let real = FileSystem.realPath(path) { return real }
      guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
        return FileSystem.realPath(path.hasPrefix("/") ? "/" : ".")
      }
      path = String(path[..<slash])
    }
  }

  public func run(_ item: WorkItem, earlier: ItemRecord?) -> ItemRecord {
    do throws(SlipError) {
      return try converting(item, earlier)
    } catch {
      return ItemRecord(path: item.path, error: error)
    }
  }

  private func converting(_ item: WorkItem, _ earlier: ItemRecord?) throws(SlipError) -> ItemRecord {
    var request = request
    // A file of that name, not standard input.
    request.input = item.path == "-" ? "./-" : item.path
    guard let relative = ConvertNames.below(item.relativePath) else {
      throw SlipError(
        .usage, code: KitCode.outsidePath, "The path leaves the output folder by `..`.",
        at: SourceLocation(file: item.path))
    }
    request.output = output + (try names.output(for: relative, at: request.input))
    try claim(request.output, for: item.path)
    if request.isTree { throw ConvertEach.isFolder(item.path) }
    let before = try SourceState.fact(of: request.input)
    if let earlier, isOurs(request.output, earlier) { request.replaces = true }
    request.renamedLink = renamedLink(relative, item.path)
    if isDryRun {
      try request.expectOutput()
      return record(item, .planned, request.output, before)
    }
    if let slash = request.output.lastIndex(of: "/") {
      try FileSystem.makeDirectory(String(request.output[..<slash]), parents: true)
    }
    // A run that was killed may have made it, and not have come to say so.
    request.keepsEqual = true
    let isThere = try FileSystem.status(request.output) != nil && !request.replaces
    let diagnostics = try request.run { _ in }
    let after = try SourceState.fact(of: request.output)
    var record = record(item, isThere ? .skipped : .landed, request.output, before)
    if isThere { record.reason = "unchanged" }
    record.after = after.digest.hex
    record.bytes?.after = after.length
    record.counts = ConvertEach.counts(diagnostics)
    record.add(diagnostics)
    return record
  }

  private func record(
    _ item: WorkItem, _ result: ItemRecord.Result, _ output: String, _ before: FileFact
  ) -> ItemRecord {
    var record = ItemRecord(path: item.path, result)
    record.output = output
    record.before = before.digest.hex
    record.bytes = .init(before: before.length, after: nil)
    return record
  }

  /// Kinds of findings by severity.
  private static func counts(_ diagnostics: [Diagnostic]) -> [String: Int] {
    func count(_ severity: Diagnostic.Severity) -> Int { diagnostics.count { $0.severity == severity } }
    return ["errors": count(.error), "warnings": count(.warning), "infos": count(.info)]
  }

  private func claim(_ output: String, for path: String) throws(SlipError) {
    guard claims.claim(output, for: path) else {
      throw SlipError(
        .cannotDo, code: KitCode.outputTaken, "Another file of this run has the same output name.",
        at: SourceLocation(file: path))
    }
  }

  private static func isFolder(_ path: String) -> SlipError {
    SlipError(
      .badInput, code: KitCode.unknownFormat,
      "This is a folder, not an RTFD package; a list must name files.",
      at: SourceLocation(file: path))
  }

  /// An earlier run wrote it, and nobody has changed it since.
  private func isOurs(_ output: String, _ earlier: ItemRecord) -> Bool {
    guard earlier.output == output, let after = earlier.after else { return false }
    return (try? SourceState.fact(of: output))?.digest.hex == after
  }

  /// What a link to another file of the tree becomes.
  private func renamedLink(_ relative: String, _ path: String) -> (@Sendable (String) -> String?)? {
    guard path.hasSuffix("/" + relative), let new = try? names.output(for: relative, at: path) else {
      return nil
    }
    let root = String(path.dropLast(relative.count))
    return { [names, from = request.from] target in
      ConvertTree.renamed(target, in: relative, as: new) { candidate in
        let other = root + candidate
        let status = (try? FileSystem.status(other, followLinks: false)) ?? nil
        guard let status,
          ConvertRequest.isWanted(candidate, isDirectory: status.kind == .directory, from: from)
        else { return nil }
        return try? names.output(for: candidate, at: other)
      }
    }
  }

  /// The source is what it was, and so is what was made of it.
  public func isDone(_ item: WorkItem, _ earlier: ItemRecord) -> Bool {
    guard let before = earlier.before, let output = earlier.output, item.path == earlier.path,
      isOurs(output, earlier), (try? SourceState.fact(of: item.path))?.digest.hex == before
    else { return false }
    return claims.claim(output, for: item.path)
  }
}
