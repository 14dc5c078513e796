/// Lines around a paragraph as a file states them.
struct RTFBorders: Hashable {
  struct Line: Hashable {
    /// A `ControlValue` line style.
    var style: UInt8
    /// In twips.
    var width: Int32 = 15
    /// Index into `RTFTables.colors`; 0 for none.
    var color: Int32 = 0
    /// In twips.
    var space: Int32 = 0
  }

  /// What Word takes: six points, and 31 points from the text (RTF 1.9.1, "Paragraph Borders").
  static let widest: Int32 = 255
  static let farthest: Int32 = 620

  /// Top, left, bottom, right: in the order of `ControlValue.top` and so on.
  var lines: [Line?] = [nil, nil, nil, nil]

  /// Changes the lines of a set of sides.
  mutating func change(_ sides: Int32, _ change: (inout Line?) -> Void) {
    for side in 0..<4 where sides & (1 << side) != 0 { change(&lines[side]) }
  }
}
