package import SlipBase
package import SlipDocument

/// Findings that several sources report. The place is added where they are collected.
///
/// Messages have no text of the user. Which note it is about, the location says, as `Recipes.enex#12`.
package enum SourceFault {
  /// A file that a note shows or names can't be known: it is missing beside its reference, empty where it never is, or not
  /// downloaded. A note that had it keeps its text and files.
  package static func missingFile(_ message: String) -> Diagnostic {
    Diagnostic(
      code: ExchangeCode.fileMissing, severity: .error, message: message, location: SourceLocation())
  }

  /// A part of a container can't be read.
  ///
  /// - Parameters:
  ///   - place: The path or the number of the part.
  ///   - error: Why it can't be read.
  package static func unreadable(_ place: String, _ error: SlipError) -> Diagnostic {
    Diagnostic(
      code: error.code ?? ExchangeCode.partNotRead, severity: .error, message: error.message,
      location: SourceLocation(file: place.isEmpty ? nil : place))
  }

  /// A piece is damaged and was left out or repaired.
  ///
  /// - Parameters:
  ///   - message: What was damaged, and what became of it.
  ///   - place: Where in the file it is.
  package static func damaged(_ message: String, _ place: SourceLocation.Place = .wholeFile) -> Diagnostic {
    Diagnostic(
      code: ExchangeCode.pieceDamaged, severity: .warning, message: message, location: SourceLocation(place))
  }

  /// A note is damaged so that words may be missing. One that came from it earlier stays as it is.
  ///
  /// - Parameters:
  ///   - message: What was damaged, and what became of it.
  ///   - place: Where in the file it is.
  package static func cut(_ message: String, _ place: SourceLocation.Place = .wholeFile) -> Diagnostic {
    Diagnostic(
      code: ExchangeCode.pieceDamaged, severity: .error, message: message, location: SourceLocation(place))
  }

  /// What holds the text of a note isn't there, though it was when the note was imported.
  static let missingText = Diagnostic(
    code: ExchangeCode.fileMissing, severity: .error,
    message: "The text of the note isn't there any more; the note keeps the text that it has.",
    location: SourceLocation())

  /// A text has no end, though it had one when the note was imported.
  static let missingEnd = Diagnostic(
    code: ExchangeCode.pieceDamaged, severity: .error,
    message: "The text has no end any more, or is damaged; the note stays as it is.",
    location: SourceLocation())

  /// A part of a document isn't there, though it was when the note was imported.
  static let missingPart = Diagnostic(
    code: ExchangeCode.fileMissing, severity: .error,
    message: "A part that the document refers to isn't there any more; the note stays as it is.",
    location: SourceLocation())

  /// The properties of a note can't be read, though they could when it was imported.
  static let missingFacts = Diagnostic(
    code: ExchangeCode.pieceDamaged, severity: .error,
    message:
      "The properties, folders or keywords of the note can't be read any more; the note stays as it is.",
    location: SourceLocation())

  /// A file of a note is only the beginning of what it was when the note was imported.
  static func cutFile(_ name: String) -> Diagnostic {
    Diagnostic(
      code: ExchangeCode.fileMissing, severity: .error,
      message:
        "A file of the note is cut off: '\(PrintableText.of(name))'; the note keeps the one that it has.",
      location: SourceLocation())
  }

  /// A file that a note links to isn't there any more, though it was when the note was imported.
  static func goneFile(_ name: String) -> Diagnostic {
    missingFile(
      "A file that the note links to is missing: '\(PrintableText.of(name))'; the note keeps the one that it has."
    )
  }

  /// There are several of something of which one counts.
  package static func several(_ message: String) -> Diagnostic {
    Diagnostic(
      code: ExchangeCode.severalOfOne, severity: .warning, message: message, location: SourceLocation())
  }

  /// A part is encrypted and can't be read.
  package static func encrypted(_ message: String) -> Diagnostic {
    Diagnostic(
      code: ExchangeCode.encryptedPart, severity: .warning, message: message, location: SourceLocation())
  }

  /// A date of a note can't be read, or doesn't exist.
  package static let impossibleDate = Diagnostic(
    code: ExchangeCode.impossibleDate, severity: .warning,
    message: "A date of the note is impossible; it was left out.", location: SourceLocation())

  /// Something has no counterpart in a slip-box.
  package static func dropped(_ message: String) -> Diagnostic {
    Diagnostic(
      code: ExchangeCode.featureDropped, severity: .info, message: message, location: SourceLocation())
  }
}

extension ImportedNote {
  /// Whether something of it is damaged.
  var isDamaged: Bool { diagnostics.contains { $0.code == ExchangeCode.pieceDamaged } }
}

extension Document {
  /// A document with a paragraph that shows a file.
  package init(showing bytes: [UInt8], named name: String) {
    self.init()
    blocks = [.paragraph(Paragraph(inlines: [show(bytes, named: name)]))]
  }
}
