internal import SlipBase

extension Importer {
  public static let rtf = Importer(
    name: "rtf", title: "Rich Text Format", suffixes: ["rtf"], read: RTFImporter.read)
}

enum RTFImporter {
  static func read(_ bytes: UnsafeRawBufferPointer, _ context: ImportContext) throws(SlipError)
    -> ImportedNote
  {
    throw SlipError(.badInput, code: ExchangeCode.notRTF, "not yet")
  }
}
