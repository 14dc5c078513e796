public import SlipBase

/// What a picture's header says.
public struct ImageFacts: Sendable, Hashable {
  public var mediaType: MediaType
  /// Columns as stored, in pixels; at least 1. Vector pictures: at 96 pixels an inch.
  public var width: Int
  /// Rows as stored, in pixels; at least 1.
  public var height: Int
  public var orientation: Orientation
  /// Bits per sample (of the palette index where there is a palette), where the header says so.
  public var bitDepth: Int?

  public init(
    mediaType: MediaType, width: Int, height: Int, orientation: Orientation = .topLeft, bitDepth: Int? = nil
  ) {
    self.mediaType = mediaType
    self.width = width
    self.height = height
    self.orientation = orientation
    self.bitDepth = bitDepth
  }

  /// Columns as shown, after the orientation is applied.
  public var shownWidth: Int { orientation.swapsAxes ? height : width }
  /// Rows as shown, after the orientation is applied.
  public var shownHeight: Int { orientation.swapsAxes ? width : height }
}
