public import SlipBase
public import SlipNotes
internal import XMLSyntax

/// Writes a box as a manifest of schema 5. The same box gives the same bytes.
public enum ManifestWriter {
  /// Streams the manifest; `output` gets pieces of about 64 KiB.
  ///
  /// - Returns: Length and digest of all that was written, for `manifest.sha256`.
  /// - Throws: `SlipError` of kind `.badInput` for a value that no manifest can hold: a date outside the years
  ///   1 to 9999, a colour component outside 0…1, a text of more bytes than readers take, a malformed foreign element.
  ///   What `output` throws.
  public static func write(
    _ box: SlipBox, to output: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> FileFact {
    var digester = Digester()
    try withoutActuallyEscaping(output) { output in
      var session = ManifestWriting { bytes in
        digester.update(bytes)
        try output(bytes)
      }
      try session.write(box)
      try session.finish()
    }
    let length = digester.length
    return FileFact(digest: digester.finish(), length: length)
  }

  /// The whole manifest.
  public static func bytes(_ box: SlipBox) throws(SlipError) -> [UInt8] {
    var bytes: [UInt8] = []
    try slipErrors { _ = try write(box) { bytes.append(contentsOf: $0) } }
    return bytes
  }
}
