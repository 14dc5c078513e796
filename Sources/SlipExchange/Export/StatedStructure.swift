internal import SlipFormats
internal import SlipNotes

/// Notes whose text says itself what is a heading, a list or the head of a table, because it comes from a format that has these.
/// In such a text a bold line is a bold line, and a hyphen at the beginning of a line is a hyphen.
extension SlipBox {
  /// How the structure of a note is found where the choice is to guess it only where nothing is stated.
  func structure(_ choice: StructureChoice, of note: Note) -> StructureChoice {
    guard choice == .auto, let source = note.source.flatMap({ self.source($0) }) else { return choice }
    let format = source.format.split(separator: "-").first.map(String.init) ?? ""
    return StatedStructure.formats.contains(format) ? .styles : choice
  }
}

private enum StatedStructure {
  /// Formats of files and containers in the manifest, without `-folder`.
  static let formats: Set<String> = [
    "bear", "dayone", "docx", "enex", "eml", "fodt", "html", "joplin", "keep", "logseq", "markdown", "mbox",
    "mhtml",
    "notion", "obsidian", "odt", "onenote", "opml", "org", "roam", "standardnotes", "textbundle", "tomboy",
    "trilium",
    "upnote", "webarchive", "zim",
  ]
}
