import SlipFormats
import SlipRTF

enum MarkdownFuzzer {
  /// Any bytes: a document that Markdown and HTML can be written of, neither of which is out of proportion; the HTML reads
  /// back as the same text.
  static func run(_ bytes: UnsafeRawBufferPointer) {
    let document = MarkdownReader.read(bytes).document
    Amplification.check(bytes.count, MarkdownReader.read(bytes, limits: Amplification.limits).document)
    let back = HTMLWriter.write(document).withUnsafeBytes { HTMLReader.read($0).document }
    let (text, again) = (PlainTextWriter.write(document), PlainTextWriter.write(back))
    claimSameText(text, again)
  }
}
