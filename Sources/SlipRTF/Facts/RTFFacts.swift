public import SlipBase

/// What an RTF file is and holds, told by what stands in it rather than by what it says of itself.
public struct RTFFacts: Sendable, Hashable, Encodable {
  public struct Version: Sendable, Hashable, Encodable {
    /// N of `\rtfN`; nil where the word has no number. It is 1 in nearly all files and tells nothing.
    public var declared: Int?
    /// The newest version of the specification whose words stand in the file, such as `1.5`; see `RTFVersionTable`.
    public var evidence: String
    /// Some of those words.
    public var words: [String] = []
    /// The identifier that PRONOM gives to files of that version, such as `fmt/50`.
    public var pronom: String
  }

  public struct Producer: Sendable, Hashable, Encodable {
    public enum Basis: String, Sendable, Hashable, Encodable {
      /// `\*\generator` names it.
      case generator
      /// It has written words that only it writes.
      case marks
    }

    public var name: String
    public var version: String?
    public var basis: Basis
    /// The words that tell it.
    public var words: [String]?
  }

  public struct CodePages: Sendable, Hashable, Encodable {
    /// What the head declares (`\ansicpg`, `\ansi`, `\mac`, `\pc`, `\pca`); nil where it declares nothing.
    public var document: Int?
    /// Those of the fonts, in the order of their numbers.
    public var fonts: [Int] = []
    /// There are characters by `\u`.
    public var hasUnicode = false
  }

  public struct Languages: Sendable, Hashable, Encodable {
    public struct Share: Sendable, Hashable, Encodable {
      /// BCP 47.
      public var tag: String
      public var characters: Int
    }

    /// `\deflang`, in BCP 47.
    public var standard: String?
    /// Of the text, the most used first.
    public var text: [Share] = []

    enum CodingKeys: String, CodingKey {
      case standard = "default"
      case text
    }
  }

  /// Why programs that go by the first bytes may miss the file.
  public enum Oddity: String, Sendable, Hashable, CaseIterable, Encodable {
    case byteOrderMark, whiteSpaceBefore, noVersion, otherVersion, noCharacterSet, unclosed, trailingBytes
  }

  public enum Encapsulation: String, Sendable, Hashable, Encodable { case html, text }

  public var version = Version(declared: nil, evidence: "1.0", pronom: "fmt/45")
  public var producer: Producer?
  public var codePages = CodePages()
  public var languages = Languages()
  /// What a mail program has put into the RTF.
  public var encapsulates: Encapsulation?
  public var oddities: [Oddity] = []
  /// Numbers of things, each above 0: `characters` and `words` as the plain text has them, `paragraphs`, `pictures`,
  /// `attachments`, `objects`, `links`, `footnotes`, `endnotes`, `annotations`, `tables`, `insertions`, `deletions`.
  public var counts: [String: Int] = [:]
  /// Pictures in the text by media type.
  public var pictures: [String: Int] = [:]
  /// Objects by class.
  public var objects: [String: Int] = [:]
}

extension RTFFacts {
  /// Reads the facts of a file that `RTFProbe` takes for RTF; total for any bytes.
  ///
  /// - Parameter limits: `rtfGroupDepth` and `tableDepth` count.
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
