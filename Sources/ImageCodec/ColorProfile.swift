/// Which ICC profiles go along with a thumbnail.
enum ColorProfile {
  /// Display profiles of matrix type have some 500 to 3,500 bytes; tables would outweigh the thumbnail.
  private static let mostBytes = 4096
  private static let headerSize = 128

  /// The profile's bytes where it is small, meant for such samples, and not sRGB, which is what no profile means.
  static func worthKeeping(_ profile: UnsafeRawBufferPointer?, for layout: SampleLayout) -> [UInt8]? {
    guard let profile, profile.count > headerSize, profile.count <= mostBytes else { return nil }
    let view = ByteView(profile)
    guard view.unsigned32(0) == profile.count, view.holds("acsp", at: 36),
      view.holds(layout.isGrey ? "GRAY" : "RGB ", at: 16)
    else { return nil }
    let isSRGB = (headerSize..<profile.count).contains { view.holds("sRGB IEC61966", at: $0) }
    return isSRGB ? nil : [UInt8](profile)
  }
}
