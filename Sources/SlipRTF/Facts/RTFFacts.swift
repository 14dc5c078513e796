public import SlipCore

/// What an RTF file is and contains, by the evidence in it rather than by what it declares. `slipconv
/// inspect` shows these facts, also as JSON with the names of the properties.
public struct RTFFacts: Sendable, Hashable, Encodable {
  /// The version of RTF.
  public struct Version: Sendable, Hashable, Encodable {
    /// The N of `\rtfN`; nil when the word has no number. It is 1 in nearly all files, whatever their
    /// version.
    public var declared: Int?
    /// The newest version of the specification whose control words the file contains, such as `1.5`;
    /// see `RTFVersionTable`.
    public var evidence: String
    /// Some of these control words.
    public var words: [String] = []
    /// The PRONOM identifier of files of that version, such as `fmt/50`.
    public var pronom: String
  }

  /// The program that wrote the file.
  public struct Producer: Sendable, Hashable, Encodable {
    /// What the conclusion is based on.
    public enum Basis: String, Sendable, Hashable, Encodable {
      /// `\*\generator` names the program.
      case generator
      /// The file contains control words that only this program writes.
      case marks
    }

    /// The name of the program.
    public var name: String
    /// Its version, as it states it; nil when unknown.
    public var version: String?
    /// What the conclusion is based on.
    public var basis: Basis
    /// The control words that show it; nil when `\*\generator` names it.
    public var words: [String]?
  }

  /// The code pages of the text, by their Windows numbers.
  public struct CodePages: Sendable, Hashable, Encodable {
    /// The code page that the header declares (`\ansicpg`, `\ansi`, `\mac`, `\pc`, `\pca`); nil when it
    /// declares none.
    public var document: Int?
    /// The code pages of the fonts, in ascending order.
    public var fonts: [Int] = []
    /// Whether there are characters written as `\u`.
    public var hasUnicode = false
  }

  /// The languages of the text.
  public struct Languages: Sendable, Hashable, Encodable {
    /// How much of the text is in one language.
    public struct Share: Sendable, Hashable, Encodable {
      /// The language as a BCP 47 tag.
      public var tag: String
      /// How many characters of the text are in it.
      public var characters: Int
    }

    /// The default language (`\deflang`) as a BCP 47 tag; `default` in JSON.
    public var standard: String?
    /// The languages of the text, the most used first.
    public var text: [Share] = []

    /// The names in JSON.
    enum CodingKeys: String, CodingKey {
      case standard = "default"
      case text
    }
  }

  /// Why programs that identify a file by its first bytes may fail to recognise it.
  public enum Oddity: String, Sendable, Hashable, CaseIterable, Encodable {
    /// A UTF-8 byte order mark stands before the document.
    case byteOrderMark
    /// White space stands before the document.
    case whiteSpaceBefore
    /// `\rtf` has no number.
    case noVersion
    /// `\rtf` has a number other than 1.
    case otherVersion
    /// The header declares no character set and no code page.
    case noCharacterSet
    /// The last brace is missing.
    case unclosed
    /// Bytes follow the last brace.
    case trailingBytes
  }

  /// What a mail program has encapsulated in RTF (MS-OXRTFEX).
  public enum Encapsulation: String, Sendable, Hashable, Encodable {
    /// An HTML page (`\fromhtml`).
    case html
    /// Plain text (`\fromtext`).
    case text
  }

  /// The version of RTF, 1.0 without evidence of a newer one.
  public var version = Version(declared: nil, evidence: "1.0", pronom: "fmt/45")
  /// The program that wrote the file; nil when there is no evidence.
  public var producer: Producer?
  /// The code pages of the text.
  public var codePages = CodePages()
  /// The languages of the text.
  public var languages = Languages()
  /// What a mail program has encapsulated in the RTF; nil in other files.
  public var encapsulates: Encapsulation?
  /// Why programs may not recognise the file, in the order of the cases.
  public var oddities: [Oddity] = []
  /// How many things of each kind the file contains; kinds with none are left out.
  ///
  /// The kinds are `characters` and `words` of the plain text, `paragraphs`, `pictures`, `attachments`,
  /// `objects`, `links`, `footnotes`, `endnotes`, `annotations`, `tables`, `insertions` and
  /// `deletions`.
  public var counts: [String: Int] = [:]
  /// How many pictures there are in the text, by media type.
  public var pictures: [String: Int] = [:]
  /// How many objects there are, by class.
  public var objects: [String: Int] = [:]
}

/// Collecting the facts.
extension RTFFacts {
  /// Collects the facts of a file that `RTFProbe` recognizes as RTF. Any bytes give facts. It reads the
  /// file three times: for its control words, its content and its text.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - limits: `rtfGroupDepth` and `tableDepth` apply.
  public init(of bytes: UnsafeRawBufferPointer, limits: Limits = Limits()) {
    let words = RTFWordCensus(bytes)
    version = words.version
    producer = RTFProducerTable.producer(words)
    codePages = words.codePages
    let content = RTFContentCensus.read(bytes, limits)
    languages.standard = words.defaultLanguage.flatMap { RTFLanguage.tag(Int($0)) }
    languages.text = content.languages(default: words.defaultLanguage ?? 0)
    if RTFEncapsulatedHTML.isDeclared(bytes) {
      encapsulates = .html
    } else if words.has("fromtext") {
      encapsulates = .text
    }
    oddities = RTFFacts.oddities(bytes, words, content)
    counts = content.counts.merging(RTFTextCount(bytes, limits).counts) { $1 }
    if words.objects > 0 { counts["objects"] = words.objects }
    pictures = content.pictures
    objects = content.objects
  }

  /// The oddities of a file.
  private static func oddities(
    _ bytes: UnsafeRawBufferPointer, _ words: RTFWordCensus, _ content: RTFContentCensus
  ) -> [Oddity] {
    var found: Set<Oddity> = []
    let start = RTFProbe.start(of: bytes) ?? 0
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if mark > 0 { found.insert(.byteOrderMark) }
    if start > mark { found.insert(.whiteSpaceBefore) }
    switch words.version.declared {
    case nil: found.insert(.noVersion)
    case 1: break
    default: found.insert(.otherVersion)
    }
    if !words.declaresCharacterSet { found.insert(.noCharacterSet) }
    if content.isUnclosed { found.insert(.unclosed) }
    if content.hasTrailingBytes { found.insert(.trailingBytes) }
    return Oddity.allCases.filter(found.contains)
  }
}
