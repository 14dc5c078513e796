internal import SlipBase
internal import XMLSyntax

/// One thing that a lightweight stage does on the way up; on the way down it does the reverse.
enum LightweightChange: Sendable {
  /// An attribute gets another name.
  case rename(ManifestElement, from: StaticString, to: StaticString)
  /// Words of a closed set are spelled differently.
  case values(ManifestElement, StaticString, [(old: StaticString, new: StaticString)])
  /// An attribute is no longer stored, as it can be derived from others.
  case dropDerived(ManifestElement, StaticString)
  /// An attribute is new. It is optional, and absent at first.
  case add(ManifestElement, StaticString)
  /// A section is new, and empty at first.
  case addElement(ManifestElement)
  /// What the stage does besides, in a sentence.
  case other(String)
  /// An element could be there once, and now many times.
  case toMany(ManifestElement)
  /// Notes refer to the pictures that their bodies show.
  case listShown(ManifestElement)

  /// The change in a sentence, for the plan that `slipconv migrate --plan` shows.
  var description: String {
    switch self {
    case .rename(let element, let from, let to): "\(element)'s \(from) becomes \(to)."
    case .values(let element, let name, let words):
      "\(element)'s \(name) becomes " + words.map { "\($0.new)" }.joined(separator: ", ") + "."
    case .dropDerived(let element, let name): "\(element)'s \(name) is dropped: it is derived."
    case .add(let element, let name): "\(element)s may have \(name)."
    case .addElement(let element): "There may be \(element)."
    case .other(let sentence): sentence
    case .toMany(let element): "Notes may have many \(element)s to attachments."
    case .listShown(let element): "Notes get a \(element) to each picture that their body shows."
    }
  }
}

/// How a lightweight stage makes the attributes of each element out of the other version's.
///
/// It is made of the two versions' forms and the list of changes, once for each direction. An attribute that
/// both versions have is copied, a renamed one is copied under its other name, a derived one is derived
/// again, and one that only the source has is dropped.
struct LightweightMap: Sendable {
  /// How one attribute is made.
  struct Row: Sendable {
    /// The attribute of the version that is read.
    var source: StaticString
    /// The attribute of the version that is written.
    var target: StaticString
    /// The type of its values.
    var type: ManifestType
    /// Words of the source, and what they become; empty where they stay.
    var words: [(StaticString, StaticString)] = []
    /// Whether the value is derived from the title.
    var isDerived = false
    /// The value for which the attribute is left out; nil where it is always written.
    var defaultValue: String?
  }

  /// By the element's raw value, in the order in which they are written.
  private var rows: [[Row]] = []

  /// Prepares a direction.
  ///
  /// - Parameters:
  ///   - old: Gives an element's attributes in the older version.
  ///   - new: Gives them in the newer version.
  ///   - changes: What the stage does.
  ///   - isUp: Whether the newer version is written.
  init(
    old: (ManifestElement) -> [ManifestElement.Attribute],
    new: (ManifestElement) -> [ManifestElement.Attribute], _ changes: [LightweightChange], isUp: Bool
  ) {
    for element in ManifestElement.allCases {
      let (source, target) = isUp ? (old(element), new(element)) : (new(element), old(element))
      rows.append(target.compactMap { Self.row(for: $0, of: element, from: source, changes, isUp) })
    }
  }

  /// How an element's attributes are made, in the order in which they are written.
  func rows(of element: ManifestElement) -> [Row] { rows[Int(element.rawValue)] }

  /// How one attribute is made; nil for one that the other version doesn't have.
  private static func row(
    for target: ManifestElement.Attribute, of element: ManifestElement, from: [ManifestElement.Attribute],
    _ changes: [LightweightChange], _ isUp: Bool
  ) -> Row? {
    var row = Row(source: target.name, target: target.name, type: target.type)
    for change in changes {
      switch change {
      case .rename(element, let old, let new) where (isUp ? new : old).isSame(as: target.name):
        row.source = isUp ? old : new
      case .values(element, target.name, let words):
        row.words = words.map { isUp ? ($0.old, $0.new) : ($0.new, $0.old) }
      case .dropDerived(element, target.name): row.isDerived = true
      default: break
      }
    }
    guard row.isDerived || from.contains(where: { $0.name.isSame(as: row.source) }) else { return nil }
    row.defaultValue = target.isRequired ? nil : defaults.first { $0.name.isSame(as: target.name) }?.value
    return row
  }

  /// The defaults of both versions.
  private static let defaults: [(name: StaticString, value: String)] = [
    ("order", "0"), ("isFavorite", "false"), ("favorite", "false"), ("alpha", "1"), ("opacity", "1"),
    ("status", "draft"), ("status", "Draft"), ("manual", "false"), ("incomplete", "false"),
  ]
}

extension LightweightMap.Row {
  /// The value as it is written; nil where it is left out.
  ///
  /// Numbers, dates and truth values are read and written in their one form, so that ` 01` becomes `1`.
  ///
  /// - Throws: `SlipError` for a value that can't be read.
  func value(in attributes: ManifestAttributes) throws(SlipError) -> String? {
    if isDerived { return XMLEscapedText.escape(V4Box.canonicalTitle(attributes.requiredText("title"))) }
    guard let bytes = attributes.element.value(source) else { return nil }
    let value: String? =
      switch type {
      case .text, .name: XMLEscapedText.escape(XMLEscapedText.unescape(bytes))
      case .bool: ManifestValue.bool(bytes).map { $0 ? "true" : "false" }
      case .number: ManifestValue.int(bytes).map(String.init)
      case .length: ManifestValue.length(bytes).map(String.init)
      case .pixels: ManifestValue.pixels(bytes).map(String.init)
      case .fraction: ManifestValue.fraction(bytes).map(ManifestValue.text)
      case .date: ManifestValue.timestamp(bytes).map(\.rfc3339)
      case .ordinal: ManifestValue.ordinal(bytes).map(String.init)
      case .uuid, .sha256, .suffix, .part, .path, .pathBefore6, .mediaType, .format:
        String(decoding: bytes, as: UTF8.self)
      case .words: word(String(decoding: bytes, as: UTF8.self))
      }
    guard let value else { throw attributes.malformed(source) }
    return isDefault(value) ? nil : value
  }

  /// What a word becomes; nil for one that the version doesn't have.
  private func word(_ text: String) -> String? {
    if words.isEmpty { return text }
    return words.first { "\($0.0)" == text }.map { "\($0.1)" }
  }

  /// Whether a value is the default, whatever the case of words.
  private func isDefault(_ value: String) -> Bool {
    guard let defaultValue else { return false }
    return value == defaultValue || (!words.isEmpty && value.lowercased() == defaultValue.lowercased())
  }
}

extension StaticString {
  /// Whether two names are the same.
  func isSame(as other: StaticString) -> Bool {
    utf8CodeUnitCount == other.utf8CodeUnitCount
      && UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount).elementsEqual(
        UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount))
  }
}

/// Lets patterns name an attribute.
func ~= (pattern: StaticString, value: StaticString) -> Bool { pattern.isSame(as: value) }
