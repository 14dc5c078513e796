internal import SlipRTF

/// What reading HTML, Markdown and plain text, and taking pictures out of RTF, can report, for manuals. RTF itself has
/// `RTFFaultTable`.
public enum FormatFaultTable {
  public struct Row: Sendable, Hashable {
    public var code: String
    /// A sentence without its full stop.
    public var title: String
    /// What was being done.
    public var work: String
  }

  public static let rows: [Row] =
    texts(
      "reading plain text",
      [
        (PlainTextCode.notUTF8, "A text is not well-formed UTF-8; it is read as Windows-1252"),
        (PlainTextCode.controlDropped, "A control character is left out"),
        (PlainTextCode.brokenUTF16, "Half a surrogate pair or an odd byte becomes U+FFFD"),
      ])
    + texts(
      "reading HTML or Markdown",
      [
        (MarkupCode.unknownEncoding, "An unknown encoding is declared; the text is read as UTF-8"),
        (MarkupCode.tooDeep, "Elements are nested deeper than the limit; deeper ones are read as if flat"),
        (
          MarkupCode.remotePicture,
          "A picture that lies elsewhere is not fetched; its description stands for it"
        ),
        (MarkupCode.activeLink, "A link that runs a program or carries its own data becomes plain text"),
        (MarkupCode.tooManySpans, "A table's cells span more columns or rows than a page can have"),
        (MarkupCode.tooLong, "The text is longer than the parser takes; the rest is left out"),
        (
          MarkupCode.activeContent,
          "A program, form, frame or other thing that runs or loads something is left out of a page"
        ),
        (MarkupCode.activeStyle, "A style that loads something, or might, is left out of a page"),
        (
          MarkupCode.tooManyCells,
          "Markdown's tables have more columns than can be read in good time; they are read as text"
        ),
        (
          MarkupCode.tooManyAddresses,
          "A line of Markdown holds more addresses, or one ends in more brackets, than can be read in good time; addresses stay text"
        ),
        (
          MarkupCode.tooMuchWork,
          "Markdown nests deeper, has more links and emphasis in a paragraph, or uses long definitions more often than can be read in good time; it stays plain text"
        ),
      ])
    + texts(
      "writing HTML or Markdown",
      [
        (
          MarkupCode.unseenPicture,
          "A picture can't be turned into one that browsers show; its description or name stands for it"
        )
      ])
    + texts(
      "taking pictures out of RTF",
      [
        (
          RTFPictureCode.notInText, "A picture stands where no field can take its place; it stays in the file"
        ),
        (RTFPictureCode.irregularData, "A picture's data can't be taken out and put back byte for byte"),
        (RTFPictureCode.unknownContent, "A picture's data is of no known type"),
        (RTFPictureCode.notRestorable, "Putting pictures back doesn't give the file; it is left as it was"),
        (RTFPictureCode.wrongLiftedData, "What tells how to restore a file doesn't fit it or its pictures"),
        (RTFPictureCode.notEmbeddable, "A linked picture can't be embedded in RTF; it stays a link"),
        (RTFPictureCode.tooDeep, "Groups nest deeper than the limit; pictures stay in the file"),
        (
          RTFPictureCode.notLinkable,
          "A metafile or a bare bitmap depends on the RTF around it; it stays in the file"
        ),
      ]) + packages

  private static let packages = texts(
    "reading RTFD",
    [
      (RTFDCode.missing, "A file that the text shows is not there; its name is kept in its place"),
      (RTFDCode.outside, "A name leads out of the package; the file is not looked for"),
      (
        RTFDCode.notKept,
        "A symbolic link, a special file or a name that isn't UTF-8 lies in a package; it is left out"
      ),
      (
        RTFDCode.unnamed,
        "A file of a package that its text doesn't name is left out; `slipconv import` keeps it"
      ),
      (RTFDCode.noText, "A package has no text: TXT.rtf is missing, or is no RTF"),
      (RTFDCode.tooLarge, "A package has more files or bytes than the limit"),
      (RTFDCode.damaged, "A flat RTFD is cut off or contradicts itself; what can be read of it is"),
    ])

  private static func texts(_ work: String, _ rows: [(code: String, title: String)]) -> [Row] {
    rows.map { Row(code: $0.code, title: $0.title, work: work) }
  }
}
