internal import CLibXML2

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(WASILibc)
  internal import WASILibc
#elseif canImport(ucrt)
  internal import ucrt
#else
  internal import Darwin
#endif

/// A start tag with its attributes.
///
/// This is a view into the parser's buffers, without copies, and is valid only during the call that
/// passes it. Copy what is needed for longer. Attributes of a fixed vocabulary are best read by
/// name, all others by index:
///
///     if element.isNamed("note"), let id = element.value("id") { … }
///     for index in 0..<element.attributeCount { list.append(element.attribute(at: index)) }
public struct XMLElement {
  /// UTF-8 in the parser's buffers.
  public typealias Bytes = UnsafeRawBufferPointer

  /// The number of pointers that libxml2 gives for each attribute: local name, prefix, namespace,
  /// start and end of the value.
  private static let attributeStride = 5
  private let name: UnsafePointer<UInt8>
  private let prefixPointer: UnsafePointer<UInt8>?
  private let namespacePointer: UnsafePointer<UInt8>?
  private let attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
  private let declarations: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
  /// The number of attributes, without namespace declarations.
  public let attributeCount: Int
  /// The number of namespace declarations on this tag.
  public let declarationCount: Int
  /// The offset in the document at which this tag's last attribute ends. `LineIndex.tagStart` finds
  /// the tag's start from it.
  public private(set) var tagEnd: Int

  /// Takes over what libxml2 passes to its callback.
  init(
    name: UnsafePointer<UInt8>, prefix: UnsafePointer<UInt8>?, namespace: UnsafePointer<UInt8>?,
    declarations: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, declarationCount: Int,
    attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, attributeCount: Int, tagEnd: Int
  ) {
    self.name = name
    self.prefixPointer = prefix
    self.namespacePointer = namespace
    self.declarations = declarations
    self.declarationCount = declarationCount
    self.attributes = attributes
    self.attributeCount = attributeCount
    self.tagEnd = tagEnd
  }

  /// The same element of a document that follows others: its place is so many bytes further on.
  public func moved(by bytes: Int) -> XMLElement {
    var element = self
    element.tagEnd += bytes
    return element
  }

  /// The element's name without its prefix.
  public var localName: String { String(cString: name) }
  /// The element's prefix; nil where it has none.
  public var prefix: String? { prefixPointer.map { String(cString: $0) } }
  /// The name of the element's namespace; nil where it is in none.
  public var namespace: String? { namespacePointer.map { String(cString: $0) } }

  /// Whether the element has a local name. No string is created for the comparison.
  public func isNamed(_ other: StaticString) -> Bool { XMLElement.equal(name, other) }

  /// Whether the element is in a namespace; an empty name stands for no namespace.
  public func isIn(namespace other: StaticString) -> Bool {
    guard let namespacePointer else { return other.utf8CodeUnitCount == 0 }
    return XMLElement.equal(namespacePointer, other)
  }

  /// The value of an attribute without prefix, with references resolved; nil where there is no such
  /// attribute. Takes time proportional to the number of attributes.
  public func value(_ name: StaticString) -> Bytes? {
    guard let attributes else { return nil }
    let first = name.utf8Start.pointee
    var row = attributes
    for _ in 0..<attributeCount {
      if let local = row[0], local.pointee == first, row[1] == nil, XMLElement.equal(local, name) {
        return XMLElement.bytes(from: row[3], to: row[4])
      }
      row += XMLElement.attributeStride
    }
    return nil
  }

  /// The value of an attribute without prefix as a string; nil where there is no such attribute.
  public func string(_ name: StaticString) -> String? {
    value(name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A copy of an attribute, which may outlive the tag.
  public struct Attribute {
    /// The attribute's name without its prefix.
    public var localName: String
    /// The attribute's prefix; nil where it has none.
    public var prefix: String?
    /// The name of the attribute's namespace; nil where it is in none.
    public var namespace: String?
    /// The attribute's value, with references resolved.
    public var value: String
  }

  /// The attribute at an index in document order, from 0; an empty one beyond the end.
  public func attribute(at index: Int) -> Attribute {
    guard let attributes, (0..<attributeCount).contains(index) else {
      return Attribute(localName: "", value: "")
    }
    let row = attributes + index * XMLElement.attributeStride
    return Attribute(
      localName: row[0].map { String(cString: $0) } ?? "", prefix: row[1].map { String(cString: $0) },
      namespace: row[2].map { String(cString: $0) },
      value: String(decoding: XMLElement.bytes(from: row[3], to: row[4]), as: UTF8.self))
  }

  /// Whether the attribute at an index has a name and no prefix.
  public func attribute(at index: Int, isNamed name: StaticString) -> Bool {
    guard let attributes, (0..<attributeCount).contains(index) else { return false }
    let row = attributes + index * XMLElement.attributeStride
    guard let local = row[0], row[1] == nil else { return false }
    return XMLElement.equal(local, name)
  }

  /// The value of the attribute at an index; empty beyond the end.
  public func value(at index: Int) -> Bytes {
    guard let attributes, (0..<attributeCount).contains(index) else { return Bytes(start: nil, count: 0) }
    let row = attributes + index * XMLElement.attributeStride
    return XMLElement.bytes(from: row[3], to: row[4])
  }

  /// Whether an attribute has a prefix, such as `xsi:type`.
  public var hasPrefixedAttribute: Bool {
    guard let attributes else { return false }
    return (0..<attributeCount).contains { attributes[$0 * XMLElement.attributeStride + 1] != nil }
  }

  /// The namespace declaration at an index, from 0.
  ///
  /// - Returns: The prefix, nil for the default namespace; and the namespace's name, empty where
  ///   `xmlns=""` undoes a declaration.
  public func declaration(at index: Int) -> (prefix: String?, namespace: String) {
    guard let declarations, (0..<declarationCount).contains(index) else { return (nil, "") }
    return (
      declarations[2 * index].map { String(cString: $0) },
      declarations[2 * index + 1].map { String(cString: $0) } ?? ""
    )
  }

  /// The length in bytes of the longest attribute value.
  var longestValue: Int {
    guard let attributes else { return 0 }
    var longest = 0
    for index in 0..<attributeCount {
      let row = attributes + index * XMLElement.attributeStride
      longest = max(longest, XMLElement.bytes(from: row[3], to: row[4]).count)
    }
    return longest
  }

  /// The bytes between two of libxml2's pointers.
  private static func bytes(from start: UnsafePointer<UInt8>?, to end: UnsafePointer<UInt8>?) -> Bytes {
    guard let start, let end, end >= start else { return Bytes(start: nil, count: 0) }
    return Bytes(start: start, count: end - start)
  }

  /// Whether a name that ends in NUL equals a static string. A static string ends in NUL as well,
  /// so one comparison covers text and length.
  private static func equal(_ name: UnsafePointer<UInt8>, _ other: StaticString) -> Bool {
    name.withMemoryRebound(to: CChar.self, capacity: 1) { name in
      other.utf8Start.withMemoryRebound(to: CChar.self, capacity: 1) { other in strcmp(name, other) == 0 }
    }
  }
}
