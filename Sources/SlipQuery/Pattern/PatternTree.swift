/// A regular expression as a tree.
indirect enum PatternTree: Sendable, Hashable {
  /// A place that must hold without taking a scalar.
  enum Anchor: Sendable, Hashable {
    /// Both ends of the text, its end or the line break there, both ends of a line, and where a word does or doesn't
    /// begin or end.
    case textStart, textEnd, lastLineEnd, lineStart, lineEnd, wordBorder, noWordBorder
  }

  /// One scalar of a set.
  case set(ScalarSet)
  /// One after the other.
  case sequence([PatternTree])
  /// The first that fits.
  case choice([PatternTree])
  /// A group whose text `\1` and the like refer to.
  case capture(PatternTree, Int)
  /// Repetition; without an upper bound where `most` is nil.
  case repetition(PatternTree, least: Int, most: Int?, isLazy: Bool)
  /// A place.
  case anchor(Anchor)
  /// What must or must not follow.
  case lookAhead(PatternTree, isNegated: Bool)
  /// The text of an earlier group.
  case reference(Int, ignoresCase: Bool)
}

/// Reads regular expressions: what ICU, PCRE and Swift's Regex have in common.
///
/// - literals, and `\` before punctuation; `\n \r \t \f \a \e \xHH \uHHHH \x{H…} \u{H…}`
/// - `.` (any scalar but the line feed), `[a-z]`, `[^a-z]`, `\d \w \s \D \W \S`, `[[:alpha:]]`
/// - `\p{L} \p{Lu} \P{L}`, with the names of general categories
/// - `(…)`, `(?:…)`, `(?<name>…)`, `|`, and `\1` for the text of a group
/// - `* + ? {n} {n,} {n,m}`, each lazy with `?` behind it
/// - `^ $ \A \z \Z \b \B`, `(?=…)`, `(?!…)`; `$` and `\Z` also before a line break at the end
/// - `(?i) (?s) (?m)` up to the end of the group, `(?i:…)`, `(?-i)`
///
/// All else is an error: a pattern must not mean something else elsewhere. Of what other engines know, such as
/// `(?<=…)`, `a*+` and `[a-c&&[ab]]`, the error says that it isn't supported.
struct PatternReader {
  /// What `(?i)` and the like switch.
  private struct Flags {
    /// `i`: whether case doesn't count.
    var ignoresCase: Bool
    /// `s`: whether `.` takes a line feed, too.
    var dotTakesLineFeeds = false
    /// `m`: whether `^` and `$` also hold at the ends of lines.
    var anchorsAtLines = false
  }

  /// The pattern.
  private let scalars: [Unicode.Scalar]
  /// The index of the next scalar.
  private var position = 0
  /// The present flags.
  private var flags: Flags
  /// The number of groups that were opened.
  private(set) var groups = 0
  /// How deep groups nest.
  private var depth = 0
  /// What other engines know, where reading stopped at that.
  private(set) var unsupported: String?

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - pattern: The text of the regular expression.
  ///   - ignoringCase: Whether it begins as if `(?i)` stood before it.
  init(_ pattern: String, ignoringCase: Bool) {
    scalars = Array(pattern.unicodeScalars)
    flags = Flags(ignoresCase: ignoringCase)
  }

  /// The tree of the whole pattern; nil where it is malformed or has too many levels.
  mutating func read() -> PatternTree? {
    guard let tree = choice(), position == scalars.count else { return nil }
    return tree
  }

  /// Stops reading at something that other engines know.
  ///
  /// - Returns: Nil.
  private mutating func refuse<T>(_ what: String) -> T? {
    unsupported = unsupported ?? what
    return nil
  }

