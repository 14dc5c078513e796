internal import SlipBase
internal import SlipDocument
internal import SlipFormats
internal import SlipRTF

/// Texts of JSON objects.
enum FeedBody {
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
    var rtf = bytes
    if format != "rtf" || bytes.isEmpty {
      let read = (bytes.isEmpty ? nil : FormatTable.named(format))?.read
      rtf = RTFWriter.write(bytes.withUnsafeBytes { read?($0, limits).document } ?? Document())
    }
    let name = title.isEmpty ? "Untitled" : title
    return try slipErrors {
      try rtf.withUnsafeBytes { try NoteBody($0, name: name, own: own, limits: limits) }
    }
  }
}
