import SlipBase
import SlipDocument
import SlipFormats
import SlipRTF

enum OpenDocumentFuzzer {
  /// Any flat OpenDocument text: a document whose references are sound, which reads the same each time, is in
  /// proportion to the text, and which all writers take.
  static func run(_ bytes: UnsafeRawBufferPointer) {
    guard let format = FormatTable.named("fodt"), let read = format.read else { return }
    let document = read(bytes, Limits()).document
    let text = PlainTextWriter.write(document)
    let again = PlainTextWriter.write(read(bytes, Limits()).document)
    claim(text == again, difference(text, again))
    for block in document.blocks {
      if case .paragraph(let paragraph) = block, let item = paragraph.listItem {
        claim(document.lists.indices.contains(item.list), "list")
      }
    }
    Amplification.check(bytes.count, read(bytes, Amplification.limits).document)
    for name in ["docx", "odt", "fodt", "epub"] {
      guard let format = FormatTable.named(name), let write = format.write else { continue }
      let file: [UInt8]
      do { file = try write(document, WriteOptions()) } catch {
        claim(false, "\(name): \(error)")
        continue
      }
      claim(!file.isEmpty, name)
      guard let read = format.read else { continue }
      let errors = file.withUnsafeBytes { read($0, Limits()) }.diagnostics.filter { $0.severity == .error }
      claim(errors.isEmpty, name + ": " + (errors.first?.message ?? ""))
    }
  }
}
