internal import SlipRTF

/// Explains the diagnostics of this module: those of reading HTML, Markdown, plain text
/// and RTFD, and of extracting pictures from RTF.
///
/// Manuals and `slipconv explain` are made of these rows. The codes of RTF itself are in
/// `RTFFaultTable`.
public enum FormatFaultTable {
  /// One diagnostic code, with what it means. Severity and exact message belong to the
  /// diagnostic itself.
  public struct Row: Sendable, Hashable {
    /// The permanent code, such as `SBXG401`.
    public var code: String
    /// What was found and what was done about it: a sentence in the present tense,
    /// without its full stop.
    public var title: String
    /// What the program was doing, such as `reading plain text`.
    public var work: String
  }

  /// All rows, grouped by what the program was doing.
  public static let rows: [Row] =
    texts(
      "reading text",
      [
        (
          PlainTextCode.notUTF8,
          "A text, page or Markdown is not UTF-8 and says nothing of its encoding; it is read as Windows-1252"
        ),
        (PlainTextCode.controlDropped, "A control character is left out"),
        (PlainTextCode.brokenUTF16, "Half a surrogate pair or an odd byte is replaced by U+FFFD"),
      ])
    + texts(
      "reading HTML or Markdown",
      [
        (
          MarkupCode.unknownEncoding,
          "An unknown encoding is declared; the text is read as UTF-8 or Windows-1252"
        ),
        (MarkupCode.tooDeep, "Elements are nested deeper than the limit; deeper ones are read as if flat"),
        (
          MarkupCode.remotePicture,
          "A picture stored elsewhere is not fetched; its description replaces it"
        ),
        (MarkupCode.activeLink, "A link that runs a program or carries its own data becomes plain text"),
        (MarkupCode.embedded, "A video, sound, frame or other embedded file becomes a link to it"),
        (
          MarkupCode.drawing,
          "A drawing in a page is not well-formed or uses parts of other drawings; its text replaces it"
        ),
        (MarkupCode.tooManySpans, "A table's cells span more columns or rows than a page can have"),
        (MarkupCode.tooLong, "The text is longer than the parser can read; the rest is left out"),
        (
          MarkupCode.activeContent,
          "A script, form, frame or anything else that runs or loads something is left out of a page"
        ),
        (MarkupCode.activeStyle, "A style that loads something, or might, is left out of a page"),
        (
          MarkupCode.tooManyCells,
          "Tables in Markdown have too many columns to be read in reasonable time; they are read as text"
        ),
        (
          MarkupCode.tooManyAddresses,
          "A line of Markdown holds too many addresses, or one with too many brackets, to be read in reasonable time; addresses stay text"
        ),
        (
          MarkupCode.tooMuchWork,
          "Markdown is nested too deep, or has too many links, emphasis or uses of long definitions, to be read in reasonable time; it is read as plain text"
        ),
      ])
    + texts(
      "writing HTML or Markdown",
      [
        (
          MarkupCode.unseenPicture,
          "A picture can't be converted to one that browsers show; its description or name replaces it"
        )
      ])
    + texts(
      "extracting pictures from RTF",
      [
        (
          RTFPictureCode.notInText, "A picture stands where no field can replace it; it stays in the file"
        ),
        (RTFPictureCode.irregularData, "A picture's data can't be extracted and restored byte for byte"),
        (RTFPictureCode.unknownContent, "A picture's data is of an unknown type"),
        (
          RTFPictureCode.notRestorable,
          "Restoring the pictures doesn't give the original file; the file is left as it was"
        ),
        (
          RTFPictureCode.wrongLiftedData,
          "The record of how to restore a file doesn't match the file or its pictures"
        ),
        (RTFPictureCode.notEmbeddable, "A linked picture can't be embedded in RTF; it stays a link"),
        (RTFPictureCode.tooDeep, "Groups nest deeper than the limit; pictures stay in the file"),
        (
          RTFPictureCode.notLinkable,
          "A metafile or a bare bitmap depends on the RTF around it; it stays in the file"
        ),
      ]) + packages

  /// The rows for RTFD packages.
  private static let packages = texts(
    "reading RTFD",
    [
      (RTFDCode.missing, "A file that the text shows is missing; its name replaces it"),
      (RTFDCode.outside, "A name leads out of the package; the file is not read"),
      (
        RTFDCode.notKept,
        "A package contains a symbolic link, a special file or a name that isn't UTF-8; it is left out"
      ),
      (
        RTFDCode.unnamed,
        "A file of a package that its text doesn't name is left out; `slipconv import` retains it"
      ),
      (RTFDCode.noText, "A package has no text: TXT.rtf is missing or isn't RTF"),
      (RTFDCode.tooLarge, "A package has more files or bytes than the limit"),
      (RTFDCode.damaged, "A flat RTFD is truncated or inconsistent; as much of it is read as possible"),
    ])

  /// Rows for codes that belong to the same work.
  private static func texts(_ work: String, _ rows: [(code: String, title: String)]) -> [Row] {
    rows.map { Row(code: $0.code, title: $0.title, work: work) }
  }
}
