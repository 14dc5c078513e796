internal import SlipBase
internal import SlipExchange

/// The foot notes of an Org file that stand on their own.
///
/// ```
/// Foot[fn:1]
/// [fn:1] The note, which ends
/// at a heading, at a blank line, or with the next note.
/// ```
enum OrgFootnotes {
  /// The texts of the notes by their labels. Of several with one label, the first counts.
  static func definitions(in lines: [Substring]) -> [String: Substring] {
    var definitions: [String: Substring] = [:]
    var (label, text): (String?, [Substring]) = (nil, [])
    /// Ends the open note.
    func flush() {
      if let label, definitions[label] == nil { definitions[label] = text.joined(separator: "\n")[...] }
      (label, text) = (nil, [])
    }
    for line in lines {
      if let (name, rest) = OrgLine.definition(line) {
        flush()
        (label, text) = (name, [rest])
      } else if label != nil {
        if OrgLine.isHeading(line) || line.trimmingBlanks().isEmpty {
          flush()
        } else {
          text.append(line.trimmingBlanks())
        }
      }
    }
    flush()
    return definitions
  }
}
