public import SlipBase
internal import SlipFormats
public import SlipNotes

/// Files that came with a note's package without being named by its text: no edit of the text takes them away.
public enum FilesBeside {
  /// - Parameter kept: what is kept of the note's source.
  public static func attachments(
    of note: Note, from source: Source, kept: UnsafeRawBufferPointer, limits: Limits = Limits()
  ) -> [AttachmentReference] {
    guard let named = RTFDImporter.names(in: kept, of: source.format, limits) else { return [] }
    return note.attachments.filter { reference in
      let name = TextFolding.caseFolded(reference.name)
      let isNamed =
        named.contains(name) || (name.hasSuffix(".zip") && named.contains(String(name.dropLast(4))))
      return !isNamed && !PictureList.isName(reference.name, of: reference.attachment)
    }
  }
}
