internal import SlipboxKit
internal import SlipBase
internal import SlipDocument
internal import SlipFormats
internal import SlipRTF

/// Texts of JSON objects.
enum FeedBody {
  /// Checks the length of a text.
  ///
  /// - Throws: `SlipError` with code `KitCode.textTooLong`.
  static func expectFitting(_ length: Int, _ limits: Limits) throws(SlipError) {
    guard length > limits.jsonTextBytes else { return }
    throw SlipError(
      .badInput, code: KitCode.textTooLong,
      "The text of a note has more than \(limits.jsonTextBytes) bytes.", at: SourceLocation(.object("body")))
  }

  /// Checks the length of an object before it is read. It has the text, its mirror, and escapes.
  ///
  /// - Throws: `SlipError` with code `KitCode.textTooLong`.
  static func expectFitting(object length: Int, _ limits: Limits) throws(SlipError) {
    let (most, overflow) = limits.jsonTextBytes.multipliedReportingOverflow(by: 3)
    if !overflow { try expectFitting(length > most ? .max : 0, limits) }
  }

  /// Reads a text as an edit would be read.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - format: A name of `BoxJSON.NoteObject.formats`.
  ///   - title: What the note is called.
  ///   - own: The note's attachments.
  /// - Throws: `SlipError` where the text isn't RTF although it should be.
  static func read(
    _ bytes: [UInt8], format: String, title: String, _ own: Set<Digest>, _ limits: Limits
  ) throws(SlipError) -> NoteBody {
    try expectFitting(bytes.count, limits)
    var rtf = bytes
    if format != "rtf" || bytes.isEmpty {
      let read = (bytes.isEmpty ? nil : FormatTable.named(format))?.ofBox.read
      rtf = RTFWriter.write(bytes.withUnsafeBytes { read?($0, limits).document } ?? Document())
    }
    let name = title.isEmpty ? "Untitled" : title
    return try slipErrors {
      try rtf.withUnsafeBytes { try NoteBody($0, name: name, own: own, limits: limits) }
    }
  }
}
