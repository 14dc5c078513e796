internal import SlipCore

/// Identifies programs by what they write.
///
/// A program that states its name in `\*\generator` is believed: `{\*\generator
/// LibreOffice/7.4.7.2$Linux_X86_64;}` gives LibreOffice and 7.4.7.2. Otherwise control words are
/// evidence: `\cocoartf2761` gives Cocoa and 2761. To identify another program, add a row.
enum RTFProducerTable {
  /// Full names for names in `\*\generator` that say too little.
  private static let names: [(stated: String, name: String)] = [
    ("Msftedit", "Microsoft RichEdit (Msftedit)"),
    ("Riched20", "Microsoft RichEdit (Riched20)"),
    ("TX_RTF32", "TX Text Control"),
  ]

  /// Control words that identify a program.
  private struct Mark {
    /// The name of the program.
    var name: String
    /// The words, one of which is enough.
    var words: [StaticString]
    /// The word whose parameter is the version of the program.
    var version: StaticString?
  }

  /// The rows, the most specific first: the first one that matches is the result. The words of Word
  /// stand last, because many programs imitate it.
  private static let marks: [Mark] = [
    Mark(
      name: "Cocoa (TextEdit and other programs of macOS)", words: ["cocoartf", "cocoasubrtf"],
      version: "cocoartf"),
    Mark(name: "Microsoft Exchange or Outlook", words: ["fromhtml", "fromtext"]),
    Mark(name: "OpenOffice.org or LibreOffice", words: ["pgdsctbl", "pgdscno"]),
    Mark(
      name: "Microsoft Word 2007 or later",
      words: ["themedata", "colorschememapping", "lsdpriority", "mmathPr"]),
    Mark(name: "Microsoft Word 2002 or later", words: ["rsidtbl", "insrsid", "latentstyles"]),
    Mark(name: "NeXTSTEP, OPENSTEP or GNUstep", words: ["NeXTGraphic", "glnamewidth"]),
    Mark(
      name: "Microsoft Word, or a program that writes as it does",
      words: ["pnseclvl", "sectdefaultcl", "aftnnar"]),
  ]

  /// The program that wrote a file: the one that `\*\generator` names, else the first whose marks the
  /// file contains; nil without evidence.
  static func producer(_ words: RTFWordCensus) -> RTFFacts.Producer? {
    if let generator = words.generator, let stated = stated(generator) { return stated }
    for mark in marks {
      let found = mark.words.filter(words.has)
      guard !found.isEmpty else { continue }
      return RTFFacts.Producer(
        name: mark.name, version: mark.version.flatMap { words.number(of: $0) }.map { String($0) },
        basis: .marks, words: found.map { "\($0)" })
    }
    return nil
  }

  /// The program and version in the text of a generator; nil for an empty text.
  ///
  /// The version begins at the first digit behind a space, a slash or the letter v: `Name 1.2.3`,
  /// `Name/1.2.3$System` and `Name v1.2` all have one. A text without a version is the name as a whole.
  private static func stated(_ text: String) -> RTFFacts.Producer? {
    let text = PrintableText.of(text).trimmed
    guard !text.isEmpty else { return nil }
    var name = text[...]
    var version: Substring?
    var previous: Character = "x"
    for index in text.indices {
      let isStart = previous == " " || previous == "/" || previous == "v" && version == nil
      if isStart, text[index].isASCII, text[index].isNumber, index > text.startIndex {
        name = text[..<index]
        version = text[index...].prefix { $0 != " " && $0 != "$" && $0 != "/" && $0 != ";" }
        break
      }
      previous = text[index]
    }
    var shown = String(name)
    while let last = shown.last, last == " " || last == "/" || shown.hasSuffix(" v") { shown.removeLast() }
    let known = names.first { $0.stated.lowercased() == shown.lowercased() }?.name
    return RTFFacts.Producer(
      name: known ?? (shown.isEmpty ? text : shown), version: version.map(String.init), basis: .generator)
  }
}

extension String {
  /// The string without spaces at its ends.
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
