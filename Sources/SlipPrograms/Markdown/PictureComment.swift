internal import SlipBase
internal import SlipFormats

extension PictureSize {
  /// The width in pixels that a comment behind a picture says, as Bear writes it: `{"width":388}`; nil for other comments.
  static func width(ofComment comment: ArraySlice<UInt8>) -> Int64? {
    guard let width = JSONValue(Array(comment))?["width"]?.int, twips(Int(width)) != nil else { return nil }
    return width
  }
}
