internal import SlipBase

/// A named fact about a note, folder or attachment that the model has no field for.
///
/// The specification of the bundle gives some names a meaning (`WellKnown`). A program's own are
/// written `program:field`, such as `scrivener:label`.
public struct Property: Sendable, Hashable {
  /// What a value is. The value is text in each case.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Any text.
    case text
    /// A decimal number: `-12.5`, `3e8`.
    case number
    /// A point in time: RFC 3339, in UTC.
    case date
    /// `true` or `false`.
    case boolean
    /// A URI (RFC 3986).
    case uri
  }

  /// The name, which isn't empty.
  public var name: String
  /// What the value is.
  public var kind: Kind
  /// The value in the form that its kind has.
  public var value: String

  /// Creates a property. The value must have the form of its kind; `isValid` says whether it has.
  public init(_ name: String, _ kind: Kind = .text, _ value: String) {
    (self.name, self.kind, self.value) = (name, kind, value)
  }

  /// Creates a property from a value as people type it: a day is a date, `yes` is true.
  ///
  /// - Returns: A property that `isValid`; nil where the value can't mean anything of the kind.
  public init?(typed name: String, _ kind: Kind, _ value: String) {
    switch kind {
    case .text, .uri: self.init(name, kind, value)
    case .number: self.init(name, kind, String(value.drop { $0 == "+" }))
    case .date:
      guard let time = Timestamp(typed: value) else { return nil }
      self.init(name, kind, time.rfc3339)
    case .boolean:
      let words = ["true": "true", "yes": "true", "1": "true", "false": "false", "no": "false", "0": "false"]
      guard let word = words[value.lowercased()] else { return nil }
      self.init(name, kind, word)
    }
    if !isValid { return nil }
  }

  /// Whether the name isn't empty, and the value has the form of its kind.
  public var isValid: Bool { !name.isEmpty && Property.accepts(value, as: kind) }

  /// Whether a text has the form of a kind.
  public static func accepts(_ value: String, as kind: Kind) -> Bool {
    switch kind {
    case .text, .uri: true
    case .number: isNumber(value)
    case .boolean: value == "true" || value == "false"
    case .date: Timestamp(rfc3339: value)?.rfc3339 == value
    }
  }

  /// Whether a text is a decimal number: sign, digits with at most one point, exponent.
  private static func isNumber(_ value: String) -> Bool {
    var rest = value.utf8[...]
    func digits() -> Int {
      let count = rest.prefix { $0.isASCIIDigit }.count
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    var count = digits()
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      count += digits()
    }
    guard count > 0 else { return false }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
      guard digits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  /// Names whose meaning the specification gives.
  public enum WellKnown {
    /// What a folder with a saved search looks for, in words of the search language: `text`.
    public static let search = "search"
    /// What a folder with a saved search looks for, as a predicate: `text`.
    public static let predicate = "predicate"
    /// Where a note or file was found on the web: `uri`.
    public static let sourceURL = "source-url"
    /// Who wrote it: `text`; several are a list.
    public static let author = "author"
    /// A short description of the content: `text`.
    public static let summary = "summary"
    /// Another title of the note: `text`; several are a list.
    public static let alias = "alias"
    /// The language of the text (BCP 47): `text`.
    public static let language = "language"
    /// Degrees north of the equator (WGS 84): `number`.
    public static let latitude = "latitude"
    /// Degrees east of Greenwich (WGS 84): `number`.
    public static let longitude = "longitude"
    /// The name of a place: `text`.
    public static let place = "place"
    /// When something is to be done: `date`.
    public static let due = "due"
    /// When it was done: `date`.
    public static let completed = "completed"
    /// Whether the note is shown before others: `boolean`.
    public static let pinned = "pinned"
    /// A conflict of an import or a merge that nobody has decided yet: `text`; see `OpenConflict`.
    public static let conflict = "conflict"
    /// What the source says about the password of an encrypted part: `text`.
    public static let encryptedHint = "encrypted-hint"
  }
}
