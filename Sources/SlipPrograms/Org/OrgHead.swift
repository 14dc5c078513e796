internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

/// What an Org file says of itself: the drawer at its beginning, and its keywords.
struct OrgHead {
  /// The title without marks; empty where there is none.
  private(set) var title = ""
  /// The title as it is written.
  private(set) var titleMarkup = ""
  /// Other titles.
  private(set) var aliases: [String] = []
  /// Addresses of what the file is about.
  private(set) var references: [String] = []
  /// The tags of the file.
  private(set) var tags: [String] = []
  /// When it was written, as the file says it.
  private(set) var date: String?
  /// Other properties of the file.
  private(set) var properties: [(key: String, value: String)] = []
  /// The words of tasks, and whether each means that the task is done.
  private(set) var states: [String: Bool] = ["TODO": false, "DONE": true]
  private(set) var author: String?
  private(set) var language: String?
  private(set) var summary: String?
  /// What short forms of addresses stand for.
  private var addresses: [String: String] = [:]

  /// Reads a file.
  ///
  /// - Parameter isGraph: Whether it is a page of Logseq, which has tags and other titles in its drawer.
  init(_ text: String, isGraph: Bool = false) {
    if isGraph { states = LogseqPage.markers.mapValues(\.isDone) }
    var blocks = OrgBlocks()
    var inDrawer = false
    var isStart = true
    var titles: [String] = []
    var todo: [String: Bool] = [:]
    var hasHeading = false
    for bytes in text.utf8.split(separator: UInt8(ascii: "\n")) {
      // Behind the drawer only keywords and headings count, of which most lines are neither.
      if !isStart, !inDrawer, let first = bytes.first(where: { $0 > 0x20 }),
        first < 0x80, first != UInt8(ascii: "#"), first != UInt8(ascii: "*")
      {
        continue
      }
      let line = Substring(bytes)
      let bare = line.trimmingBlanks()
      if bare.isEmpty || blocks.isInside(line) { continue }
      if isStart, bare.uppercased() == ":PROPERTIES:" || bare.uppercased() == "\u{FEFF}:PROPERTIES:" {
        inDrawer = true
        continue
      }
      if inDrawer {
        if bare.uppercased() == ":END:" {
          (inDrawer, isStart) = (false, false)
        } else {
          take(property: bare, isGraph)
        }
        continue
      }
      if !bare.hasPrefix("#") { isStart = false }
      if OrgLine.isHeading(line) { hasHeading = true }
      guard let (key, value) = OrgHead.keyword(bare) else { continue }
      switch key {
      case "TITLE": if !hasHeading { titles.append(value) }
      case "FILETAGS":
        tags += value.split { $0 == ":" || $0 == " " }.map(String.init)
      case "KEYWORDS": tags += value.split(separator: ",").map { String($0.trimmingBlanks()) }
      case "ROAM_TAGS", "ROAM_KEY_TAGS": tags += OrgHead.words(value)
      case "ROAM_ALIAS", "ROAM_ALIASES": aliases += OrgHead.words(value)
      case "ROAM_KEY", "ROAM_REFS": references += OrgHead.references(in: value)
      case "DATE", "CREATED": date = date ?? value
      case "AUTHOR": author = value
      case "LANGUAGE": language = value
      case "DESCRIPTION": summary = value
      case "LINK":
        let name = value.prefix { !$0.isWhitespace }
        addresses[String(name)] = String(value.dropFirst(name.count).trimmingBlanks())
      case "TODO", "SEQ_TODO", "TYP_TODO": OrgHead.states(value, &todo)
      default: break
      }
    }
    if !titles.isEmpty { titleMarkup = titles.joined(separator: " ") }
    if !todo.isEmpty { states = todo }
    if !titleMarkup.isEmpty {
      var builder = DocumentBuilder()
      OrgInline.plain.read(titleMarkup[...], CharacterStyle(), into: &builder)
      builder.endOpen()
      title = builder.document.line
    }
  }

  /// Takes a line of the drawer.
  private mutating func take(property line: Substring, _ isGraph: Bool) {
    guard let (key, value) = OrgHead.property(line), !value.isEmpty else { return }
    switch key.uppercased() {
    case "TAGS" where isGraph: tags += OrgHead.names(value)
    case "ALIAS" where isGraph: aliases += OrgHead.names(value)
    case "TITLE" where isGraph: (title, titleMarkup) = (value, value)
    case "ID": break
    case "ROAM_ALIASES": aliases += OrgHead.words(value)
    case "ROAM_REFS": references += OrgHead.references(in: value)
    case "CREATED": date = date ?? value
    default: properties.append((key, value))
    }
  }

  /// Names between commas, as Logseq writes them: `[[two words]], soil`.
  private static func names(_ value: String) -> [String] {
    value.split(separator: ",").map { part in
      let name = part.trimmingBlanks().drop { $0 == "#" }
      return String(name.hasPrefix("[[") && name.hasSuffix("]]") ? name.dropFirst(2).dropLast(2) : name)
    }.filter { !$0.isEmpty }
  }

