public import SlipBase

/// What an `\object` holds besides what it shows: the body keeps it, and this is a copy.
public struct EmbeddedObject: Sendable, Equatable {
  /// The file in a package; else the object as its program keeps it, without the frame that OLE puts around; all of
  /// `\objdata` where that can't be told.
  public var bytes: [UInt8]
  /// By content; `bin` when unknown.
  public var mediaType: MediaType
  /// The name of a packaged file.
  public var name: String?

  /// Nil where there is no data.
  init?(_ object: [UInt8]) {
    if let package = OLEPackage.read(object) {
      bytes = package.bytes
      let last = package.name.split { $0 == "/" || $0 == "\\" }.last
      name = RTFNormalStyles.name(last.map(String.init))
    } else {
      bytes = OLEPackage.native(object).map { Array($0.bytes) } ?? object
    }
    mediaType = bytes.withUnsafeBytes { MediaType.sniff($0) }
    if bytes.isEmpty { return nil }
  }
}
