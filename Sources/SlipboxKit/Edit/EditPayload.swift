internal import SlipBase
internal import SlipExchange
internal import SlipFiles

/// The new files of a session, until it is saved: in memory, or in a temporary file where they are many.
struct EditPayload {
  /// Where the bytes of a file are.
  private enum Place {
    case memory([UInt8])
    case spool(offset: Int, length: Int)
  }

  /// The files by path.
  private var places: [String: Place] = [:]
  /// How many bytes are in memory.
  private var held = 0
  /// The temporary file; nil for a session that writes nothing to disk.
  private let spool: Spool?
  /// How many bytes are in memory at most.
  private let mostHeld: Int

  /// Begins without files.
  ///
  /// - Parameters:
  ///   - isInMemory: Whether nothing is written to disk.
  ///   - mostHeld: How many bytes are in memory at most, unless all are.
  init(isInMemory: Bool = false, mostHeld: Int = 16 << 20) {
    spool = isInMemory ? nil : Spool()
    self.mostHeld = mostHeld
  }

  /// Takes a file, in the place of an earlier one at the same path.
  mutating func set(_ payload: Payload, at path: String) {
    let bytes = payload.bytes
    if case .memory(let earlier)? = places[path] { held -= earlier.count }
    if let spool, held + bytes.count > mostHeld {
      let offset = spool.count
      if bytes.withUnsafeBytes(spool.append) {
        places[path] = .spool(offset: offset, length: bytes.count)
        return
      }
    }
    held += bytes.count
    places[path] = .memory(bytes)
  }

  /// The bytes of a file; nil where there is none at the path.
  ///
  /// - Throws: `SlipError` where the temporary file can't be read.
  func bytes(at path: String) throws(SlipError) -> [UInt8]? {
    switch places[path] {
    case nil: return nil
    case .memory(let bytes)?: return bytes
    case .spool(let offset, let length)?:
      var bytes = [UInt8](repeating: 0, count: length)
      try slipErrors { try bytes.withUnsafeMutableBytes { try spool?.read(at: offset, into: $0) } }
      return bytes
    }
  }
}
