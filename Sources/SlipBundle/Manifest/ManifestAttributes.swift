internal import SlipBase
internal import XMLSyntax

/// The attributes of one element, with errors that name element, attribute and place.
///
/// `text` unescapes; all other values have a fixed form and are read by `ManifestValue`.
struct ManifestAttributes {
  /// The element; its bytes are valid during the parser's call only.
  let element: XMLElement
  /// The element's name, for messages.
  private let name: StaticString

  /// Checks an element of a manifest or transaction.
  init(_ element: XMLElement, _ kind: ManifestElement, _ schema: ManifestSchema) throws(SlipError) {
    try self.init(element, kind.name, schema.attributes(of: kind))
  }

  /// Checks that the element has no attributes but those of the table, and all that are required.
  ///
  /// Values are checked here only where their type is exact (see `ManifestType.isExact`); the others are when
  /// they are read.
  ///
  /// - Throws: `SlipError` with code `ManifestCode.unexpected`.
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
      throw fault("an attribute is unknown in this schema version")
    }
  }

  /// Checks that each value can be read.
  ///
  /// - Throws: `SlipError` for a value that the reader can't take, although the schema may allow it: a number
  ///   beyond 64 bits, for example.
  func expectReadable(_ attributes: [ManifestElement.Attribute]) throws(SlipError) {
    for attribute in attributes {
      if let value = element.value(attribute.name), !attribute.type.isReadable(value) {
        throw malformed(attribute.name)
      }
    }
  }

  /// The error for this element; its place becomes line and column later.
  func fault(_ message: String) -> SlipError {
    SlipError(
      .badInput, code: ManifestCode.unexpected, "`\(name)`: \(message)",
      at: SourceLocation(.byte(element.tagEnd)))
  }

  /// The error for a value that can't be read.
  func malformed(_ name: StaticString) -> SlipError { fault("the value of attribute `\(name)` is malformed") }

  /// Free text, unescaped; nil where the attribute is absent.
  func text(_ name: StaticString) -> String? { element.value(name).map { XMLEscapedText.unescape($0) } }

  /// Free text; empty where the attribute is absent, which `init` has ruled out for required ones.
  func requiredText(_ name: StaticString) -> String { text(name) ?? "" }

  /// A value of a fixed form; nil where the attribute is absent.
  ///
  /// - Throws: `SlipError` where `read` can't make anything of it.
  func value<Value>(
    _ name: StaticString, _ read: (UnsafeRawBufferPointer) -> Value?
  ) throws(SlipError) -> Value? {
    guard let bytes = element.value(name) else { return nil }
    guard let value = read(bytes) else { throw malformed(name) }
    return value
  }

  /// A value of a fixed form; its absence is an error, too.
  func required<Value>(
    _ name: StaticString, _ read: (UnsafeRawBufferPointer) -> Value?
  ) throws(SlipError) -> Value {
    guard let value = try value(name, read) else { throw malformed(name) }
    return value
  }

  /// The id of an entity.
  func id(_ name: StaticString) throws(SlipError) -> UniqueID? { try value(name) { UniqueID(bytes: $0) } }
  /// The id of an entity, which must be there.
  func requiredID(_ name: StaticString) throws(SlipError) -> UniqueID {
    try required(name) { UniqueID(bytes: $0) }
  }
  /// A SHA-256.
  func digest(_ name: StaticString) throws(SlipError) -> Digest? { try value(name) { Digest(hexBytes: $0) } }
  /// A SHA-256, which must be there.
  func requiredDigest(_ name: StaticString) throws(SlipError) -> Digest {
    try required(name) { Digest(hexBytes: $0) }
  }
  /// A point in time, in UTC.
  func date(_ name: StaticString) throws(SlipError) -> Timestamp? { try value(name, ManifestValue.timestamp) }
  /// A number of bytes, which must be there.
  func length(_ name: StaticString) throws(SlipError) -> Int { try required(name, ManifestValue.length) }

  /// One word of a closed set, such as a status.
  func word<Word: RawRepresentable>(_ name: StaticString) throws(SlipError) -> Word?
  where Word.RawValue == String {
    try value(name) { Word(rawValue: String(decoding: $0, as: UTF8.self)) }
  }
}
