/// Drawings (SVG) as books have them: what they would load from elsewhere is left out, because a book has everything in it
/// (EPUB 3.3, 3.6).
enum BookDrawing {
  /// A drawing without rules and elements that load something: fonts, style sheets, pictures and parts of other drawings.
  ///
  /// Whatever isn't well-formed UTF-8 is returned as it is.
  static func withoutRemoteParts(_ bytes: [UInt8]) -> [UInt8] {
    guard var text = String(validating: bytes, as: UTF8.self) else { return bytes }
    let before = text.utf8.count
    /// Whether a word is in the text: most drawings have none of them, and are long.
    func has(_ word: StaticString) -> Bool { text.firstRange(ofASCII: word) != nil }
    // A font that is missing is replaced by another one.
    if has("@font-face") {
      text.replace(#/@font-face\s*\{[^}]*url\(\s*["']?(?:https?:)?\/\/[^}]*\}/#, with: "")
    }
    if has("@import") { text.replace(#/@import\s[^;]*;/#, with: "") }
    if has("url(") { text.replace(#/url\(\s*["']?(?:https?:)?\/\/[^)]*\)/#, with: "none") }
    if has("<?xml-stylesheet") { text.replace(#/<\?xml-stylesheet[^>]*\?>/#, with: "") }
    if has("href"), has("<image") || has("<use") || has("<feImage") || has(":image") || has(":use") {
      text.replace(
        #/(<(?:\w+:)?(?:image|use|feImage)\b[^>]*?)\s(?:\w+:)?href\s*=\s*(?:"(?:https?:)?\/\/[^"]*"|'(?:https?:)?\/\/[^']*')/#,
        with: { $0.output.1 })
    }
    return text.utf8.count == before ? bytes : Array(text.utf8)
  }
}
