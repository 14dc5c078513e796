internal import SlipFormats
internal import SlipNotes

/// Notes whose text says itself what is a heading, a list or the head of a table, because it comes from a format that has these.
/// In such a text a bold line is a bold line, and a hyphen at the beginning of a line is a hyphen.
extension SlipBox {
  /// How the structure of a note is found where the choice is to guess it only where nothing is stated.
  ///
  /// - Parameter stated: The formats of sources that state it, as the manifest names them.
  func structure(_ choice: StructureChoice, of note: Note, stated: Set<String>) -> StructureChoice {
    guard choice == .auto, let source = note.source.flatMap({ self.source($0) }) else { return choice }
    return stated.contains(source.format) ? .styles : choice
  }
}
