/// A message of Protocol Buffers: numbered fields, whose meaning the reader has to know.
///
/// Only one level is read at a time; a field that is a message again is opened when it is asked
/// for.
struct ProtocolBuffer: Sendable {
  /// A value.
  enum Value: Sendable {
    /// A whole number.
    case number(UInt64)
    /// Four bytes.
    case word(UInt32)
    /// Bytes: a text, a message, or anything else.
    case bytes(ArraySlice<UInt8>)
  }

  /// The fields in the order of the message. Those behind a fault are left out.
  private(set) var fields: [(number: Int, value: Value)] = []
  /// Whether the message ends too early or contradicts itself.
  private(set) var isDamaged = false

  /// Reads the fields of a message.
  init(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while !rest.isEmpty {
      guard let head = ProtocolBuffer.varint(&rest), head >> 3 > 0, head >> 3 < 1 << 29,
        let value = ProtocolBuffer.value(Int(head & 7), &rest)
      else {
        isDamaged = true
        return
      }
      fields.append((Int(head >> 3), value))
    }
  }

  /// Reads a number in groups of seven bits, the lowest first.
  private static func varint(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      if shift < 64 { value |= UInt64(byte & 0x7F) << shift }
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }

  /// Reads a value of a kind.
  private static func value(_ kind: Int, _ rest: inout ArraySlice<UInt8>) -> Value? {
    switch kind {
    case 0: return varint(&rest).map { .number($0) }
    case 1: return fixed(8, &rest).map { .number($0) }
    case 5: return fixed(4, &rest).map { .word(UInt32($0)) }
    case 2:
      guard let length = varint(&rest), length <= UInt64(rest.count) else { return nil }
      defer { rest = rest.dropFirst(Int(length)) }
      return .bytes(rest.prefix(Int(length)))
    default: return nil
    }
  }

  /// Reads so many bytes as a number, the lowest first.
  private static func fixed(_ size: Int, _ rest: inout ArraySlice<UInt8>) -> UInt64? {
    guard rest.count >= size else { return nil }
    defer { rest = rest.dropFirst(size) }
    return rest.prefix(size).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The first value of a field; nil where there is none.
  private func first(_ number: Int) -> Value? { fields.first { $0.number == number }?.value }

  /// The whole number of a field; nil where there is none.
  func number(_ field: Int) -> Int64? {
    if case .number(let value)? = first(field) { Int64(bitPattern: value) } else { nil }
  }

  /// The floating-point number of a field; nil where there is none.
  func real(_ field: Int) -> Double? {
    if case .word(let bits)? = first(field) { Double(Float(bitPattern: bits)) } else { nil }
  }

  /// The bytes of a field; nil where there are none.
  func bytes(_ field: Int) -> ArraySlice<UInt8>? {
    if case .bytes(let bytes)? = first(field) { bytes } else { nil }
  }

  /// The text of a field; nil where there is none. What isn't UTF-8 is repaired.
  func text(_ field: Int) -> String? { bytes(field).map { String(decoding: $0, as: UTF8.self) } }

  /// The message in a field; nil where there is none.
  func message(_ field: Int) -> ProtocolBuffer? { bytes(field).map { ProtocolBuffer($0) } }

  /// The messages in all fields of a number.
  func messages(_ field: Int) -> [ProtocolBuffer] {
    fields.compactMap { number, value in
      if number == field, case .bytes(let bytes) = value { ProtocolBuffer(bytes) } else { nil }
    }
  }
}
