internal import SlipRTF
internal import SlipRTFD

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
    /// What became of the content and what a user can do about it, in one or two sentences.
    public var advice: String
    /// What the program was doing, such as `reading plain text`.
    public var work: String
  }

  /// All rows, grouped by what the program was doing.
  public static let rows: [Row] = plainText + markup + pages + pictures + packages

  /// The rows for plain text.
  private static let plainText = texts(
    "reading text",
    [
      (
        PlainTextCode.notUTF8,
        "A text, page or Markdown is not UTF-8 and says nothing of its encoding; it is read as what its bytes fit best",
        """
        Nothing needs to be done if the letters look right. Else name the encoding with `--encoding`, such as \
        `--encoding shift_jis`.
        """
      ),
      (
        PlainTextCode.controlDropped, "A control character is left out",
        "Nothing needs to be done: control characters show nothing, and the other text is complete."
      ),
      (
        PlainTextCode.brokenUTF8, "Bytes of a text in UTF-8 mean nothing, and are replaced by U+FFFD",
        """
        The rest of the text is there; the message says where the bytes stand. If the text is in another encoding, name it with \
        `--encoding`.
        """
      ),
      (
        PlainTextCode.brokenUTF16, "Half a surrogate pair or an odd byte is replaced by U+FFFD",
        """
        The rest of the text is there. Save it as UTF-8 in the program that it comes from, and read it \
        again.
        """
      ),
    ])

  /// The rows for reading HTML and Markdown.
  private static let markup = texts(
    "reading HTML or Markdown",
    [
      (
        MarkupCode.unknownEncoding,
        "An unknown encoding is declared; the text is read as UTF-8 or Windows-1252",
        """
        Nothing needs to be done if the letters look right. Else save the page as UTF-8, or correct the \
        encoding that it declares.
        """
      ),
      (
        MarkupCode.tooDeep, "Elements are nested deeper than the limit; deeper ones are read as if flat",
        """
        The text is complete, but the deepest elements have no looks of their own. Nest them less if that \
        matters.
        """
      ),
      (
        MarkupCode.remotePicture, "A picture stored elsewhere is not fetched; its description replaces it",
        "Nothing is fetched from the web. Save the picture in the folder of the file, and refer to it there."
      ),
      (
        MarkupCode.activeLink, "A link that runs a program or carries its own data becomes plain text",
        "Nothing needs to be done: the text of the link stays, and the result is safe to open."
      ),
      (
        MarkupCode.embedded, "A video, sound, frame or other embedded file becomes a link to it",
        "Nothing needs to be done: the link leads to the file. Attach the file with `slipconv attach` to keep it."
      ),
      (
        MarkupCode.drawing,
        "A drawing in a page is not well-formed or uses parts of other drawings; its text replaces it",
        "Save the drawing as an SVG or PNG file of its own beside the page, and refer to it there."
      ),
      (
        MarkupCode.words,
        "Words between angle brackets in Markdown are no tag of HTML; they are read as text",
        "Nothing needs to be done: the text is complete. Write `\\<` where a tag of HTML is meant as text."
      ),
      (
        MarkupCode.tooManySpans, "A table's cells span more columns or rows than a page can have",
        "The text of the cells is complete. Lower the spans of the table if its form is wrong."
      ),
      (
        MarkupCode.tooLong, "The text is longer than the parser can read; the rest is left out",
        "Divide the file into parts of less than 256 MiB, and read each of them."
      ),
      (
        MarkupCode.activeContent,
        "A script, form, frame or anything else that runs or loads something is left out of a page",
        "Nothing needs to be done: the page's own text stays, and it is safe to publish."
      ),
      (
        MarkupCode.activeStyle, "A style that loads something, or might, is left out of a page",
        "Nothing needs to be done: the text is complete, and only this part of its looks is missing."
      ),
      (
        MarkupCode.repeatedPicture,
        "The same pictures are shown more often than a file of this format can hold; descriptions replace further ones",
        """
        The text is complete, and each picture is there. Convert to a format that has each picture once, such as \
        Word documents, or have pictures beside the file.
        """
      ),
      (
        MarkupCode.tooLarge,
        "A written document would be far larger than the file that it is read from; nothing is written",
        "Nothing was changed. The file repeats something very often; open it in a word processor and look."
      ),
      (
        MarkupCode.longText, "A text, page or Markdown is longer than one document may be; it is not read",
        "Divide the file into several of less than 32 MiB, and read each of them."
      ),
      (
        MarkupCode.tooManyCells,
        "Tables in Markdown have too many columns to be read in reasonable time; they are read as text",
        "The text of all tables stays. Divide the widest tables if they are to be tables."
      ),
      (
        MarkupCode.tooManyAddresses,
        "A line of Markdown holds too many addresses, or one with too many brackets, to be read in reasonable time; addresses stay text",
        "The text is complete. Break up the line that holds so many addresses if they are to be links."
      ),
      (
        MarkupCode.tooMuchWork,
        "Markdown is nested too deep, or has too many links, emphasis or uses of long definitions, to be read in reasonable time; it is read as plain text",
        """
        The text is complete, with its marks as they are written. Divide the file or nest it less, and \
        read it again.
        """
      ),
      (
        MarkupCode.noMarkdown,
        "Markdown is read as plain text, because the program was built without cmark-gfm",
        """
        The text is complete, with its marks as they are written. Build with the package trait `Markdown`, on a \
        system that has cmark-gfm, and read it again.
        """
      ),
    ])

  /// The rows for writing HTML and Markdown.
  private static let pages = texts(
    "writing HTML or Markdown",
    [
      (
        MarkupCode.unseenPicture,
        "A picture can't be converted to one that browsers show; its description or name replaces it",
        "The source still has the picture. Save it there as PNG, JPEG or SVG to have it shown."
      ),
      (
        MarkupCode.droppedFacts,
        "A fact about a document is left out, because the format holds title and author alone",
        "The text is complete. Write Markdown, a page or a document of a word processor to keep all facts."
      ),
      (
        MarkupCode.noFront,
        "A format can't have the cover, the table of contents or the language that it was given",
        "Leave the option out, or write another format. Nothing was written."
      ),
    ])

  /// The rows for pictures in RTF.
  private static let pictures = texts(
    "extracting pictures from RTF",
    [
      (
        RTFPictureCode.notInText, "A picture stands where no field can replace it; it stays in the file",
        """
        Nothing needs to be done: the picture stays in the body, and an import makes an attachment of it \
        as well.
        """
      ),
      (
        RTFPictureCode.irregularData, "A picture's data can't be extracted and restored byte for byte",
        """
        Nothing needs to be done: the picture stays in the body as it is. If no program shows it, insert \
        it anew.
        """
      ),
      (
        RTFPictureCode.unknownContent, "A picture's data is of an unknown type",
        """
        Nothing needs to be done: the data stays in the body as it is. If no program shows a picture, \
        insert it anew as PNG or JPEG.
        """
      ),
      (
        RTFPictureCode.notRestorable,
        "Restoring the pictures doesn't give the original file; the file is left as it was",
        "Nothing needs to be done: the body has its pictures inside, as the file had them."
      ),
      (
        RTFPictureCode.wrongLiftedData,
        "The record of how to restore a file doesn't match the file or its pictures",
        """
        Take the bundle from a backup, or import the file again. `slipconv validate` shows what has \
        changed in the bundle.
        """
      ),
      (
        RTFPictureCode.notEmbeddable, "A linked picture can't be embedded in RTF; it stays a link",
        "The picture's file is needed beside the RTF: export with --attachments beside."
      ),
      (
        RTFPictureCode.tooDeep, "Groups nest deeper than the limit; pictures stay in the file",
        "Nothing needs to be done: the body has its pictures inside, as the file had them."
      ),
      (
        RTFPictureCode.notLinkable,
        "A metafile or a bare bitmap depends on the RTF around it; it stays in the file",
        "Nothing needs to be done: programs show the picture where it is."
      ),
    ])

  /// The rows for RTFD packages.
  private static let packages = texts(
    "reading RTFD",
    [
      (
        RTFDCode.missing, "A file that the text shows is missing; its name replaces it",
        """
        Put the file back into the package, under the name that stands in its place, and read the package \
        again.
        """
      ),
      (
        RTFDCode.outside, "A name leads out of the package; the file is not read",
        "Move the file into the package and correct its name in the text, if it belongs there."
      ),
      (
        RTFDCode.notKept,
        "A package contains a symbolic link, a special file or a name that isn't UTF-8; it is left out",
        """
        Put a copy in the place of a symbolic link, or give the file a name in UTF-8, and read the package \
        again.
        """
      ),
      (
        RTFDCode.unnamed,
        "A file of a package that its text doesn't name is left out; `slipconv import` retains it",
        """
        `slipconv import` keeps the file as an attachment. For other formats, insert it into the text, for \
        example with TextEdit.
        """
      ),
      (
        RTFDCode.noText, "A package has no text: TXT.rtf is missing or isn't RTF",
        """
        Open the package in TextEdit and save it again. If its text has another name, rename that to \
        TXT.rtf.
        """
      ),
      (
        RTFDCode.tooLarge, "A package has more files or bytes than the limit",
        """
        Take files out of the package until it has less than 1 GiB and 1,000,000 files, and import these \
        by themselves.
        """
      ),
      (
        RTFDCode.damaged, "A flat RTFD is truncated or inconsistent; as much of it is read as possible",
        "Save the document anew in its own program, or take it from a backup, if something is missing."
      ),
    ])

  /// Rows for codes that belong to the same work.
  private static func texts(_ work: String, _ rows: [(code: String, title: String, advice: String)]) -> [Row]
  {
    rows.map { Row(code: $0.code, title: $0.title, advice: $0.advice, work: work) }
  }
}
