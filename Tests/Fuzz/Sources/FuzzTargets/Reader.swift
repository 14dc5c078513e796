import SlipBase
import SlipDocument
import SlipFormats
import SlipRTF

enum ReaderFuzzer {
  private static func read(_ rtf: [UInt8]) -> Document { rtf.withUnsafeBytes { RTFReader.read($0).document } }
  private static func dump(_ document: Document) -> String.UTF8View { TreeDump.text(of: document).utf8 }

  /// Any bytes: one text by either road; RTF written of it has the same text and document, and is written the same again;
  /// the other formats can be written, and read.
  static func run(_ bytes: UnsafeRawBufferPointer) {
    var diagnostics = DiagnosticSink()
    let text = RTFPlainText.extract(bytes, diagnostics: &diagnostics)
    let first = RTFReader.read(bytes)
    let document = first.document
    claim(PlainTextWriter.write(document) == text, difference(text, PlainTextWriter.write(document)))
    claim(String(validating: text, as: UTF8.self) != nil)
    claim(!text.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A })
    claim((diagnostics.diagnostics + first.diagnostics).allSatisfy { !$0.code.isEmpty })

    let normal = document.normalized()
    let rtf = RTFWriter.write(document)
    let textOfRTF = rtf.withUnsafeBytes { RTFPlainText.extract($0, diagnostics: &diagnostics) }
    claim(textOfRTF == text, difference(text, textOfRTF))
    claim(rtf.allSatisfy { $0 < 0x7F && ($0 >= 0x20 || $0 == 0x0A) })
    let back = read(rtf)
    claim(back == normal, difference(dump(normal), dump(back)))
    let again = RTFWriter.write(back)
    claim(again == rtf, difference(rtf, again))

    var accepted = document
    accepted.resolve(.accept)
    claim(!accepted.hasTrackedChanges)
    var rejected = document
    rejected.resolve(.reject)
    _ = RTFWriter.write(rejected)
    _ = RTFEncapsulatedHTML.recover(bytes, diagnostics: &diagnostics)

    Amplification.check(bytes.count, RTFReader.read(bytes, limits: Amplification.limits).document)

    let html = HTMLWriter.write(document)
    _ = html.withUnsafeBytes { HTMLReader.read($0) }
    let markdown = MarkdownWriter.write(document)
    _ = markdown.withUnsafeBytes { MarkdownReader.read($0) }
    _ = RTFInformation.read(bytes)
  }
}
