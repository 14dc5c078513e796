internal import RTFSyntax
package import SlipBase
internal import SlipDocument
internal import SlipFormats
internal import SlipMarkup

/// Text files of containers.
///
/// Programs of today write UTF-8. Others are found in folders that have grown for decades, and on old Windows.
package enum SourceText {
  /// The text in UTF-8 without a byte order mark, from what its bytes are (`TextEncoding.undeclared`).
  package static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { TextEncoding.undeclared($0).text }
  }

  /// The same for names and the like: from the encoding that the user has named, if any.
  package static func utf8(_ bytes: [UInt8], _ context: SourceContext) -> [UInt8] {
    bytes.withUnsafeBytes { context.encoding?.decode($0) ?? TextEncoding.undeclared($0).text }
  }

  /// The same for the text of a note: from the encoding that the user has named, if any. A guess is a finding.
  package static func utf8(_ bytes: [UInt8], _ context: SourceContext, _ diagnostics: inout [Diagnostic])
    -> [UInt8]
  {
    bytes.withUnsafeBytes { bytes in
      if let text = context.encoding?.decode(bytes) { return text }
      let decoded = TextEncoding.undeclared(bytes)
      diagnostics += decoded.findings
      return decoded.text
    }
  }

  /// The text of a code page of Windows. A number that stands for none is taken as 1252.
  package static func decode(_ bytes: [UInt8], codePage: Int) -> String {
    (CodePage.named(codePage)?.ofText ?? .windows1252).text(bytes)
  }
}

extension SourceNote {
  /// Takes a plain text, with a paragraph for each line. White space stays as it was written.
  package mutating func takePlain(_ text: String) {
    let result = Array(text.utf8).withUnsafeBytes { PlainTextReader.read($0) }
    body = .document(result.document)
    diagnostics += result.diagnostics
  }
}
