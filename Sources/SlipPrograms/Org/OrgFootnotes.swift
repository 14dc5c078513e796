internal import SlipBase
internal import SlipExchange

/// The foot notes of an Org file that stand on their own.
///
/// ```
/// Foot[fn:1]
/// [fn:1] The note, which ends at a heading, at two blank lines, or with the next note.
///
/// So this is a part of it.
/// ```
enum OrgFootnotes {
  /// The texts of the notes by their labels, and the lines in which they begin. Of several with one label, the first counts.
  static func definitions(in lines: [Substring]) -> ([String: Substring], Set<Int>) {
    var definitions: [String: Substring] = [:]
    var places: Set<Int> = []
    var place = 0
    while place < lines.count {
      guard let (label, rest) = OrgLine.definition(lines[place]) else {
        place += 1
        continue
      }
      let end = end(ofDefinition: place, in: lines)
      if definitions[label] == nil {
        places.insert(place)
        definitions[label] = ([rest] + lines[(place + 1)..<end]).joined(separator: "\n")[...]
      }
      place = end
    }
    return (definitions, places)
  }

  /// The line behind a note that begins in a line. In a block of code, blank lines and what looks like a note don't count.
  static func end(ofDefinition start: Int, in lines: [Substring]) -> Int {
    var place = start + 1
    var blanks = 0
    var blocks = OrgBlocks()
    while place < lines.count {
      let line = lines[place]
      if OrgLine.isHeading(line) { break }
      if !blocks.isInside(line) {
        if OrgLine.definition(line) != nil { break }
        blanks = line.trimmingBlanks().isEmpty ? blanks + 1 : 0
        if blanks == 2 { break }
      }
      place += 1
    }
    return place
  }

  /// A paragraph or a block of code of a note.
  struct Piece {
    /// The text.
    var text: String
    /// The language of code, empty where it names none; nil for text.
    var code: String?
  }

  /// The paragraphs, items and blocks of code of a note.
  static func pieces(of body: Substring) -> [Piece] {
    var pieces: [Piece] = []
    var (text, code): ([Substring], String?) = ([], nil)
    /// Ends the open piece.
    func flush() {
      let joined =
        code == nil ? text.map { $0.trimmingBlanks() }.joined(separator: "\n") : text.joined(separator: "\n")
      if code != nil || !joined.isEmpty { pieces.append(Piece(text: joined, code: code)) }
      (text, code) = ([], nil)
    }
    for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
      let bare = line.trimmingBlanks()
      let word = bare.firstWord.lowercased()
      if code != nil {
        if word.hasPrefix("#+end_") { flush() } else { text.append(line) }
      } else if word == "#+begin_src" || word == "#+begin_example" {
        flush()
        code = bare.split(whereSeparator: \.isWhitespace).dropFirst().first.map(String.init) ?? ""
      } else if bare.isEmpty {
        flush()
      } else {
        if OrgLine.sign(bare).map({ !OrgLine.isLetter($0.sign) }) ?? false { flush() }
        text.append(bare)
      }
    }
    flush()
    return pieces
  }
}
