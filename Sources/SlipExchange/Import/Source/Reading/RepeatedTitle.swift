internal import SlipBase

/// The title of a note where the text of the note, or the name of its file, repeats it.
package enum RepeatedTitle {
  /// Whether a line is a title. Letters and digits decide: names of files and Markdown have other signs.
  package static func isSame(_ line: String, _ title: String) -> Bool { letters(line) == letters(title) }

  /// The letters and digits of a text; all of it where it has none.
  private static func letters(_ text: String) -> String {
    let letters = TextFolding.nfc(text).filter { $0.isLetter || $0.isNumber }
    return letters.isEmpty ? text.trimmingBlanks() : letters
  }
}
