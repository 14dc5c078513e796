internal import SlipBase

/// Keywords as documents list them.
enum ImportKeywords {
  /// Names parted by commas, semicolons or line ends; each once but for case, in order.
  static func split(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    var keywords: [String] = []
    for text in texts {
      for part in text.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isNewline }) {
        let name = TextFolding.nfc(String(part.trimmingBlanks()))
        if !name.isEmpty, seen.insert(TextFolding.caseFolded(name)).inserted { keywords.append(name) }
      }
    }
    return keywords
  }
}
