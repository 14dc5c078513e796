import SlipTestSupport
import Testing

/// The laws of reading and writing over fixtures whose groups were put into others, copied, or given one more word:
/// what a fuzzer of bytes seldom comes to.
@Suite struct RTFRegroupingTests {
  private static let sources = RTFFindsTests.files.compactMap { try? Fixtures.bytes($0) }.filter {
    $0.count < 6_000
  }

  /// What a group may begin with.
  private static let openings = [
    "\\deleted\\footnote ", "\\v\\footnote ", "\\footnote ", "\\footnote\\ftnalt ", "\\header ",
    "\\shptxt ", "\\shp{\\*\\shpinst{\\shptxt ", "\\deleted ", "\\v ", "\\revised ", "\\*\\annotation ",
    "\\deleted\\annotation ", "\\object\\objemb{\\result ", "\\object{\\*\\objdata 0105}{\\result ",
    "\\*\\objdata ", "\\field{\\*\\fldinst HYPERLINK \"x\"}{\\fldrslt ", "\\field{\\fldrslt ",
    "\\*\\fldinst ", "\\listtext ", "\\pntext ", "\\*\\pn\\pnlvlbody ", "\\upr{", "\\nonshppict ",
    "\\*\\shppict ", "\\pict ", "\\*\\bkmkstart ", "\\*\\nesttableprops ", "\\nonesttables ", "\\mmath ",
    "\\super ", "\\*\\do\\dptxbx{\\dptxbxtext ", "\\NeXTGraphic ", "\\NeXTHelpMarker1 \\markername ",
    "\\info{\\title ", "\\fonttbl ",
    "\\stylesheet ", "\\*\\background ", "\\trowd\\cellx100\\intbl ", "\\*\\shpinst ",
    "{\\sp{\\sn pib}{\\sv ", "\\uc0 ", "\\chftn ",
  ]
  private static let words = [
    "\\par ", "\\cell ", "\\row ", "\\nestcell ", "\\nestrow ", "\\page ", "\\sect ", "\\line ", "\\intbl ",
    "\\itap2 ", "\\pard ", "\\plain ", "\\chftn ", "\\ls1 ", "\\v ", "\\deleted ", "\\trowd ", "*", " ",
    "\\u8364 ?", "\\super ", "\\ftnalt ", "\\bin3 abc", "\\clvmrg ", "\\pnlvlblt ",
  ]

  @Test(arguments: 1...16) func `laws hold`(seed: Int) throws {
    var random = Generator(state: UInt64(seed) << 32)
    for _ in 0..<250 {
      var rtf = try #require(Self.sources.randomElement(using: &random))
      for _ in 0..<Int.random(in: 1...8, using: &random) { try Self.change(&rtf, &random) }
      RTFFindsTests.checkLaws(rtf)
    }
  }

  private static func change(_ rtf: inout [UInt8], _ random: inout Generator) throws {
    let groups = groups(of: rtf)
    guard let group = groups.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      let word = try #require(words.randomElement(using: &random))
      rtf.insert(contentsOf: Array(word.utf8), at: group.upperBound)
    case 1:
      let other = try #require(sources.randomElement(using: &random))
      guard let copied = Self.groups(of: other).randomElement(using: &random) else { return }
      rtf.insert(contentsOf: other[copied], at: group.upperBound)
    default:
      let opening = Array(try #require(openings.randomElement(using: &random)).utf8)
      let brace = UInt8(ascii: "{")
      let open = opening.count { $0 == brace } - opening.count { $0 == UInt8(ascii: "}") }
      rtf.insert(contentsOf: Array(repeating: UInt8(ascii: "}"), count: open + 1), at: group.upperBound + 1)
      rtf.insert(contentsOf: [brace] + opening, at: group.lowerBound)
    }
  }

  /// Groups but for the outermost, each from its brace to its brace.
  private static func groups(of rtf: [UInt8]) -> [ClosedRange<Int>] {
    var starts: [Int] = []
    var groups: [ClosedRange<Int>] = []
    for (offset, byte) in marks(in: rtf) {
      if byte == UInt8(ascii: "{") {
        starts.append(offset)
      } else if byte == UInt8(ascii: "}"), let start = starts.popLast(), !starts.isEmpty {
        groups.append(start...offset)
      }
    }
    return groups
  }
}
