/// Parses what is typed into a search box. Any text is a search: what looks like a mistake is
/// taken as words, with a remark.
struct SearchParser {
  /// The text.
  private let bytes: [UInt8]
  /// Where parsing goes on.
  private var position = 0
  /// How many parentheses are open.
  private var depth = 0
  private(set) var remarks: [SearchRemark] = []
  /// The names of the box; nil where it isn't known.
  private let names: SearchNames?
  /// Whether a word may be a field of the box, which isn't known.
  private(set) var mayNameProperty = false
  /// The first value of a field that is written as none can be.
  private var fault: QueryError?
  /// Where words stand that are looked for anywhere.
  private(set) var freeWords: [Range<Int>] = []

  /// The most bytes of the name of a property.
  private static let longestName = 256
  /// The deepest nesting of parentheses and NOTs; deeper ones are left out.
  private static let nesting = 64

  /// Creates a parser. What exceeds the limit of predicates is left out.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - names: What the search may name of a box; nil where the box isn't known.
  init(_ text: String, _ names: SearchNames?) {
    bytes = Array(text.utf8.prefix(QueryLimits.textBytes))
    self.names = names
  }

  /// Parses the whole text.
  ///
  /// - Throws: `QueryError` in phase `check` for a field's value that can't be read.
  mutating func parsed() throws(QueryError) -> SearchTree {
    let tree = parse()
    if let fault { throw fault }
    return tree
  }

  /// Parses the whole text, and keeps the first fault.
  private mutating func parse() -> SearchTree {
    var parts = [SearchTree]()
    while position < bytes.count {
      parts.append(or())
      // A lone `)` is left out.
      if position < bytes.count { position += 1 }
    }
    return SearchTree.joined(parts)
  }

  // MARK: Structure

  /// Alternatives up to the end or a closing parenthesis.
  private mutating func or() -> SearchTree {
    var alternatives: [[SearchTree]] = [[]]
    while true {
      skipBlanks()
      guard position < bytes.count, bytes[position] != UInt8(ascii: ")") else { break }
      if takeWord("OR") {
        if alternatives[alternatives.count - 1].isEmpty { continue }
        alternatives.append([])
      } else if let term = term() {
        alternatives[alternatives.count - 1].append(term)
      }
    }
    let present = alternatives.filter { !$0.isEmpty }.map(SearchTree.joined)
    return present.count == 1 ? present[0] : present.isEmpty ? .and([]) : .or(present)
  }

