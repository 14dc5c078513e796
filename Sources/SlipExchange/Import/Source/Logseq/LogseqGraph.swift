internal import SlipBase

/// What the settings of a graph of Logseq say, and what the names of its pages mean.
struct LogseqGraph: Sendable {
  /// How the titles of journal pages say their day, such as `MMM do, yyyy`.
  let dayFormat: String
  /// The titles of favourites, case-folded.
  let favorites: Set<String>

  /// Reads the settings, `logseq/config.edn`.
  init(_ settings: [UInt8]) {
    let lines = String(decoding: settings, as: UTF8.self).split(whereSeparator: \.isNewline)
    let text = lines.filter { !$0.drop { $0 == " " || $0 == "\t" }.hasPrefix(";") }.joined(separator: "\n")
    let format = text.firstMatch(of: /:journal\/page-title-format\s+"([^"]*)"/)
    dayFormat = format.map { String($0.output.1) } ?? "MMM do, yyyy"
    let list = text.firstMatch(of: /:favorites\s+\[([^\]]*)\]/)
    let names = list.map {
      $0.output.1.matches(of: /"([^"]*)"/).map { TextFolding.caseFolded(String($0.output.1)) }
    }
    favorites = Set(names ?? [])
  }

  /// The title of a page, and the day that it is about.
  ///
  /// ```
  /// pages/Bees___Queens.md        Bees/Queens
  /// pages/a%3Ab.md                a:b
  /// journals/2024_01_31.md        Jan 31st, 2024
  /// ```
  ///
  /// - Parameter path: The path of the file in the graph.
  func title(ofFile path: String) -> (title: String, day: SourceDate?) {
    let name = path.lastName.stem
    if path.hasPrefix("journals/"), let match = name.wholeMatch(of: /(\d{4})[_-](\d{2})[_-](\d{2})/),
      let date = SourceDate("\(match.output.1)-\(match.output.2)-\(match.output.3)"),
      let month = Int(match.output.2), let day = Int(match.output.3)
    {
      return (title(year: String(match.output.1), month, day, date), date)
    }
    return (MarkdownBody.decoded(String(name.replacing("___", with: "/"))), nil)
  }

  /// The title of a day.
  private func title(year: String, _ month: Int, _ day: Int, _ date: SourceDate) -> String {
    let days = Int((Double(date.time.microseconds) / 86_400_000_000).rounded(.down))
    // The first of January 1970 was a Thursday.
    let weekday = LogseqGraph.weekdays[((days + 4) % 7 + 7) % 7]
    let name = LogseqGraph.months[min(max(month, 1), 12) - 1]
    var title = ""
    var format = dayFormat[...]
    while let first = format.first {
      let token = format.hasPrefix("do") ? format.prefix(2) : format.prefix { $0 == first }
      format = format.dropFirst(token.count)
      switch token {
      case "yyyy": title += year
      case "yy": title += year.suffix(2)
      case "MMMM": title += name
      case "MMM": title += name.prefix(3)
      case "MM": title += LogseqGraph.twoDigits(month)
      case "M": title += String(month)
      case "do": title += LogseqGraph.ordinal(day)
      case "dd": title += LogseqGraph.twoDigits(day)
      case "d": title += String(day)
      case "EEEE": title += weekday
      case "E", "EE", "EEE": title += weekday.prefix(3)
      default: title += token
      }
    }
    return title
  }

  /// A number with two digits.
  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// `1st`, `2nd`, `3rd`, `11th`.
  private static func ordinal(_ day: Int) -> String {
    let ending =
      (11...13).contains(day)
      ? "th" : day % 10 == 1 ? "st" : day % 10 == 2 ? "nd" : day % 10 == 3 ? "rd" : "th"
    return "\(day)\(ending)"
  }

  /// The months as Logseq names them.
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November",
    "December",
  ]
  /// The days of the week, from Sunday.
  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
}
