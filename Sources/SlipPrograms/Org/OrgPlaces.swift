internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats

/// The headings of an Org file that links in it lead to, each with the name of its bookmark.
///
/// ```
/// [[*Hive two]]  [[#hives]]  [[id:8c1d…]]      links
/// * Hive two                                   a heading, which may have `:CUSTOM_ID: hives` and `:ID: 8c1d…` below it
/// ```
struct OrgPlaces {
  /// The bookmarks, by the lines of their headings.
  private var lines: [Int: String] = [:]
  /// The bookmarks, by what links say.
  private var targets: [String: String] = [:]

  /// Finds the headings that links lead to.
  ///
  /// - Parameters:
  ///   - text: The file.
  ///   - lines: Its lines.
  ///   - head: Says which words at the beginning of a heading are its state.
  init(_ text: Substring, _ lines: [Substring], _ head: OrgHead) {
    var asked: Set<String> = []
    var rest = text
    while let start = rest.firstRange(ofASCII: "[[") {
      rest = rest[start.upperBound...]
      let mayAsk = rest.utf8.first.map { "*#i".utf8.contains($0) } ?? false
      guard mayAsk else { continue }
      let target = Substring(
        rest.utf8.prefix(4_096).prefix { $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: "\n") })
      if !target.hasPrefix("i") || target.hasPrefix("id:") { asked.insert(OrgPlaces.key(target)) }
    }
    guard !asked.isEmpty else { return }
    var taken: Set<String> = []
    var open: (line: Int, title: String)?
    var blocks = OrgBlocks()
    for (number, line) in lines.enumerated() where !blocks.isInside(line) {
      var key: String?
      if OrgLine.isHeading(line) {
        let title = OrgPlaces.title(line, head)
        open = (number, title)
        key = OrgPlaces.key("*" + title)
      } else if line.utf8.first(where: { $0 > 0x20 }) == UInt8(ascii: ":"),
        let (name, value) = OrgHead.property(line)
      {
        key = name.uppercased() == "CUSTOM_ID" ? "#" + value : name.uppercased() == "ID" ? "id:" + value : nil
      }
      guard let key, let open, asked.contains(key), targets[key] == nil else { continue }
      let name =
        self.lines[open.line]
        ?? OrgPlaces.free(Document.headingName(open.title.isEmpty ? "heading" : open.title), &taken)
      self.lines[open.line] = name
      targets[key] = name
    }
  }

  /// The bookmark of the heading in a line; nil where no link leads to it.
  func bookmark(ofLine line: Int) -> String? { lines[line] }

  /// The bookmark that a target leads to; nil where it is no heading of the file.
  func bookmark(ofTarget target: String) -> String? { targets[OrgPlaces.key(target)] }

  /// What links are compared by: letters of any case, and blanks of any number.
  private static func key(_ target: some StringProtocol) -> String {
    target.hasPrefix("*")
      ? "*" + TextFolding.caseFolded(Substring(target).dropFirst().words.joined(separator: " "))
      : String(target).trimmingBlanks()
  }

  /// A name that no other heading has.
  private static func free(_ name: String, _ taken: inout Set<String>) -> String {
    var (free, number) = (name, 1)
    while !taken.insert(free).inserted {
      number += 1
      free = "\(name)-\(number)"
    }
    return free
  }

  /// The title of a heading, without its state, priority and tags.
  static func title(_ line: Substring, _ head: OrgHead) -> String {
    var words = line.drop { $0 == "*" }.words[...]
    if let first = words.first, head.states[String(first)] != nil { words = words.dropFirst() }
    if let first = words.first, first.hasPrefix("[#"), first.hasSuffix("]") { words = words.dropFirst() }
    if let last = words.last, last.count > 2, last.hasPrefix(":"), last.hasSuffix(":") {
      words = words.dropLast()
    }
    return words.joined(separator: " ")
  }
}
