internal import RTFSyntax
internal import SlipDocument

/// What a file says of its pages (RTF 1.9.1, "Document Formatting Properties"), or of those of a section.
struct RTFPage {
  /// The lengths in twips in the order of `ControlValue.paperWidth` to `rightMargin`; nil where nothing is said.
  var lengths = [Int32?](repeating: nil, count: usual.count)
  /// Pages are wider than high (`\landscape`).
  var isLandscape = false

  /// The lengths of pages of which nothing is said.
  private static let usual: [Int32] = [12_240, 15_840, 1_440, 1_800, 1_440, 1_800]

  /// What counts of a section within a document.
  func over(_ document: RTFPage) -> RTFPage {
    var page = self
    page.lengths = zip(lengths, document.lengths).map { $0 ?? $1 }
    page.isLandscape = isLandscape || document.isLandscape
    return page
  }

  /// The page as a document has it; nil where nothing is said.
  var setup: PageSetup? {
    guard isLandscape || lengths.contains(where: { $0 != nil }) else { return nil }
    var usual = RTFPage.usual
    if isLandscape { usual.swapAt(Int(ControlValue.paperWidth), Int(ControlValue.paperHeight)) }
    let all = zip(lengths, usual).map { Int($0 ?? $1) }
    func length(_ value: Int32) -> Int { all[Int(value)] }
    return PageSetup(
      width: length(ControlValue.paperWidth), height: length(ControlValue.paperHeight),
      top: length(ControlValue.topMargin), left: length(ControlValue.leftMargin),
      bottom: length(ControlValue.bottomMargin), right: length(ControlValue.rightMargin)
    ).bounded
  }
}
