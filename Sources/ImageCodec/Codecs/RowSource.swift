internal import SlipBase

/// Delivers a picture row by row.
protocol RowSource: AnyObject {
  /// Columns and rows as decoded.
  var width: Int { get }
  var height: Int { get }
  var layout: SampleLayout { get }
  /// An ICC profile for the decoded samples.
  var profile: UnsafeRawBufferPointer? { get }

  /// Gives every row, or part of a row, to `take`, each pixel of the picture once.
  func forEachRow(_ take: (PixelRow) -> Void) throws(SlipError)
}

/// Pixels of one row: those at `start`, `start + step`, ….
struct PixelRow {
  /// Bytes behind the last sample that may be read, whatever they hold.
  static let spareBytes = 1

  /// At least `count` pixels and the spare bytes.
  var samples: UnsafePointer<UInt8>
  var y: Int
  var start = 0
  var step = 1
  var count: Int
}
