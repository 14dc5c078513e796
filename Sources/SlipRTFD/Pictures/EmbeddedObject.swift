internal import SlipRTF
public import SlipBase

/// A copy of what an `\object` contains besides what it shows. The object itself stays in the body.
public struct EmbeddedObject: Sendable, Equatable {
  /// The content: for a package, the file in it; for other objects, their native data without the OLE
  /// frame around it; where that frame is malformed, all of `\objdata`.
  public var bytes: [UInt8]
  /// The media type by its content; `bin` when it is unknown.
  public var mediaType: MediaType
  /// The name of a packaged file, without folders; nil for other objects.
  public var name: String?

  /// Reads the data of an object, as `RTFPictureData` decodes it. Nil when it is empty.
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
