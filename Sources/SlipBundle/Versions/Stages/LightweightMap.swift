internal import SlipBase
internal import SlipNotes
internal import XMLSyntax

/// One thing that a lightweight stage does, upwards; downwards it does the reverse.
enum LightweightChange: Sendable {
  case rename(ManifestElement, from: StaticString, to: StaticString)
  /// Words of a closed set get other names.
  case values(ManifestElement, StaticString, [(old: StaticString, new: StaticString)])
  /// A value that was stored and can be made of others.
  case dropDerived(ManifestElement, StaticString)
  /// A new optional attribute, absent at first.
  case add(ManifestElement, StaticString)
  /// A new container, empty at first.
  case addElement(ManifestElement)
  /// There was one at most; now there may be many.
  case toMany(ManifestElement)
  /// What bodies show and notes didn't refer to is referred to.
  case listShown(ManifestElement)

  var description: String {
    switch self {
    case .rename(let element, let from, let to): "\(element)'s \(from) becomes \(to)."
    case .values(let element, let name, let words):
      "\(element)'s \(name) becomes " + words.map { "\($0.new)" }.joined(separator: ", ") + "."
    case .dropDerived(let element, let name): "\(element)'s \(name) is dropped: it is derived."
    case .add(let element, let name): "\(element)s may have \(name)."
    case .addElement(let element): "There may be \(element)."
    case .toMany(let element): "Notes may have many \(element)s to attachments."
    case .listShown(let element): "Notes get a \(element) to each picture that their body shows."
    }
  }
}

/// How a lightweight stage makes each element's attributes out of the other version's.
struct LightweightMap: Sendable {
  struct Row: Sendable {
    var source: StaticString
    var target: StaticString
    var type: ManifestType
    /// Words of the source and what they become.
    var words: [(StaticString, StaticString)] = []
    /// The value is made of the title.
    var isDerived = false
    /// Left out when it is this.
    var defaultValue: String?
  }

  /// By the element's raw value, in the order in which they are written.
  private var rows: [[Row]] = []

  init(_ form: VersionForm, _ changes: [LightweightChange], isUp: Bool) {
    for element in ManifestElement.allCases {
      let old = VersionElement.allCases.first { $0.current == element }.flatMap(form.attributes) ?? []
      let target = isUp ? element.row.attributes : old
      rows.append(
        target.compactMap { attribute in
          Self.row(for: attribute, of: element, from: isUp ? old : element.row.attributes, changes, isUp)
        })
    }
  }

  func rows(of element: ManifestElement) -> [Row] { rows[Int(element.rawValue)] }

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
    ("status", "draft"), ("status", "Draft"),
  ]
}

extension LightweightMap.Row {
  /// The value in the form in which it is written; nil where it is left out.
  func value(in attributes: ManifestAttributes) throws(SlipError) -> String? {
    if isDerived { return XMLEscapedText.escape(V4Box.canonicalTitle(attributes.requiredText("title"))) }
    guard let bytes = attributes.element.value(source) else { return nil }
    let value: String? =
      switch type {
      case .text: XMLEscapedText.escape(XMLEscapedText.unescape(bytes))
      case .bool: ManifestValue.bool(bytes).map { $0 ? "true" : "false" }
      case .number: ManifestValue.int(bytes).map(String.init)
      case .length: ManifestValue.length(bytes).map(String.init)
      case .pixels: ManifestValue.pixels(bytes).map(String.init)
      case .fraction: ManifestValue.fraction(bytes).map(ManifestValue.text)
      case .date: ManifestValue.timestamp(bytes).map(\.rfc3339)
      case .uuid, .sha256, .suffix, .path, .mediaType, .format: String(decoding: bytes, as: UTF8.self)
      case .words: word(String(decoding: bytes, as: UTF8.self))
      }
    guard let value else { throw attributes.malformed(source) }
    return isDefault(value) ? nil : value
  }

  private func word(_ text: String) -> String? {
    if words.isEmpty { return text }
    return words.first { "\($0.0)" == text }.map { "\($0.1)" }
  }

  private func isDefault(_ value: String) -> Bool {
    guard let defaultValue else { return false }
    return value == defaultValue || (!words.isEmpty && value.lowercased() == defaultValue.lowercased())
  }
}

extension StaticString {
  func isSame(as other: StaticString) -> Bool {
    utf8CodeUnitCount == other.utf8CodeUnitCount
      && UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount).elementsEqual(
        UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount))
  }
}

/// So that patterns can name an attribute.
func ~= (pattern: StaticString, value: StaticString) -> Bool { pattern.isSame(as: value) }
