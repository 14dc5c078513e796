import SlipBase
import SlipDocument
import Testing

@testable import SlipRTF

/// The size and margins of pages, and the looks of characters and cells that are numbers.
@Suite struct RTFPageTests {
  private static func read(_ body: String) -> ReadResult {
    Array("{\\rtf1 \(body)}".utf8).withUnsafeBytes { RTFReader.read($0, limits: Limits()) }
  }

  private static func page(_ body: String) -> PageSetup? { read(body).document.page }

  @Test("What a file doesn't say of its pages is what RTF takes for granted")
  func defaults() {
    #expect(RTFPageTests.page("a") == nil)
    let letter = PageSetup(
      width: 12_240, height: 15_840, top: 1_440, left: 1_800, bottom: 1_440, right: 1_800)
    var narrow = letter
    narrow.left = 500
    #expect(RTFPageTests.page("\\margl500 a") == narrow)
    #expect(
      RTFPageTests.page("\\landscape a")
        == PageSetup(width: 15_840, height: 12_240, top: 1_440, left: 1_800, bottom: 1_440, right: 1_800))
    #expect(
      RTFPageTests.page("\\paperw16840\\paperh11900\\margl1\\margr2\\margt3\\margb4\\landscape a")
        == PageSetup(width: 16_840, height: 11_900, top: 3, left: 1, bottom: 4, right: 2))
  }

  @Test("The pages of the first section are those of the document, and others are a loss")
  func sections() {
    let first = "\\paperw11906\\paperh16838 \\sectd\\pgwsxn16838\\pghsxn11906\\margtsxn700 a\\par"
    let one = RTFPageTests.read(first)
    #expect(one.document.page?.width == 16_838 && one.document.page?.height == 11_906)
    #expect(one.document.page?.top == 700)
    #expect(one.diagnostics.map(\.code) == [])
    let two = RTFPageTests.read(first + "\\sect\\sectd\\pgwsxn11906 b\\par")
    #expect(two.document.page == one.document.page)
    #expect(two.diagnostics.map(\.code) == [RTFLoss.of(.pageSetup).code])
    // A section that repeats what the first says loses nothing.
    #expect(RTFPageTests.read(first + "\\sect\\sectd\\pgwsxn16838 b\\par").diagnostics.map(\.code) == [])
  }

  @Test("Lengths beyond reason have bounds")
  func bounds() {
    let page = RTFPageTests.page("\\paperw0\\paperh999999\\margl-999999 a")
    #expect(page?.width == 144 && page?.height == 31_680 && page?.left == -31_680)
  }

  @Test("A header and a skipped group say nothing of the pages")
  func elsewhere() {
    #expect(RTFPageTests.page("{\\header\\paperw5000 h\\par}{\\*\\unknown\\paperw5000}a") == nil)
  }

  @Test("Distances between characters in twips and in quarter-points; the last one counts")
  func spacing() {
    func looks(_ words: String) -> [Int] {
      guard case .paragraph(let paragraph)? = RTFPageTests.read("{\(words) a}").document.blocks.first,
        case .run(let run)? = paragraph.inlines.first
      else { return [] }
      return [run.style.letterSpacing, run.style.scale]
    }
    #expect(looks("\\expnd4\\expndtw21") == [21, 100])
    #expect(looks("\\expnd-2") == [-10, 100])
    #expect(looks("\\expndtw5\\charscalex80") == [5, 80])
    #expect(looks("\\expndtw5\\charscalex80\\plain") == [0, 100])
    #expect(looks("\\expnd2000000000\\charscalex0") == [31_680, 100])
    #expect(looks("\\charscalex9999") == [0, 600])
  }
}
