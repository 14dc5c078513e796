internal import SlipBase
internal import SlipExchange

/// What the settings of a graph of Logseq say, and what the names of its pages mean.
struct LogseqGraph: Sendable {
  /// How the titles of journal pages say their day, such as `MMM do, yyyy`.
  let dayFormat: String
  /// The titles of favourites, case-folded.
  let favorites: Set<String>

  /// Reads the settings, `logseq/config.edn`. Lines that begin with a semicolon are comments.
  init(_ settings: [UInt8]) {
    var format = "MMM do, yyyy"
    var names: [String] = []
    /// What the next text in quotation marks is.
    var (isFormat, isName) = (false, false)
    for line in settings.split(separator: 0x0A) {
      let text = String(decoding: line, as: UTF8.self).trimmingBlanks()
      if text.hasPrefix(";") { continue }
      for (index, part) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
        if index % 2 == 1 {
          if isFormat { format = String(part) }
          if isName { names.append(String(part)) }
          isFormat = false
        } else {
          isFormat = isFormat && part.trimmingBlanks().isEmpty || part.contains(":journal/page-title-format")
          isName = isName && !part.contains("]") || part.contains(":favorites")
        }
      }
    }
    dayFormat = format
    favorites = Set(names.map { TextFolding.caseFolded($0) })
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
    let name = String(path.lastName.stem)
    let day = name.replacing("_", with: "-")
    if path.hasPrefix("journals/"), let date = SourceDate(day), date.time.rfc3339.hasPrefix(day + "T") {
      return (title(of: date), date)
    }
    return (RelativePath.withoutEncoding(name.replacing("___", with: "/")), nil)
  }

  /// The title of a day.
  private func title(of date: SourceDate) -> String {
    let numbers = date.time.rfc3339.prefix(10).split(separator: "-")
    guard numbers.count == 3, let month = Int(numbers[1]), let day = Int(numbers[2]) else { return "" }
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
      case "yyyy": title += numbers[0]
      case "yy": title += numbers[0].suffix(2)
      case "MMMM": title += name
      case "MMM": title += name.prefix(3)
      case "MM": title += numbers[1]
      case "M": title += String(month)
      case "do": title += LogseqGraph.ordinal(day)
      case "dd": title += numbers[2]
      case "d": title += String(day)
      case "EEEE": title += weekday
      case "E", "EE", "EEE": title += weekday.prefix(3)
      default: title += token
      }
    }
    return title
  }

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
