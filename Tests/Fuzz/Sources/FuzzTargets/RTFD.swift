import SlipBase
import SlipRTF

enum RTFDFuzzer {
  private static func text(_ bytes: [UInt8]) -> [UInt8] {
    var diagnostics = DiagnosticSink()
    return bytes.withUnsafeBytes { RTFPlainText.extract($0, diagnostics: &diagnostics) }
  }

  /// Nil where a packed folder can't be read.
  private static func lift(_ contents: RTFDContents) -> RTFDExtraction? {
    var diagnostics = DiagnosticSink()
    return try? RTFDExtraction(
      contents, place: { "../../attachments/\($0.hex.prefix(2))/\($0.hex).\($1.fileExtension)" },
      diagnostics: &diagnostics)
  }

  /// Any bytes, as a flat file or as the text of a package: packages come back from both of their forms; a body has the
  /// text's own text, and makes a package with the same text and files again.
  static func run(_ bytes: UnsafeRawBufferPointer) {
    var diagnostics: [Diagnostic] = []
    var package = FlatRTFD.read(bytes, diagnostics: &diagnostics)
    if FlatRTFD.isFlat(bytes) {
      claim(package.entries.allSatisfy { FilePackage.isPath($0.path) })
      let again = FlatRTFD.write(package).withUnsafeBytes { FlatRTFD.read($0, diagnostics: &diagnostics) }
      claim(again == package, "flat")
    } else {
      package.add("TXT.rtf", Array(bytes))
      package.add("d", nil)
      for (name, content) in [("a.txt", "text"), ("p.gif", "GIF89a"), ("d/x", "x"), ("left", "l")] {
        package.add(name, Array(content.utf8))
      }
    }
    let stream = PackageStream.write(package)
    claim(stream.withUnsafeBytes { PackageStream.read($0) } == package, "stream")
    claim(PackageStream.fact(of: package) == FileFact(of: stream))
    _ = RTFDReader.read(package)
    if let contents = RTFDContents(package) { check(contents) }
  }

  private static func check(_ contents: RTFDContents) {
    guard let first = lift(contents) else { return }
    // Pictures in the text itself are Patcher's business.
    let original = text(first.text.body)
    claim(text(first.body) == original, difference(original, text(first.body)))
    claim(Set(first.files.map(\.entry)).count == first.files.count, "each file once")
    let names = Dictionary(first.files.map { ($0.digest, $0.name) }) { first, _ in first }
    let exported = first.body.withUnsafeBytes { body in
      RTFDExport.text(of: body) { digest in names[digest].map { ($0, nil, nil) } }
    }
    claim(text(exported) == original, difference(original, text(exported)))
  }
}
