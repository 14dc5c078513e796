import SlipBase
import SlipFormats
import SlipRTF

enum PlainTextFuzzer {
  /// Any bytes as plain text: text that reads the same again, and is the text of the RTF written of it.
  static func run(_ bytes: UnsafeRawBufferPointer) {
    let document = PlainTextReader.read(bytes).document
    let text = PlainTextWriter.write(document)
    // A text parts lines, a file ends them, so an empty last line needs its own end; and the file has a byte order mark,
    // else the text's first character can be one.
    let file = [0xEF, 0xBB, 0xBF] + (text.isEmpty ? text : text + [0x0A])
    let again = file.withUnsafeBytes { PlainTextWriter.write(PlainTextReader.read($0).document) }
    claim(again == text, difference(text, again))
    var diagnostics = DiagnosticSink()
    let ofRTF = RTFWriter.write(document).withUnsafeBytes {
      RTFPlainText.extract($0, diagnostics: &diagnostics)
    }
    claim(ofRTF == text, difference(text, ofRTF))
    _ = FormatTable.sniffing(bytes)
  }
}
