import SlipBase
import SlipFormats
import SlipRTF

enum HTMLFuzzer {
  /// Any bytes: a document in proportion to them; and what is written of it reads back as the same text. The number of a heading is
  /// text then, with a blank behind it.
  static func run(_ bytes: UnsafeRawBufferPointer) {
    let document = HTMLReader.read(bytes).document
    let back = HTMLWriter.write(document).withUnsafeBytes { HTMLReader.read($0).document }
    let (text, again) = (PlainTextWriter.write(document), PlainTextWriter.write(back))
    claimSameText(text, again)

    Amplification.check(bytes.count, HTMLReader.read(bytes, limits: Amplification.limits).document)

    // A page that was made fit for publishing stays as it is, and nothing more is to be left out.
    var diagnostics = DiagnosticSink()
    let filtered = HTMLFilter.filtered(Array(bytes), diagnostics: &diagnostics)
    var more = DiagnosticSink()
    let twice = HTMLFilter.filtered(filtered, diagnostics: &more)
    claim(filtered == twice, difference(filtered, twice))
    claim(more.diagnostics.isEmpty)
  }
}
