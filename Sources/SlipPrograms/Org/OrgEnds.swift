internal import SlipBase
internal import SlipExchange

/// Where the parts of an Org file end: blocks, drawers, formulas and encrypted texts.
///
/// Ends are looked up for each beginning, and a file may have many of these; so the lines are gone through once.
struct OrgEnds {
  /// The lines that are headings, which end what lies in their section.
  private var headings: [Int] = []
  /// The lines that end something, by what they say.
  private var ends: [String: [Int]] = [:]

  /// What ends a drawer.
  static let drawer = ":END:"
  /// What ends an encrypted text.
  static let encrypted = secret.description
  private static let secret: StaticString = "-----END PGP MESSAGE"

  /// What ends a block of a name in small letters.
  static func block(_ name: String) -> String { "#+end_" + name }
  /// What ends a formula of a name.
  static func formula(_ name: some StringProtocol) -> String { "\\end{\(name)}" }

  /// Looks through the lines of a file.
  init(_ text: Substring, _ lines: [Substring]) {
    let hasFormulas = text.firstRange(ofASCII: "\\end{") != nil
    let hasSecrets = text.firstRange(ofASCII: OrgEnds.secret) != nil
    for (place, line) in lines.enumerated() {
      switch line.utf8.first(where: { $0 > 0x20 }) {
      case UInt8(ascii: "*"): if OrgLine.isHeading(line) { headings.append(place) }
      case UInt8(ascii: "#"):
        let word = line.trimmingBlanks().firstWord.lowercased()
        if word.hasPrefix("#+end_") { ends[word, default: []].append(place) }
      case UInt8(ascii: ":"):
        if line.trimmingBlanks().uppercased() == OrgEnds.drawer {
          ends[OrgEnds.drawer, default: []].append(place)
        }
      default: break
      }
      var rest = hasFormulas ? line : ""
      while let mark = rest.firstRange(ofASCII: "\\end{") {
        rest = rest[mark.upperBound...]
        let name = Substring(rest.utf8.prefix(256).prefix { $0 != UInt8(ascii: "}") })
        let key = OrgEnds.formula(name)
        if ends[key]?.last != place { ends[key, default: []].append(place) }
      }
      if hasSecrets, line.firstRange(ofASCII: OrgEnds.secret) != nil {
        ends[OrgEnds.encrypted, default: []].append(place)
      }
    }
  }

  /// The first line from one on that ends something; nil for none.
  ///
  /// - Parameter crossesHeadings: Whether a heading may lie before it.
  func next(_ key: String, from start: Int, crossesHeadings: Bool = false) -> Int? {
    guard let end = OrgEnds.first(ends[key] ?? [], start) else { return nil }
    if !crossesHeadings, let heading = OrgEnds.first(headings, start), heading < end { return nil }
    return end
  }

  /// The first heading from a line on; nil for none.
  func heading(from start: Int) -> Int? { OrgEnds.first(headings, start) }

  /// The first of some ascending numbers that is at least another one.
  private static func first(_ numbers: [Int], _ least: Int) -> Int? {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < least { low = middle + 1 } else { high = middle }
    }
    return low < numbers.count ? numbers[low] : nil
  }
}
