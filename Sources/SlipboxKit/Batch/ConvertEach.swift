internal import SlipFiles
package import SlipBase
package import SlipBatch
internal import SlipFormats

/// Converts files one by one into a folder, in which they have the same relative paths as in
/// their trees or in a list.
///
/// It is the job of `slipconv convert --recursive` and `slipconv convert --from LIST`. Each
/// file is independent: one that fails is recorded, and the others are still converted.
///
/// An existing output is replaced in two cases only: with `replaces`, or if an earlier run of
/// the same journal wrote it and nobody has changed it since, as its digest shows. An existing
/// output with the bytes that would be written counts as done, because a run that was killed
/// may have written it without recording it. So an interrupted run can always continue.
package struct ConvertEach: BatchJob {
  /// Everything but input and output.
  private let request: ConvertRequest
  /// The output folder, with a slash at its end.
  private let output: String
  /// Whether nothing is written.
  private let isDryRun: Bool
  /// The names of the outputs.
  private let names: ConvertNames
  /// Which file writes which output.
  private let claims = OutputClaims()

  /// Prepares the conversion of many files.
  ///
  /// - Parameters:
  ///   - request: Everything but input and output.
  ///   - output: The folder for the converted files; it is created when the first file is
  ///     written.
  /// - Throws: `SlipError` of kind `usage` where the format isn't named or can't be written.
  package init(_ request: ConvertRequest, output: String, isDryRun: Bool = false) throws(SlipError) {
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

  /// The files in trees that can be converted, among them RTFD packages.
  ///
  /// - Parameters:
  ///   - from: The one format that is wanted; nil: all that can be read.
  ///   - recursive: Whether folders in the given folders are searched, too.
  ///   - skips: Called with paths relative to the tree; what it returns true for is not
  ///     searched.
  package static func files(
    in trees: [String], from: String? = nil, recursive: Bool = true,
    skips: @escaping @Sendable (String) -> Bool = { _ in false }
  ) -> WorkTrees {
    WorkTrees(filesIn: trees, recursive: recursive, skips: skips, isItem: isPackage) {
      candidate throws(SlipError) in
      let isDirectory = candidate.directory != nil
      if ConvertRequest.isWanted(candidate.name, isDirectory: isDirectory, from: from) { return .take }
      return isDirectory && FormatTable.forPath(candidate.name)?.isPackage != true ? .enter : .pass
    }
  }

  /// Whether the directory is an RTFD package, which is one item.
  private static func isPackage(_ path: String) throws(SlipError) -> Bool {
    try ConvertRequest(input: path, output: "-").isPackage
  }

  /// Throws where the output is inside one of the inputs: what is written would be read again.
  ///
  /// - Throws: `SlipError` with `KitCode.outputIsInput`.
  package static func expectApart(_ output: String, from inputs: [String]) throws(SlipError) {
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

  /// The real path of what exists of a path: of itself, or of the nearest folder above it.
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

  /// Converts one file. An error becomes a record of the failure.
  package func run(_ item: WorkItem, earlier: ItemRecord?) -> ItemRecord {
    do throws(SlipError) {
      return try converting(item, earlier)
    } catch {
      return ItemRecord(path: item.path, error: error)
    }
  }

  /// Converts one file, or only checks that it could be in a dry run.
  private func converting(_ item: WorkItem, _ earlier: ItemRecord?) throws(SlipError) -> ItemRecord {
    var request = request
    // A listed file can be named `-`; a bare dash would be standard input.
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
    // A run that was killed may have written the output without recording it.
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

  /// The record of a file that was converted or would be.
  private func record(
    _ item: WorkItem, _ result: ItemRecord.Result, _ output: String, _ before: FileFact
  ) -> ItemRecord {
    var record = ItemRecord(path: item.path, result)
    record.output = output
    record.before = before.digest.hex
    record.bytes = .init(before: before.length, after: nil)
    return record
  }

  /// The number of different findings by severity, for the record.
  private static func counts(_ diagnostics: [Diagnostic]) -> [String: Int] {
    func count(_ severity: Diagnostic.Severity) -> Int { diagnostics.count { $0.severity == severity } }
    return ["errors": count(.error), "warnings": count(.warning), "infos": count(.info)]
  }

  /// Throws where another file of the run has the same output.
  private func claim(_ output: String, for path: String) throws(SlipError) {
    guard claims.claim(output, for: path) else {
      throw SlipError(
        .cannotDo, code: KitCode.outputTaken, "Another file of this run has the same output name.",
        at: SourceLocation(file: path))
    }
  }

  /// The error that an item of a list is a folder.
  private static func isFolder(_ path: String) -> SlipError {
    SlipError(
      .badInput, code: KitCode.unknownFormat,
      "This is a folder, not an RTFD package; a list must name files.",
      at: SourceLocation(file: path))
  }

  /// Whether an earlier run wrote the output and nobody has changed it since. Only then it is
  /// replaced without `--force`.
  private func isOurs(_ output: String, _ earlier: ItemRecord) -> Bool {
    guard earlier.output == output, let after = earlier.after else { return false }
    return (try? SourceState.fact(of: output))?.digest.hex == after
  }

  /// A function that says what a link in this file becomes if it leads to another file that is
  /// converted, too; nil where the tree of the file isn't known.
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

  /// Whether the source and its output are still what the earlier run recorded.
  package func isDone(_ item: WorkItem, _ earlier: ItemRecord) -> Bool {
    guard let before = earlier.before, let output = earlier.output, item.path == earlier.path,
      isOurs(output, earlier), (try? SourceState.fact(of: item.path))?.digest.hex == before
    else { return false }
    return claims.claim(output, for: item.path)
  }
}
