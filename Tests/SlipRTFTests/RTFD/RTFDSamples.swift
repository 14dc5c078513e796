import SlipRTF
import SlipRTFD
import SlipBase

/// Packages for tests.
enum RTFDSamples {
  /// `\NeXTGraphic` as Cocoa writes it; the name stands as it is.
  static func graphic(
    _ name: String, _ placeholder: String = "\\'ac", _ size: String = "\\width20 \\height40"
  )
    -> String
  {
    "{{\\NeXTGraphic \(name) \(size) \\appleattachmentpadding0 \\appleembedtype0 \\appleaqc\n}\(placeholder)}"
  }

  static func package(_ text: String, _ files: [(path: String, content: String)] = []) -> FilePackage {
    var package = FilePackage()
    package.add("TXT.rtf", Array("{\\rtf1\\ansi\\ansicpg1252 \(text)}".utf8))
    for file in files {
      let parts = file.path.split(separator: "/")
      for count in 1..<max(1, parts.count) { package.add(parts.prefix(count).joined(separator: "/"), nil) }
      package.add(file.path, Array(file.content.utf8))
    }
    return package
  }

  static func lift(_ package: FilePackage) -> (lift: RTFDExtraction, codes: [String])? {
    guard let contents = RTFDContents(package) else { return nil }
    var diagnostics = DiagnosticSink()
    let lift = try? RTFDExtraction(
      contents, place: { "../../attachments/\($0.hex.prefix(2))/\($0.hex).\($1.fileExtension)" },
      diagnostics: &diagnostics)
    return lift.map { ($0, diagnostics.diagnostics.compactMap(\.code)) }
  }

  static func text(_ rtf: [UInt8]) -> String {
    var diagnostics = DiagnosticSink()
    return String(
      decoding: rtf.withUnsafeBytes { RTFPlainText.extract($0, diagnostics: &diagnostics) }, as: UTF8.self)
  }
}
