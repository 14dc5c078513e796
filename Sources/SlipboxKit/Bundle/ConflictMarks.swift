internal import SlipBase
package import SlipBundle

/// The marks that a merge of texts leaves where both sides changed them.
package enum ConflictMarks {
  /// Whether a text has such marks: a line that begins with seven times `<`, and one with seven times `>`.
  package static func areIn(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { has(UInt8(ascii: "<"), $0) && has(UInt8(ascii: ">"), $0) }
  }

  /// Whether a line begins with a sign seven times, and a blank.
  private static func has(_ sign: UInt8, _ bytes: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index + 8 <= bytes.count {
      // The last of the seven is looked at first.
      guard bytes[index + 6] == sign else {
        index += 7
        continue
      }
      var start = index + 6
      while start > 0, bytes[start - 1] == sign { start -= 1 }
      var end = index + 7
      while end < bytes.count, bytes[end] == sign { end += 1 }
      if end - start == 7, end < bytes.count, bytes[end] == 0x20, start == 0 || bytes[start - 1] == 0x0A {
        return true
      }
      index = end
    }
    return false
  }

  /// The error of a manifest that can't be read; one with the marks of a merge is named as what it is.
  package static func naming(
    _ error: SlipError, in storage: some BundleStorage
  ) throws(SlipError) -> SlipError {
    let manifest = BundleLayout.manifestPath
    guard error.kind == .badInput, try storage.length(of: manifest) != nil, areIn(try storage.read(manifest))
    else { return error }
    return self.error(storage.displayPath(of: manifest))
  }

  /// The error that the manifest of a bundle has marks.
  package static func error(_ path: String) -> SlipError {
    SlipError(
      .badInput, code: KitCode.notMergeable,
      "The manifest has the marks of a merge; `slipconv refresh` merges both sides as long as Git has them, else take the file of one side (`git checkout --ours`).",
      at: SourceLocation(file: path))
  }
}
