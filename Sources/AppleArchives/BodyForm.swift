internal import SlipBase

/// What the bytes of a body are, by their beginning.
public enum BodyForm: Sendable, Hashable {
  /// RTF.
  case rtf
  /// RTF with its files, in one file.
  case flatRTFD
  /// A property list, which may be an archive.
  case propertyList
  /// A typed stream.
  case typedStream
  /// HTML.
  case html
  /// Bytes that gzip packed.
  case gzip
  /// Bytes that zlib packed.
  case zlib
  /// Text in UTF-8 or UTF-16.
  case text
  /// No bytes.
  case empty
  /// Anything else.
  case unknown

  /// The form of some bytes.
  public init(_ bytes: UnsafeRawBufferPointer) {
    if bytes.isEmpty {
      self = .empty
    } else if let row = BodyForm.marks.first(where: { bytes.starts(with: $0.0) }) {
      self = row.1
    } else if let packed = BodyForm.packed(bytes) {
      self = packed
    } else {
      self = BodyForm.text(bytes)
    }
  }

  /// What some forms begin with.
  private static let marks: [([UInt8], BodyForm)] = [
    (Array("{\\rtf".utf8), .rtf), (Array("rtfd".utf8) + [0, 0, 0, 0], .flatRTFD),
    (Array("bplist".utf8), .propertyList), ([4, 11] + Array("streamtyped".utf8), .typedStream),
  ]

  /// The two forms of deflated bytes with a head; nil for others.
  private static func packed(_ bytes: UnsafeRawBufferPointer) -> BodyForm? {
    guard bytes.count > 2 else { return nil }
    if bytes[0] == 0x1F, bytes[1] == 0x8B { return .gzip }
    return bytes[0] == UInt8(ascii: "x") && [0x01, 0x5E, 0x9C, 0xDA].contains(bytes[1])
      && bytes[2] & 0x80 != 0
      ? .zlib : nil
  }

  /// Elements that a text in HTML begins with, in lower case.
  private static let elements = [
    "<!doctype html", "<html", "<head", "<body", "<div", "<p>", "<p ", "<span", "<h1", "<h2", "<ul", "<ol",
  ]

  /// HTML, an XML property list, another text, or none.
  private static func text(_ bytes: UnsafeRawBufferPointer) -> BodyForm {
    if XMLPropertyList.isXML(bytes) { return .propertyList }
    let type = MediaType.sniff(bytes)
    if type == .html { return .html }
    let isText = type == .plainText || !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
    guard isText else { return .unknown }
    let head = String(decoding: bytes.prefix(256), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    let lower = head.prefix(32).lowercased()
    if elements.contains(where: { lower.hasPrefix($0) }) { return .html }
    return isOneLine(bytes) ? .html : .text
  }

  /// Whether a text is HTML whose first words stand in no element: programs that let the user write in a web page keep it so, all in
  /// one line. `Shopping<div>Milk</div>`
  private static func isOneLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard !bytes.contains(0x0A), !bytes.contains(0x0D) else { return false }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasSuffix("</div>") && text.contains("<div>")
  }
}