  /// A target with what its short form stands for: `gh:foo/bar` with `#+LINK: gh https://github.com/%s`.
  func expanded(_ target: String) -> String {
    guard !addresses.isEmpty, let colon = target.firstIndex(of: ":"),
      let address = addresses[String(target[..<colon])]
    else { return target }
    let rest = String(target[target.index(after: colon)...])
    for sign in ["%s", "%h"] where address.contains(sign) { return address.replacing(sign, with: rest) }
    return address + rest
  }

  /// The key and the value of a line in a drawer: `:KEY: value`.
  static func property(_ line: Substring) -> (key: String, value: String)? {
    let bare = line.trimmingBlanks()
    guard bare.hasPrefix(":"), let end = bare.dropFirst().firstIndex(of: ":"),
      end > bare.index(after: bare.startIndex)
    else { return nil }
    let key = bare[bare.index(after: bare.startIndex)..<end]
    guard key.firstWord.endIndex == key.endIndex else { return nil }
    return (
      String(key.hasSuffix("+") ? key.dropLast() : key),
      String(bare[bare.index(after: end)...].trimmingBlanks())
    )
  }

  /// The key in capitals and the value of `#+KEY: value`; nil for other lines.
  static func keyword(_ line: some StringProtocol) -> (key: String, value: String)? {
    guard line.hasPrefix("#+") else { return nil }
    let rest = line.dropFirst(2)
    guard let colon = rest.firstIndex(of: ":"), colon > rest.startIndex else { return nil }
    let key = rest[..<colon]
    guard !key.contains(where: { $0 == " " || $0 == "\t" }) else { return nil }
    return (key.uppercased(), String(rest[rest.index(after: colon)...]).trimmingBlanks())
  }

  /// Words between blanks, without the brackets of links.
  private static func references(in value: String) -> [String] {
    words(value).map { word in
      guard word.hasPrefix("[["), word.hasSuffix("]]") else { return word }
      let inside = word.dropFirst(2).dropLast(2)
      return String(inside.firstRange(ofASCII: "][").map { inside[..<$0.lowerBound] } ?? inside)
    }
  }

  /// Words between blanks; those in quotation marks may have blanks in them, and escaped quotation marks.
  static func words(_ text: String) -> [String] {
    var words: [String] = []
    var (word, isQuoted, isEscaped) = ("", false, false)
    for character in text {
      if isEscaped || character == "\\" && isQuoted {
        if isEscaped { word.append(character) }
        isEscaped.toggle()
        continue
      }
      switch character {
      case "\"": isQuoted.toggle()
      case _ where character.isWhitespace && !isQuoted:
        if !word.isEmpty { words.append(word) }
        word = ""
      default: word.append(character)
      }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  /// The words of tasks in a value such as `TODO NEXT(n) | DONE(d!) CANCELLED`.
  private static func states(_ value: String, _ states: inout [String: Bool]) {
    let words = value.split(whereSeparator: \.isWhitespace)
    let hasMark = words.contains("|")
    var isDone = false
    for (index, word) in words.enumerated() {
      if word == "|" {
        isDone = true
        continue
      }
      let name = String(word.prefix { $0 != "(" })
      states[name] = hasMark ? isDone : index == words.count - 1
    }
  }

  /// What the drawer of a heading or a file says of what lies below it.
  struct Section {
    /// How deep the heading is; 0 for the file.
    var level: Int
    /// Its id.
    var id: String?
    /// The folder of its files.
    var folder: String?

    /// Takes what the lines of a drawer say.
    mutating func take(_ drawer: ArraySlice<Substring>) {
      for line in drawer {
        guard let (key, value) = OrgHead.property(line) else { continue }
        switch key.uppercased() {
        case "ID": id = value
        case "DIR", "ATTACH_DIR": folder = value
        default: break
        }
      }
    }
  }

  /// The ids in the drawers of a file, each with the heading that it stands below; that is empty before the first one.
  static func ids(in text: String) -> [(id: String, heading: Substring)] {
    var ids: [(id: String, heading: Substring)] = []
    var heading: Substring = ""
    var blocks = OrgBlocks()
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      if blocks.isInside(Substring(line)) { continue }
      if line.first == UInt8(ascii: "*") {
        heading = Substring(line)
        continue
      }
      let bare = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      // Bit 5 is the case of letters; a colon has it set.
      guard bare.prefix(4).elementsEqual(":id:".utf8, by: { $0 | 0x20 == $1 }) else { continue }
      let value = Substring(bare.dropFirst(4)).prefix { !$0.isNewline }.trimmingBlanks()
      if !value.isEmpty { ids.append((String(value), heading)) }
    }
    return ids
  }
}