  /// One term; nil for what has no meaning, such as a lone `*`.
  private mutating func term() -> SearchTree? {
    var isNegated = false
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "-"), let next = byte(at: position + 1), !isBlank(next), !isNegated {
        position += 1
        isNegated = true
      } else if takeWord("NOT") {
        skipBlanks()
        isNegated.toggle()
      } else {
        break
      }
    }
    guard position < bytes.count, bytes[position] != UInt8(ascii: ")") else { return nil }
    let words = freeWords.count
    guard let term = plain(), term != .and([]) else { return nil }
    if isNegated { freeWords.removeLast(freeWords.count - words) }
    return isNegated ? .not(term) : term
  }

  /// A term without its minus.
  private mutating func plain() -> SearchTree? {
    switch bytes[position] {
    case UInt8(ascii: "("):
      position += 1
      guard depth < SearchParser.nesting else { return nil }
      depth += 1
      let inner = or()
      depth -= 1
      if position < bytes.count { position += 1 }
      return inner
    case UInt8(ascii: "\""):
      let start = position
      let text = quoted()
      return words(text, isQuoted: true, at: start..<position)
    case UInt8(ascii: "/"):
      if let regex = regex() { return regex }
    case UInt8(ascii: "#"):
      if let keyword = keyword() { return keyword }
    default:
      if let field = field() { return field }
    }
    let place = position
    var text = word(endingAt: "()\"")
    if text.utf8.last == UInt8(ascii: ":"), text.utf8.count > 1, byte(at: position) == UInt8(ascii: "\"") {
      // `name:"two words"` where the name is no field: all of it is a phrase.
      text += quoted()
      if skip("*") { text += "*" }
      return words(text)
    }
    if text == "AND" {
      remarks.append(
        SearchRemark(place: place, message: "AND is taken as a word; words side by side must all be found"))
    }
    return words(text, at: place..<position)
  }

  /// Words, or the signs of a text that has no words; nil for neither.
  ///
  /// Outside of quotes a hyphen or asterisk without a word means nothing.
  private mutating func words(
    _ text: String, isQuoted: Bool = false, at range: Range<Int>? = nil
  ) -> SearchTree? {
    let pattern = WordPattern(text)
    if !pattern.words.isEmpty {
      if let range { freeWords.append(range) }
      return .words(pattern)
    }
    // What has no look of its own, such as the mark that asks for a colored emoji, may miss in the text.
    let isEmpty = { (scalar: Unicode.Scalar) in
      scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
        || !isQuoted && scalar == "*"
    }
    var signs = text.unicodeScalars[...]
    signs = signs.drop(while: isEmpty)
    while let last = signs.last, isEmpty(last) { signs.removeLast() }
    if signs.isEmpty || !isQuoted && signs.allSatisfy({ $0 == "-" || $0 == "*" }) { return nil }
    return .symbols(String(String.UnicodeScalarView(signs)))
  }

  // MARK: Tokens

  /// The byte at a place; nil behind the end.
  private func byte(at place: Int) -> UInt8? { place < bytes.count ? bytes[place] : nil }

  /// Whether a byte is a blank or line break.
  private func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte) }

  /// Moves past blanks.
  private mutating func skipBlanks() {
    while position < bytes.count {
      if isBlank(bytes[position]) {
        position += 1
      } else if let length = wideBlank(at: position) {
        position += length
      } else {
        return
      }
    }
  }

  /// The length of a blank outside of ASCII: U+00A0, U+3000 and the like.
  private func wideBlank(at place: Int) -> Int? {
    guard bytes[place] >= 0x80 else { return nil }
    let (scalar, length) = bytes.withUnsafeBufferPointer { UTF8Bytes.scalar($0, at: place) }
    return scalar.properties.isWhitespace ? length : nil
  }

  /// Moves past a word of capital letters that stands alone.
  private mutating func takeWord(_ word: String) -> Bool {
    let end = position + word.utf8.count
    guard end <= bytes.count, bytes[position..<end].elementsEqual(word.utf8) else { return false }
    if let next = byte(at: end), !isBlank(next), next != UInt8(ascii: "("), next != UInt8(ascii: ")") {
      return false
    }
    position = end
    return true
  }

  /// The text up to a blank or one of the given characters; at least one byte.
  private mutating func word(endingAt stops: String) -> String {
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      if isBlank(byte) || wideBlank(at: position) != nil { break }
      if position > start, stops.utf8.contains(byte) { break }
      position += 1
    }
    return text(start..<position)
  }

  /// The text in quotes, whose opening one stands here. An open quote ends at the end.
  private mutating func quoted() -> String {
    position += 1
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") { position += 1 }
    let text = text(start..<position)
    if position < bytes.count { position += 1 }
    return text
  }

  /// A part of the text.
  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  // MARK: Special terms

  /// `/…/` before a blank, a parenthesis or the end; nil for other text with a slash.
  private mutating func regex() -> SearchTree? {
    var end = position + 1
    while end < bytes.count {
      if bytes[end] == UInt8(ascii: "\\") {
        end += 2
        continue
      }
      if bytes[end] == UInt8(ascii: "/"), end > position + 1,
        byte(at: end + 1).map({ isBlank($0) || $0 == UInt8(ascii: ")") }) ?? true
      {
        let pattern = text(position + 1..<end)
        guard Pattern(pattern, ignoringCase: true) != nil else {
          let part = Pattern.unsupportedPart(of: pattern).map { " (\($0) is not supported)" } ?? ""
          remarks.append(
            SearchRemark(place: position, message: "this is no regular expression, but text" + part))
          return nil
        }
        position = end + 1
        return .regex(pattern)
      }
      end += 1
    }
    return nil
  }

  /// `#name` or `#"two words"`.
  private mutating func keyword() -> SearchTree? {
    guard let next = byte(at: position + 1), !isBlank(next), !"()#,".utf8.contains(next) else { return nil }
    let place = position
    position += 1
    return .field(.keyword, values(of: .fits, SearchField.keyword.name), place: place)
  }

  /// `name:value`; nil for all else, which is text.
  private mutating func field() -> SearchTree? {
    let start = position
    if let end = colons().first, bytes[start..<end].allSatisfy(isNameByte) {
      if let field = SearchField.named(text(start..<end)) {
        position = end + 1
        return .field(field, values(of: relation(), field.name), place: start)
      }
      if let property = property() { return property }
      remarkOnField(end)
      return nil
    }
    return property()
  }

  /// The places of the colons in the word that stands here, if it may begin with a name.
  private func colons() -> [Int] {
    guard isNameByte(bytes[position]) || bytes[position] >= 0x80 || bytes[position] == UInt8(ascii: "_")
    else {
      return []
    }
    var places: [Int] = []
    let end = min(bytes.count, position + SearchParser.longestName)
    for place in (position + 1)..<max(end, position + 1) {
      let byte = bytes[place]
      if byte == UInt8(ascii: ":") { places.append(place) }
      if isBlank(byte) || "()\",".utf8.contains(byte) || wideBlank(at: place) != nil { break }
    }
    return places
  }

  /// A property of the box with its values; nil where the word that stands here names none. Of several names the
  /// longest counts, because names may have colons.
  private mutating func property() -> SearchTree? {
    for end in colons().reversed() {
      guard let next = byte(at: end + 1), !isBlank(next), wideBlank(at: end + 1) == nil,
        next != UInt8(ascii: "/") || byte(at: end + 2) != UInt8(ascii: "/")
      else { continue }
      guard let names else {
        mayNameProperty = true
        return nil
      }
      let name = text(position..<end)
      let properties = names.properties(name)
      guard !properties.isEmpty else { continue }
      position = end + 1
      let values = values(of: relation(), name)
      let parts = properties.map { SearchTree.property($0.name, $0.kinds, values) }
      return parts.count == 1 ? parts[0] : .or(parts)
    }
    return nil
  }

  /// Says that there is no such field, unless it is an address or no value follows.
  private mutating func remarkOnField(_ end: Int) {
    guard let next = byte(at: end + 1), !isBlank(next), next != UInt8(ascii: "/") else { return }
    let name = text(position..<end)
    let hint =
      (names.map { $0.nearest(to: name) } ?? SearchField.nearest(to: name))
      .map { "; did you mean '\($0):'?" } ?? ""
    remarks.append(
      SearchRemark(
        place: position, message: "there is no field '\(name)', so this is text" + hint, isUnknownField: true)
    )
  }

  /// Whether a byte may be in the name of a field.
  private func isNameByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || (byte == UInt8(ascii: "-"))
  }

  /// Moves past what stands before a value.
  private mutating func relation() -> SearchValue.Relation {
    for relation: SearchValue.Relation in [.atLeast, .atMost, .above, .below, .equals] {
      let end = position + relation.rawValue.utf8.count
      if end <= bytes.count, bytes[position..<end].elementsEqual(relation.rawValue.utf8) {
        position = end
        return relation
      }
    }
    return .fits
  }

  /// Values with commas between them. An empty one stands for a missing value.
  private mutating func values(of relation: SearchValue.Relation, _ name: String) -> [SearchValue] {
    var values: [SearchValue] = []
    while true {
      var value = value(relation, name)
      value.end = position
      values.append(value)
      guard byte(at: position) == UInt8(ascii: ","), let next = byte(at: position + 1), !isBlank(next) else {
        if byte(at: position) == UInt8(ascii: ",") { position += 1 }
        return values
      }
      position += 1
    }
  }

  /// Moves past a byte; false where another one comes.
  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard byte(at: position) == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// One value, maybe in quotes, or a range.
  private mutating func value(_ relation: SearchValue.Relation, _ name: String) -> SearchValue {
    var value = SearchValue(relation: relation, text: "", place: position)
    if byte(at: position) == UInt8(ascii: "\"") {
      value.isQuoted = true
      value.text = quoted()
      // `"begin"*` is a prefix, too.
      if skip("*") { value.text += "*" }
      if let next = byte(at: position), !isBlank(next), wideBlank(at: position) == nil,
        !"),".utf8.contains(next)
      {
        refuse("\(name): is quoted only in part", hint: "put quotes around the whole value")
      }
      return value
    }
    guard let first = byte(at: position), !isBlank(first), wideBlank(at: position) == nil,
      !"),".utf8.contains(first)
    else { return value }
    if first == UInt8(ascii: "(") {
      refuse("\(name): takes no group", hint: "\(name):a,b finds either, \(name):a \(name):b both")
    }
    value.text = valueWord()
    if byte(at: position) == UInt8(ascii: "\"") {
      refuse("\(name): is quoted only in part", hint: "put quotes around the whole value")
    }
    guard relation == .fits, let dots = value.text.range(of: "..") else { return value }
    value.relation = .range
    value.upper = String(value.text[dots.upperBound...])
    value.text = String(value.text[..<dots.lowerBound])
    return value
  }

  /// Keeps the fault of a value, unless there is one already.
  private mutating func refuse(_ message: String, hint: String) {
    fault = fault ?? QueryError(.check, at: position, message, hint: hint)
  }

  /// A value without quotes: the text up to a blank, comma, quote, or the end of a group. Parentheses within it
  /// are text.
  private mutating func valueWord() -> String {
    let start = position
    var open = 0
    while position < bytes.count {
      let byte = bytes[position]
      if isBlank(byte) || wideBlank(at: position) != nil || byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "(") { open += 1 }
      if open == 0, "),".utf8.contains(byte) { break }
      if byte == UInt8(ascii: ")") { open -= 1 }
      position += 1
    }
    return text(start..<position)
  }
}

extension SearchTree {
  /// Parts joined by AND; those that are ANDs themselves become part of it.
  static func joined(_ parts: [SearchTree]) -> SearchTree {
    let flat = parts.flatMap { if case .and(let inner) = $0 { inner } else { [$0] } }
    return flat.count == 1 ? flat[0] : .and(flat)
  }
}

extension String {
  /// The first place of a text.
  func range(of part: String) -> Range<String.Index>? {
    guard let first = part.utf8.first else { return nil }
    let (bytes, sought) = (utf8, Array(part.utf8))
    var start = bytes.startIndex
    while let found = bytes[start...].firstIndex(of: first) {
      if bytes[found...].starts(with: sought) {
        return found..<bytes.index(found, offsetBy: sought.count)
      }
      start = bytes.index(after: found)
    }
    return nil
  }
}
