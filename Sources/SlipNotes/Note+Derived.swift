public import SlipBase

extension Note {
  /// The title without case and marks, as it is searched by.
  public var foldedTitle: String { TextFolding.caseAndMarkFolded(title) }

  /// Digest of the fields that an import sets and a user changes, in a form that `imported` is compared with.
  public static func importedFields(title: String, body: Digest) -> Digest {
    Digest(of: Array(body.hex.utf8) + [0x0A] + Array(TextFolding.nfc(title).utf8))
  }

  /// Whether title or body were changed after the last import; false for notes born here.
  public var isChangedSinceImport: Bool {
    imported.map { $0 != Note.importedFields(title: title, body: body.digest) } ?? false
  }
}
