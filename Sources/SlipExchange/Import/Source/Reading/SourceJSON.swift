package import SlipBase
package import SlipFiles

/// JSON files of containers.
package enum SourceJSON {
  /// The JSON of a file of a container.
  ///
  /// - Throws: `SlipError` where the file can't be read or is no JSON.
  package static func read(_ tree: SourceTree, _ place: Int) throws(SlipError) -> JSONValue {
    let path = tree.files[place].path
    return try tree.bytes(at: place).withBytes { bytes throws(SlipError) in
      do throws(SlipError) { return try value(bytes) } catch {
        throw JSONScanner.placed(error, in: bytes, file: path)
      }
    }
  }

  /// The JSON of bytes.
  ///
  /// - Throws: `SlipError` for anything else.
  package static func value(_ bytes: UnsafeRawBufferPointer) throws(SlipError) -> JSONValue {
    var scanner = JSONScanner(bytes)
    let value = try scanner.value()
    try scanner.end()
    return value
  }

  /// Whether a file begins with a mark of JSON, and has words near its beginning.
  ///
  /// - Parameters:
  ///   - first: `{` or `[`.
  ///   - words: What must occur in the first 64 KiB.
  package static func begins(_ bytes: FileBytes, _ first: Unicode.Scalar, _ words: [StaticString]) -> Bool {
    bytes.withBytes { bytes in
      let start = UnsafeRawBufferPointer(rebasing: bytes.prefix(65_536))
      var index = start.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      while index < start.count, LooseXML.isSpace(start[index]) { index += 1 }
      guard index < start.count, UInt32(start[index]) == first.value else { return false }
      return words.allSatisfy { LooseXML.find($0, in: start, from: index) != nil }
    }
  }
}
