internal import CLibXML2

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A start tag: a view into the parser's buffers, valid only while the handler is called.
public struct XMLElement {
  public typealias Bytes = UnsafeRawBufferPointer

  /// libxml2 gives five pointers an attribute: local name, prefix, namespace, value's start, value's end.
  private static let attributeStride = 5
  private let name: UnsafePointer<UInt8>
  private let prefixPointer: UnsafePointer<UInt8>?
  private let namespacePointer: UnsafePointer<UInt8>?
  private let attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
  private let declarations: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
  public let attributeCount: Int
  public let declarationCount: Int
  /// Bytes from the start of the document to the end of this tag's last attribute.
  public let tagEnd: Int

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

  /// The name without its prefix.
  public var localName: String { String(cString: name) }
  public var prefix: String? { prefixPointer.map { String(cString: $0) } }
  public var namespace: String? { namespacePointer.map { String(cString: $0) } }

  public func isNamed(_ other: StaticString) -> Bool { XMLElement.equal(name, other) }

  public func isIn(namespace other: StaticString) -> Bool {
    guard let namespacePointer else { return other.utf8CodeUnitCount == 0 }
    return XMLElement.equal(namespacePointer, other)
  }

  /// The value of an attribute without a namespace, entities and character references resolved.
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

  /// The value of an attribute without a namespace.
  public func string(_ name: StaticString) -> String? {
    value(name).map { String(decoding: $0, as: UTF8.self) }
  }

  public struct Attribute {
    public var localName: String
    public var prefix: String?
    public var namespace: String?
    public var value: String
  }

  /// The attributes in document order, without namespace declarations.
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

  /// Whether the attribute at `index` has that name and no namespace.
  public func attribute(at index: Int, isNamed name: StaticString) -> Bool {
    guard let attributes, (0..<attributeCount).contains(index) else { return false }
    let row = attributes + index * XMLElement.attributeStride
    guard let local = row[0], row[1] == nil else { return false }
    return XMLElement.equal(local, name)
  }

  /// The value of the attribute at `index`.
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

  /// Namespace declarations on this tag: prefix (nil for the default) and name (empty where it is taken back).
  public func declaration(at index: Int) -> (prefix: String?, namespace: String) {
    guard let declarations, (0..<declarationCount).contains(index) else { return (nil, "") }
    return (
      declarations[2 * index].map { String(cString: $0) },
      declarations[2 * index + 1].map { String(cString: $0) } ?? ""
    )
  }

  /// Bytes of the longest attribute value.
  var longestValue: Int {
    guard let attributes else { return 0 }
    var longest = 0
    for index in 0..<attributeCount {
      let row = attributes + index * XMLElement.attributeStride
      longest = max(longest, XMLElement.bytes(from: row[3], to: row[4]).count)
    }
    return longest
  }

  private static func bytes(from start: UnsafePointer<UInt8>?, to end: UnsafePointer<UInt8>?) -> Bytes {
    guard let start, let end, end >= start else { return Bytes(start: nil, count: 0) }
    return Bytes(start: start, count: end - start)
  }

  // A static string ends in NUL as well, so one comparison covers text and length.
  private static func equal(_ name: UnsafePointer<UInt8>, _ other: StaticString) -> Bool {
    name.withMemoryRebound(to: CChar.self, capacity: 1) { name in
      other.utf8Start.withMemoryRebound(to: CChar.self, capacity: 1) { other in strcmp(name, other) == 0 }
    }
  }
}
