public import SlipBase

extension FormatTable {
  /// What a conversion gives.
  public struct Conversion: Sendable {
    public var bytes: [UInt8]
    public var diagnostics: [Diagnostic]
  }

  /// Reads `bytes` as one format and writes what they say as another.
  ///
  /// Throws only when a format has no reader or no writer: any bytes can be read.
  public static func convert(
    _ bytes: UnsafeRawBufferPointer, from source: Format, to target: Format,
    options: WriteOptions = WriteOptions(), limits: Limits = Limits()
  ) throws(SlipError) -> Conversion {
    guard let read = source.read else {
      throw SlipError(.usage, "\(source.title) can be written, but not read")
    }
    guard let write = target.write else {
      throw SlipError(.usage, "\(target.title) can be read, but not written")
    }
    var result = read(bytes, limits)
    var options = options
    options.isNormalForm = result.isNormalForm
    if let viewer = target.viewer, !result.isNormalForm || viewer == .browser {
      result.diagnostics += result.document.makePicturesVisible(to: viewer, limits: limits)
    }
    return Conversion(bytes: write(result.document, options), diagnostics: result.diagnostics)
  }
}
