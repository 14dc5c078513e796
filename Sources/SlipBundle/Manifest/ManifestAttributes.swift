internal import SlipBase
internal import XMLSyntax

/// The attributes of one element, with errors that name the place.
struct ManifestAttributes {
  let element: XMLElement
  private let name: StaticString

  init(_ element: XMLElement, _ kind: ManifestElement) throws(SlipError) {
    try self.init(element, kind.row.name, kind.row.attributes)
  }

  /// Checks that there is no attribute but those of the table, and none of the required ones missing.
  init(
    _ element: XMLElement, _ name: StaticString, _ attributes: [ManifestElement.Attribute]
  ) throws(SlipError) {
    self.element = element
    self.name = name
    var known = 0
    for attribute in attributes {
      if let value = element.value(attribute.name) {
        known += 1
        if attribute.type.isExact, !attribute.type.accepts(value) { throw malformed(attribute.name) }
      } else if attribute.isRequired {
        throw fault("attribute `\(attribute.name)` is missing")
      }
    }
    guard known == element.attributeCount else {
      throw fault("an attribute isn't known in this schema version")
    }
  }

  /// - Throws: For a value that the reader can't take, although the schema may allow it.
  func expectReadable(_ attributes: [ManifestElement.Attribute]) throws(SlipError) {
    for attribute in attributes {
      if let value = element.value(attribute.name), !attribute.type.isReadable(value) {
        throw malformed(attribute.name)
      }
    }
  }

  func fault(_ message: String) -> SlipError {
    SlipError(
      .badInput, code: ManifestCode.unexpected, "`\(name)`: \(message)",
      at: SourceLocation(.byte(element.tagEnd)))
  }

  func malformed(_ name: StaticString) -> SlipError { fault("the value of attribute `\(name)` is malformed") }

  /// Free text.
  func text(_ name: StaticString) -> String? { element.value(name).map { XMLEscapedText.unescape($0) } }

  func requiredText(_ name: StaticString) -> String { text(name) ?? "" }

  /// A value of a fixed form; nil when it is absent.
  func value<Value>(
    _ name: StaticString, _ read: (UnsafeRawBufferPointer) -> Value?
  ) throws(SlipError) -> Value? {
    guard let bytes = element.value(name) else { return nil }
    guard let value = read(bytes) else { throw malformed(name) }
    return value
  }

  func required<Value>(
    _ name: StaticString, _ read: (UnsafeRawBufferPointer) -> Value?
  ) throws(SlipError) -> Value {
    guard let value = try value(name, read) else { throw malformed(name) }
    return value
  }

  func id(_ name: StaticString) throws(SlipError) -> UniqueID? { try value(name) { UniqueID(bytes: $0) } }
  func requiredID(_ name: StaticString) throws(SlipError) -> UniqueID {
    try required(name) { UniqueID(bytes: $0) }
  }
  func digest(_ name: StaticString) throws(SlipError) -> Digest? { try value(name) { Digest(hexBytes: $0) } }
  func requiredDigest(_ name: StaticString) throws(SlipError) -> Digest {
    try required(name) { Digest(hexBytes: $0) }
  }
  func date(_ name: StaticString) throws(SlipError) -> Timestamp? { try value(name, ManifestValue.timestamp) }
  func length(_ name: StaticString) throws(SlipError) -> Int { try required(name, ManifestValue.length) }

  /// One word of a closed set.
  func word<Word: RawRepresentable>(_ name: StaticString) throws(SlipError) -> Word?
  where Word.RawValue == String {
    try value(name) { Word(rawValue: String(decoding: $0, as: UTF8.self)) }
  }
}
