internal import SlipDocument

/// The page that a document is written for.
struct OutgoingPage: Sendable {
  let setup: PageSetup

  /// The width of the text.
  var textWidth: Int { max(OutgoingPage.narrowestText, setup.width - setup.left - setup.right) }
  /// Whether the page is wider than high.
  var isLandscape: Bool { setup.width > setup.height }
  /// How far headers and footers lie from the edges of the paper, half an inch where there is room.
  var headerDistance: Int { min(720, abs(setup.top)) }
  var footerDistance: Int { min(720, abs(setup.bottom)) }

  /// The narrowest text for which pictures and tables are sized.
  private static let narrowestText = 1_440

  /// The page of a document; where it has none, that of the language: Letter in North America, elsewhere A4.
  init(_ document: Document, language: String?) {
    let region = language?.split(separator: "-").dropFirst().last.map { $0.uppercased() }
    let isLetter = region.map { ["US", "CA", "MX"].contains($0) } ?? false
    let usual = isLetter ? PageSetup(width: 12_240, height: 15_840) : PageSetup(width: 11_906, height: 16_838)
    setup = document.page?.bounded ?? usual
  }
}
