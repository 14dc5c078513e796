internal import SlipFiles
internal import ArgumentParser
import SlipBase
import SlipDocument
import SlipFormats

/// Options about one document of several, which `convert` and `export` share.
struct OneDocumentOptions: ParsableArguments {
  /// Writes one document.
  @Flag(name: .customLong("as-one"), help: "Write one document: titles and folders become headings.")
  var asOne = false

  /// What stands between two parts.
  @Option(
    help:
      "With --as-one, put this between two notes: blank, rule, page, or a text such as '* * *' (default: none)."
  )
  var separator: String?

  /// Checks what can't be used together.
  func validate() throws {
    if separator != nil, !asOne { throw ValidationError("--separator needs --as-one.") }
  }

  /// The separator.
  var chosen: DocumentCompilation.Separator { DocumentCompilation.Separator(separator ?? "none") }
}

/// Files that options name.
enum OfficeArguments {
  /// Whether bytes are a Word or OpenDocument file.
  static func isDocument(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { FormatTable.sniffing($0)?.isOffice == true }
  }

  /// The facts that `--metadata` gives.
  static func facts(_ entries: [String]) -> [UserProperty] {
    entries.map { entry in
      let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return UserProperty(name: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : "")
    }
  }

  /// Checks the form of what `--metadata` gives.
  static func validate(facts entries: [String]) throws {
    for entry in entries where !entry.dropFirst().contains("=") {
      throw ValidationError("--metadata takes NAME=VALUE.")
    }
  }

  /// Reads a picture for a cover.
  ///
  /// - Throws: `SlipError` where it can't be read, or programs for books don't show it.
  static func read(picture path: String) throws(SlipError) -> [UInt8] {
    let bytes = try FileSystem.readFile(path, limit: 64 << 20)
    let type = bytes.withUnsafeBytes { MediaType.sniff($0) }
    guard [.png, .jpeg, .gif, .webp].contains(type) else {
      throw SlipError(
        .usage, "The picture of the cover must be PNG, JPEG, GIF or WebP.", at: SourceLocation(file: path))
    }
    return bytes
  }

  /// Reads a document whose styles are taken.
  ///
  /// - Throws: `SlipError` where it can't be read, or is no document of a word processor.
  static func read(template path: String) throws(SlipError) -> [UInt8] {
    let bytes = try FileSystem.readFile(path, limit: 256 << 20)
    guard isDocument(bytes) else {
      throw SlipError(
        .usage, "The template must be a Word or OpenDocument file.", at: SourceLocation(file: path))
    }
    return bytes
  }
}
