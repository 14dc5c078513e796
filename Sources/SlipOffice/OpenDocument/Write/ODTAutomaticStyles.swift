internal import SlipDocument

/// Automatic styles: direct formatting, numbered by first use.
struct ODTAutomaticStyles {
  /// Styles of one family by what they say.
  private struct Family {
    var numbers: [[UInt8]: Int] = [:]
    var all: [[UInt8]] = []

    mutating func name(_ letter: String, _ properties: [UInt8]) -> String {
      if let known = numbers[properties] { return letter + "\(known)" }
      all.append(properties)
      numbers[properties] = all.count
      return letter + "\(all.count)"
    }
  }

  private var paragraphs = Family()
  private var texts = Family()
  private var tables = Family()
  private var columns = Family()
  private var cells = Family()
  /// What distinguishes the names from those of another part.
  var prefix = ""
  /// The lists that the part uses; nil where it has none.
  var lists: OutgoingLists?
  /// Whether there are frames.
  var hasFrames = false

  /// The name of a style: its attributes and properties as markup.
  mutating func paragraph(_ markup: [UInt8]) -> String { paragraphs.name(prefix + "P", markup) }
  mutating func text(_ markup: [UInt8]) -> String { texts.name(prefix + "T", markup) }
  mutating func table(_ markup: [UInt8]) -> String { tables.name(prefix + "Ta", markup) }
  mutating func column(_ markup: [UInt8]) -> String { columns.name(prefix + "Co", markup) }
  mutating func cell(_ markup: [UInt8]) -> String { cells.name(prefix + "Ce", markup) }

  /// Writes the styles.
  func write(_ xml: inout OfficeMarkup, _ writer: ODTDocumentWriter) {
    for (letter, kind, family) in [
      ("P", "paragraph", paragraphs), ("T", "text", texts), ("Ta", "table", tables),
      ("Co", "table-column", columns),
      ("Ce", "table-cell", cells),
    ] {
      for (number, markup) in family.all.enumerated() {
        xml.raw("<style:style style:name=\"")
        xml.value(prefix + letter + "\(number + 1)")
        xml.raw("\" style:family=\"")
        xml.value(kind)
        xml.raw("\"")
        xml.raw(markup)
        xml.raw("</style:style>")
      }
    }
    if hasFrames {
      xml.raw("<style:style style:name=\"")
      xml.value(prefix + "Fr")
      xml.raw("\" style:family=\"graphic\"><style:graphic-properties style:vertical-pos=\"top\" ")
      xml.raw("style:vertical-rel=\"baseline\" fo:padding=\"0pt\" fo:border=\"none\"/></style:style>")
    }
    if let lists { writer.listStyles(lists, &xml) }
  }
}
