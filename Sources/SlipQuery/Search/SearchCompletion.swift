internal import SlipBase
package import SlipNotes

/// What may follow in a search that is being typed: names of fields, and values of the field that stands last.
///
///     "honey ke"       keyword: keywords:
///     "honey tag:be"   tag:bees tag:bees/queens
package struct SearchCompletion: Sendable {
  /// Where the term begins that is completed, in bytes.
  package let start: Int
  /// What can stand there instead, in order.
  package let terms: [String]

  /// The most completions.
  private static let most = 100

  /// Completes the last term of a search.
  ///
  /// - Parameters:
  ///   - text: The search so far.
  ///   - box: The box that is searched.
  package init(of text: String, in box: SlipBox) {
    let bytes = Array(text.utf8)
    let start = SearchCompletion.lastTerm(of: bytes)
    self.start = start
    var lead = ""
    var term = String(decoding: bytes[start...], as: UTF8.self)[...]
    while let first = term.first, first == "-" || first == "(" {
      lead.append(first)
      term = term.dropFirst()
    }
    terms = Array(SearchCompletion.terms(String(term), box).prefix(SearchCompletion.most)).map { lead + $0 }
  }

  /// A name as a value of a field: in quotes where it wouldn't be one value else.
  static func written(_ name: String) -> String {
    let isPlain = !name.isEmpty && !name.contains { $0.isWhitespace || "(),\"#*:=<>.".contains($0) }
    return isPlain && name.lowercased() != "none" ? name : "\"\(name)\""
  }

  /// Where the last term begins: behind the last blank that isn't in quotes.
  private static func lastTerm(of bytes: [UInt8]) -> Int {
    var (start, isQuoted) = (0, false)
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, byte == 0x20 || byte == 0x09 { start = index + 1 }
    }
    return start
  }

  /// What a term can become.
  private static func terms(_ term: String, _ box: SlipBox) -> [String] {
    if term.hasPrefix("#") {
      return values(box.keywords.map { box.path(ofKeyword: $0.id) }, String(term.dropFirst())).map {
        "#" + $0
      }
    }
    let names = SearchNames(box)
    guard let colon = term.lastIndex(of: ":") else {
      let fields = SearchField.rows.flatMap(\.names) + names.propertyNames
      let folded = TextForm.fold(term, .cd)
      return Set(fields).filter { TextForm.fold($0, .cd).hasPrefix(folded) }.sorted().map { $0 + ":" }
    }
    let name = String(term[..<colon])
    var (kept, value) = (String(term[...colon]), String(term[term.index(after: colon)...]))
    // Of several values the last one is completed.
    if let comma = value.lastIndex(of: ",") {
      kept += value[...comma]
      value = String(value[value.index(after: comma)...])
    }
    if value.hasPrefix("=") {
      kept += "="
      value.removeFirst()
    }
    return values(known(name, names, box), value).map { kept + $0 }
  }

  /// The values that begin like a text, as a search writes them.
  private static func values(_ known: [String], _ begun: String) -> [String] {
    let folded = TextForm.fold(String(begun.drop { $0 == "\"" }), .cd)
    let parts = Set(known).filter { value in
      let other = TextForm.fold(value, .cd)
      return other.hasPrefix(folded) || other.contains("/" + folded)
    }
    return parts.sorted { NaturalOrder.isBefore($0, $1) }.filter { !$0.contains("\"") }.map(written)
  }

  /// The values that a field or property can have.
  private static func known(_ name: String, _ names: SearchNames, _ box: SlipBox) -> [String] {
    guard let field = SearchField.named(name) else {
      let meant = Set(names.properties(name).map(\.name))
      return box.notes.lazy.flatMap(\.properties).filter { meant.contains($0.name) && $0.kind != .date }
        .map(\.value)
    }
    switch field {
    case .keyword: return box.keywords.map { box.path(ofKeyword: $0.id) }
    case .folder: return box.folders.map { FolderPath.text(box.path(of: $0.id)) }
    case .saved:
      return box.folders.filter { $0.savedSearch != nil }.map { FolderPath.text(box.path(of: $0.id)) }
    case .title, .linksTo, .linkedFrom: return box.notes.map(\.title)
    case .file: return box.notes.flatMap(\.attachments).map(\.name)
    case .type: return box.attachments.map(\.mediaType)
    default: return field.row.values
    }
  }
}
