public import SlipCore

extension UniqueID {
  /// Creates a name-based UUID, version 5 (RFC 9562, section 5.5): the same namespace and name
  /// always give the same UUID.
  ///
  /// An import derives its ids in this way, so that importing a file again finds its note.
  public init(namespace: UniqueID, name: String) {
    var function = SHA1Function()
    withUnsafeBytes(of: (namespace.high.bigEndian, namespace.low.bigEndian)) {
      function.update($0)
    }
    var name = name
    name.withUTF8 { function.update(UnsafeRawBufferPointer($0)) }
    let (high, low) = function.digest { raw in
      let high = UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
      let low = UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      return (high & ~0xF000 | 0x5000, low & ~(3 << 62) | 2 << 62)
    }
    self.init(high: high, low: low)
  }
}
