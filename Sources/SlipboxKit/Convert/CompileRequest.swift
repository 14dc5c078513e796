internal import SlipRTF
internal import SlipFiles
public import SlipBase
internal import SlipDocument
internal import SlipExchange
public import SlipFormats
internal import SlipNotes

/// Converts several files, and all files of folders, to one document.
///
/// ```swift
/// var request = CompileRequest(inputs: ["a.rtf", "b.md"], ConvertRequest(input: "", output: "all.docx"))
/// let diagnostics = try request.run { _ in }
/// ```
///
/// Files come in the order in which they are given. Those of a folder come in the order that people expect, in which chapter
/// 2 is before chapter 10, and folders become headings above them.
public struct CompileRequest: Sendable {
  /// The files and folders.
  public var inputs: [String]
  /// The output, its format, and how files are read.
  public var request: ConvertRequest
  /// What stands between two files.
  public var separator = DocumentCompilation.Separator.none

  /// Creates a request.
  public init(inputs: [String], _ request: ConvertRequest) {
    (self.inputs, self.request) = (inputs, request)
  }

  /// A heading or a file, in the order of the document.
  private enum Step {
    case folder(String, level: Int)
    case file(String, level: Int)
  }

  /// Reads all files and writes the document, completely or not at all.
  ///
  /// - Parameter standardOutput: Called with the result in pieces when the output is `-`.
  /// - Returns: What was found in the files.
  /// - Throws: `SlipError`, such as for a file that can't be read; then nothing was written.
  public func run(
    standardOutput: (UnsafeRawBufferPointer) throws -> Void
  ) throws(SlipError) -> [Diagnostic] {
    let target = try request.targetFormat()
    guard target.write != nil else { throw request.oneWay("\(target.title) can be read, but not written.") }
    try request.expectOutput()
    var diagnostics: [Diagnostic] = []
    var steps: [Step] = []
    for input in inputs { try scan(input, level: 1, &steps, &diagnostics) }
    var compilation = DocumentCompilation(separator: separator)
    var keys: Set<String> = []
    for step in steps {
      switch step {
      case .folder(let name, let level): compilation.addHeading(name, level: level)
      case .file(let path, let level):
        let (document, title, found) = try read(path, target)
        diagnostics += found
        let key = CompileRequest.key(path)
        keys.insert(key)
        compilation.add(document, title: title, level: level, key: key)
      }
    }
    guard !keys.isEmpty else {
      throw SlipError(.badInput, code: KitCode.noSuchInput, "There is no file that can be read.")
    }
    let document = compilation.document { link, from in CompileRequest.target(of: link, from: from, keys) }
    diagnostics += try slipErrors { try request.write(document, target, standardOutput) }
    return diagnostics
  }

  /// The most folders that may lie within each other.
  private static let deepest = 32

  /// Lists a file, or what is in a folder.
  ///
  /// - Throws: `SlipError`, with `FileCode.tooDeep` for folders below too many others: what is in them isn't left out without a
  ///   word.
  private func scan(
    _ path: String, level: Int, _ steps: inout [Step], _ diagnostics: inout [Diagnostic]
  ) throws(SlipError) {
    guard let status = try FileSystem.status(path) else {
      throw SlipError(
        .cannotDo, code: FileCode.missing, "There is no such file or directory.",
        at: SourceLocation(file: path))
    }
    var one = request
    one.input = path
    guard status.kind == .directory, try !one.isPackage else {
      steps.append(.file(path, level: level))
      return
    }
    guard level <= CompileRequest.deepest else {
      throw SlipError(
        .badInput, code: FileCode.tooDeep, "Folders are nested deeper than \(CompileRequest.deepest) levels.",
        at: SourceLocation(file: path))
    }
    let names = try DirectoryHandle(path).names().sorted { NaturalKey($0) < NaturalKey($1) }
    for name in names where !name.hasPrefix(".") && !name.hasPrefix("~$") {
      let full = PathText.withoutSlashes(path) + "/" + name
      guard let status = try FileSystem.status(full) else {
        diagnostics.append(
          Diagnostic(
            code: FileCode.missing, severity: .warning,
            message: "This leads to no file; it is left out.", location: SourceLocation(file: full)))
        continue
      }
      let isFolder = status.kind == .directory
      var one = request
      one.input = full
      if isFolder, try !one.isPackage {
        let start = steps.count
        try scan(full, level: level + 1, &steps, &diagnostics)
        // A folder without any file is no heading.
        if steps.count > start { steps.insert(.folder(name, level: level), at: start) }
      } else if ConvertRequest.isWanted(name, isDirectory: isFolder, from: request.from) {
        steps.append(.file(full, level: level))
      } else {
        diagnostics.append(
          Diagnostic(
            code: KitCode.unknownFormat, severity: .info,
            message: "This file is in a format that isn't read.",
            location: SourceLocation(file: full)))
      }
    }
  }

  /// Reads one file.
  private func read(
    _ path: String, _ target: Format
  ) throws(SlipError) -> (document: Document, title: String, found: [Diagnostic]) {
    var one = request
    one.input = path
    let result: ReadResult
    if try one.isPackage {
      result = ReadResult(document: try one.packageDocument())
    } else {
      let file = try MappedFile(path)
      result = try slipErrors {
        try file.withBytes { bytes in
          let source = try one.sourceFormat(bytes)
          var result = try one.document(bytes, source, target, readsPictures: target.showsPictures)
          result.diagnostics = one.located(result.diagnostics, in: bytes)
          return result
        }
      }
      try file.expectUnchanged()
    }
    let name = PathText.split(path).name
    let stem = name.lastIndex(of: ".").map { $0 > name.startIndex ? String(name[..<$0]) : name } ?? name
    let title = result.document.leadingHeading ?? result.document.info.title ?? stem
    return (result.document, title, result.diagnostics)
  }

  // MARK: Links

  /// The path by which links find a file: from the root of the file system, without the first slash, in NFC. Only the folder's
  /// links are followed, since the file's own name is what others refer to.
  private static func key(_ path: String) -> String {
    let (folder, name) = PathText.split(path)
    let real = FileSystem.realPath(folder.isEmpty ? "." : folder) ?? folder
    return TextFolding.nfc((real + "/" + name).split(separator: "/").joined(separator: "/"))
  }

  /// Where a link of a file leads within the document.
  private static func target(
    of link: String, from key: String, _ keys: Set<String>
  ) -> DocumentCompilation.Target? {
    for candidate in RelativePath.candidates(for: link, from: key) {
      guard keys.contains(candidate) else { continue }
      let fragment = link.firstIndex(of: "#").map { String(link[link.index(after: $0)...]) }
      return DocumentCompilation.Target(key: candidate, bookmark: fragment)
    }
    return nil
  }
}

extension Document {
  /// The text of the heading that the document begins with; nil where it begins with something else.
  var leadingHeading: String? {
    for block in blocks {
      guard case .paragraph(let paragraph) = block else { return nil }
      var text = ""
      for inline in paragraph.inlines where inline.isVisible {
        if case .lineBreak = inline { text += " " } else { text += inline.runText }
      }
      text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if text.isEmpty { continue }
      return paragraph.style.headingLevel == nil ? nil : text
    }
    return nil
  }
}
