/// The permanent codes of reading office documents.
public enum OfficeCode {
  /// The file is no Word document, or a damaged one.
  public static let notWord = "SBXG601"
  /// The document is encrypted.
  public static let encrypted = "SBXG602"
  /// A part that everything depends on can't be read.
  public static let badPart = "SBXG603"
  /// A part has more elements than the limit.
  public static let tooLarge = "SBXG604"
  /// A part is damaged; what comes after the damage is left out.
  public static let cutPart = "SBXG605"
  /// A part can't be read and is left out.
  public static let partNotRead = "SBXG606"
  /// Something refers to a part that isn't there.
  public static let missingTarget = "SBXG607"
  /// A picture lies elsewhere.
  public static let remotePicture = "SBXG608"
  /// The document has macros.
  public static let macros = "SBXG609"
  /// An object of another program is left out.
  public static let embeddedObject = "SBXG610"
  /// A field would run or load something.
  public static let activeField = "SBXG611"
  /// An imported part has a format that isn't read.
  public static let importedPart = "SBXG612"
  /// The document includes another one.
  public static let outsideDocument = "SBXG613"
  /// A chart or drawing has no picture.
  public static let noPicture = "SBXG614"
  /// Tables or text boxes nest too deep.
  public static let tooDeep = "SBXG615"
  /// Headers or footers of later sections are left out.
  public static let headersDropped = "SBXG616"
  /// The file is no OpenDocument text, or a damaged one.
  public static let notOpenDocument = "SBXG617"
  /// Cells are repeated or merged too often.
  public static let tooManyCells = "SBXG618"
  /// A part of a document is repeated too often, or within itself.
  public static let tooManyRepeats = "SBXG619"

  /// What each code means, and what a user can do about it.
  public static let texts: [(code: String, title: String, advice: String)] = [
    (
      notWord, "A file is no Word document, or is too damaged to be read as one",
      "Open the file in a word processor, let it repair the file, and save it as .docx."
    ),
    (
      notOpenDocument, "A file is no OpenDocument text, or is too damaged to be read as one",
      "Open the file in a word processor, let it repair the file, and save it as .odt."
    ),
    (
      encrypted, "A document is encrypted",
      "Open it in a word processor with its password, and save it without one."
    ),
    (
      badPart, "The text of a document, or what says where it is, can't be read",
      "Open the file in a word processor, let it repair the file, and save it anew."
    ),
    (
      tooLarge, "A part of a document has more elements than can be read",
      "Divide the document into several in a word processor."
    ),
    (
      cutPart, "A part of a document is damaged; what comes after the damage is left out",
      "Open the file in a word processor, let it repair the file, and read it again."
    ),
    (
      partNotRead, "A part of a document, such as its notes or styles, can't be read; it is left out",
      "Open the file in a word processor, let it repair the file, and read it again."
    ),
    (
      missingTarget, "A document refers to a picture or other part that it doesn't have",
      "Insert the picture anew in a word processor if it is missed. The text is complete."
    ),
    (
      remotePicture, "A picture that is stored elsewhere is not fetched; its description replaces it",
      "Nothing is fetched. Embed the picture with a word processor, and read the document again."
    ),
    (
      macros, "A document has macros, which are neither run nor copied",
      "Nothing needs to be done: the text is complete, and an import keeps the original as it is."
    ),
    (
      embeddedObject, "An embedded object of another program is left out; its picture stands for it",
      "An import keeps the original. Open it in a word processor to reach the object."
    ),
    (
      activeField, "A field would run a program or load a file; only the result that is stored counts",
      "Nothing needs to be done: nothing is run or loaded, and the text is what the program showed last."
    ),
    (
      importedPart, "A part that a program has put into a document is in a format that isn't read",
      "Open and save the document in a word processor, which makes the part its own text."
    ),
    (
      outsideDocument, "A document includes another one, which is not loaded",
      "Read the other document by itself."
    ),
    (
      noPicture, "A chart, diagram or drawing has no picture that could be shown; it is left out",
      "An import keeps the original. Save the chart as a picture in its program to have it in the text."
    ),
    (
      tooDeep, "Tables or text boxes nest deeper than the limit; deeper ones are read as if flat",
      "The text is complete. Nest tables less if their form matters."
    ),
    (
      tooManyCells, "Repeated and merged cells of tables are more than the limit; further ones are left out",
      "Cells with a text of their own are complete. Repeat or merge fewer cells if the form of the tables matters."
    ),
    (
      tooManyRepeats,
      "A note, deletion or other part stands within itself, or is repeated more than the limit; it is there once",
      "Each text is there at least once. Give each reference a note of its own in a word processor."
    ),
    (
      headersDropped, "Headers or footers of later sections are left out; those of the first count",
      "An import keeps the original, which has all of them. The text itself is complete."
    ),
  ]
}