  /// The scalar so far ahead.
  ///
  /// - Parameter distance: 0 for the next one.
  /// - Returns: The scalar; nil behind the end.
  private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    position + distance < scalars.count ? scalars[position + distance] : nil
  }

  /// Moves past a scalar; false where another one comes.
  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard peek() == scalar else { return false }
    position += 1
    return true
  }

  /// Reads alternatives up to the end of the group.
  ///
  /// - Returns: The tree; nil where one of them is malformed.
  private mutating func choice() -> PatternTree? {
    var options: [PatternTree] = []
    repeat {
      guard let option = sequence() else { return nil }
      options.append(option)
    } while skip("|")
    return options.count == 1 ? options[0] : .choice(options)
  }

  /// Reads parts up to the end of the alternative.
  ///
  /// - Returns: The tree, which is empty where no part comes; nil where a part is malformed.
  private mutating func sequence() -> PatternTree? {
    var parts: [PatternTree] = []
    while let next = peek(), next != "|", next != ")" {
      if next == "(", peek(1) == "?", let change = flagChange() {
        flags = change
        continue
      }
      guard let part = atom(), let repeated = quantified(part) else { return nil }
      parts.append(repeated)
    }
    return .sequence(parts)
  }

  /// Reads `(?i)`; nil, and nothing is read, where something else comes.
  private mutating func flagChange() -> Flags? {
    let start = position
    position += 2
    guard let changed = flagLetters(), skip(")") else {
      position = start
      return nil
    }
    return changed
  }

  /// Reads letters such as `i-s`; nil for unknown ones.
  private mutating func flagLetters() -> Flags? {
    var (changed, value) = (flags, true)
    while let letter = peek(), letter != ")", letter != ":" {
      position += 1
      switch letter {
      case "i": changed.ignoresCase = value
      case "s": changed.dotTakesLineFeeds = value
      case "m": changed.anchorsAtLines = value
      case "-" where value: value = false
      default: return nil
      }
    }
    return changed
  }

  /// Reads a quantifier behind a part.
  ///
  /// Bounds are at most 10,000. A quantifier behind another one is malformed, because engines
  /// differ there.
  private mutating func quantified(_ part: PatternTree) -> PatternTree? {
    let bounds: (Int, Int?)
    switch peek() {
    case "*": bounds = (0, nil)
    case "+": bounds = (1, nil)
    case "?": bounds = (0, 1)
    case "{":
      position += 1
      guard let least = number() else { return nil }
      var most: Int? = least
      if skip(",") { most = peek() == "}" ? nil : number() ?? -1 }
      guard peek() == "}", most.map({ $0 >= least }) ?? true else { return nil }
      bounds = (least, most)
    default: return part
    }
    position += 1
    if case .anchor = part { return nil }
    if peek() == "+" { return refuse("a possessive quantifier") }
    let isLazy = skip("?")
    if let next = peek(), ["*", "+", "?", "{"].contains(next) { return nil }
    return .repetition(part, least: bounds.0, most: bounds.1, isLazy: isLazy)
  }

  /// Reads a number up to 10,000.
  ///
  /// - Returns: The number; nil where no digit comes or the number is larger.
  private mutating func number() -> Int? {
    var value: Int?
    while let digit = peek(), ("0"..."9").contains(digit) {
      position += 1
      value = (value ?? 0) * 10 + Int(digit.value - 48)
      if let value, value > 10_000 { return nil }
    }
    return value
  }

  /// A set of one scalar.
  private func plain(_ scalar: Unicode.Scalar) -> PatternTree {
    .set(ScalarSet(ranges: [scalar.value...scalar.value], ignoresCase: flags.ignoresCase))
  }

  /// Reads one part.
  private mutating func atom() -> PatternTree? {
    guard let scalar = peek() else { return nil }
    position += 1
    switch scalar {
    case ".": return .set(.any(withLineFeeds: flags.dotTakesLineFeeds))
    case "^": return .anchor(flags.anchorsAtLines ? .lineStart : .textStart)
    case "$": return .anchor(flags.anchorsAtLines ? .lineEnd : .lastLineEnd)
    case "*", "+", "?", "{": return nil
    case "(": return group()
    case "[": return set()
    case "\\": return escape()
    default: return plain(scalar)
    }
  }

  /// Reads a group behind its parenthesis.
  ///
  /// Flags that are switched within a group hold up to its end.
  private mutating func group() -> PatternTree? {
    guard depth < QueryLimits.patternNesting else { return nil }
    depth += 1
    let outer = flags
    defer {
      depth -= 1
      flags = outer
    }
    var look: Bool?
    var number: Int?
    if skip("?") {
      if skip("=") {
        look = false
      } else if skip("!") {
        look = true
      } else if skip("<") {
        guard let first = peek() else { return nil }
        if first == "=" || first == "!" { return refuse("looking behind, (?<\(first)…)") }
        while let letter = peek(), letter != ">" {
          guard ScalarSet.isMember(letter, of: .word) else { return nil }
          position += 1
        }
        guard skip(">") else { return nil }
        groups += 1
        number = groups
      } else {
        if peek() == ">" { return refuse("an atomic group, (?>…)") }
        if peek() == "#" { return refuse("a comment, (?#…)") }
        guard let changed = flagLetters(), skip(":") else { return nil }
        flags = changed
      }
    } else {
      groups += 1
      number = groups
    }
    guard let inner = choice(), skip(")") else { return nil }
    if let look { return .lookAhead(inner, isNegated: look) }
    return number.map { .capture(inner, $0) } ?? inner
  }

  /// Reads what follows a backslash outside of brackets.
  private mutating func escape() -> PatternTree? {
    switch peek() {
    case "b": return moved(.anchor(.wordBorder))
    case "B": return moved(.anchor(.noWordBorder))
    case "A": return moved(.anchor(.textStart))
    case "z": return moved(.anchor(.textEnd))
    case "Z": return moved(.anchor(.lastLineEnd))
    case let digit? where ("1"..."9").contains(digit):
      guard let number = number(), number <= groups else { return nil }
      return .reference(number, ignoresCase: flags.ignoresCase)
    default: break
    }
    if let member = classLetter() ?? category() {
      return .set(ScalarSet(classes: [member], ignoresCase: flags.ignoresCase))
    }
    return unsupported == nil ? literalEscape().map(plain) : nil
  }

  /// Moves past a scalar and returns a tree.
  private mutating func moved(_ tree: PatternTree) -> PatternTree {
    position += 1
    return tree
  }

  /// Reads the letter of a class; nil where another one comes.
  private mutating func classLetter() -> ScalarSet.Member? {
    let member: ScalarSet.Member
    switch peek() {
    case "d": member = .init(kind: .digit, isNegated: false)
    case "D": member = .init(kind: .digit, isNegated: true)
    case "w": member = .init(kind: .word, isNegated: false)
    case "W": member = .init(kind: .word, isNegated: true)
    case "s": member = .init(kind: .space, isNegated: false)
    case "S": member = .init(kind: .space, isNegated: true)
    default: return nil
    }
    position += 1
    return member
  }

  /// Names of general categories.
  private static let categories: Set<String> = [
    "L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Ps",
    "Pe",
    "Pi", "Pf", "Po", "S", "Sm", "Sc", "Sk", "So", "Z", "Zs", "Zl", "Zp", "C", "Cc", "Cf", "Cs", "Co", "Cn",
  ]

  /// Reads `p{Lu}`, `P{Lu}` or `pL`; nil where another letter comes, and for a property that is no category.
  private mutating func category() -> ScalarSet.Member? {
    guard let letter = peek(), letter == "p" || letter == "P", let first = peek(1) else { return nil }
    var name = String.UnicodeScalarView()
    position += 2
    if first == "{" {
      while let scalar = peek(), scalar != "}" {
        name.append(scalar)
        position += 1
      }
      guard skip("}") else { return nil }
    } else {
      name.append(first)
    }
    guard PatternReader.categories.contains(String(name)) else {
      return refuse("the property \\\(letter){\(String(name))}")
    }
    return .init(kind: .category(String(name)), isNegated: letter == "P")
  }

  /// Reads a class of POSIX within a set, such as `[:alpha:]` or `[:^alpha:]`, behind its bracket.
  private mutating func posixClass() -> ScalarSet.Member? {
    guard skip(":") else { return refuse("a set within a set (write \\[ for a bracket)") }
    let isNegated = skip("^")
    var name = String.UnicodeScalarView()
    while let scalar = peek(), ("a"..."z").contains(scalar) {
      name.append(scalar)
      position += 1
    }
    guard skip(":"), skip("]") else { return nil }
    guard let kind = ScalarSet.PosixClass(rawValue: String(name)) else {
      return refuse("the class [:\(String(name)):]")
    }
    return .init(kind: .posix(kind), isNegated: isNegated)
  }

  /// Reads an escape that means one scalar.
  ///
  /// - Returns: The scalar; nil where the escape is malformed or means nothing, and at the end.
  private mutating func literalEscape() -> Unicode.Scalar? {
    guard let scalar = peek() else { return nil }
    position += 1
    switch scalar {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "f": return "\u{0C}"
    case "a": return "\u{07}"
    case "e": return "\u{1B}"
    case "x": return hexadecimal(2)
    case "u": return hexadecimal(4)
    default:
      // A letter or digit that means nothing may mean something elsewhere.
      return scalar.value < 0x80 && (Words.continuesName(scalar) && scalar != "_") ? nil : scalar
    }
  }

  /// Reads so many hexadecimal digits, or any number of them in braces.
  ///
  /// - Returns: The scalar; nil where digits are missing, where braces have more than six, or for no scalar.
  private mutating func hexadecimal(_ count: Int) -> Unicode.Scalar? {
    let inBraces = skip("{")
    var (value, read): (UInt32, Int) = (0, 0)
    while let scalar = peek(), inBraces ? scalar != "}" : read < count {
      guard scalar.value < 0x80, let digit = Character(scalar).hexDigitValue, read < 6 else { return nil }
      value = value << 4 | UInt32(digit)
      (position, read) = (position + 1, read + 1)
    }
    guard inBraces ? skip("}") && read > 0 : read == count else { return nil }
    return Unicode.Scalar(value)
  }

  /// Reads a set behind its bracket.
  ///
  /// A hyphen before the closing bracket and a bracket in the first place stand for themselves.
  ///
  /// - Returns: The set; nil where it is malformed or isn't closed.
  private mutating func set() -> PatternTree? {
    var set = ScalarSet(ignoresCase: flags.ignoresCase)
    set.isNegated = skip("^")
    var isFirst = true
    while let scalar = peek(), isFirst || scalar != "]" {
      isFirst = false
      position += 1
      if (scalar == "&" || scalar == "-"), peek() == scalar, peek(1) != "]" {
        return refuse("an operation on sets, \(scalar)\(scalar)")
      }
      if scalar == "[" {
        guard let member = posixClass() else { return nil }
        set.classes.append(member)
        continue
      }
      var low = scalar
      if scalar == "\\" {
        if let member = classLetter() ?? category() {
          set.classes.append(member)
          continue
        }
        guard unsupported == nil, let literal = skip("b") ? "\u{08}" : literalEscape() else { return nil }
        low = literal
      }
      var high = low
      if peek() == "-", let end = peek(1), end != "]" {
        position += 2
        high = end
        if end == "\\" {
          guard let literal = literalEscape() else { return nil }
          high = literal
        }
      }
      guard low <= high else { return nil }
      set.ranges.append(low.value...high.value)
    }
    return skip("]") ? .set(set) : nil
  }
}
