internal import SlipBase
internal import SlipExchange
internal import SlipFiles
internal import ZipContainer

/// A file of KeyNote or KeyNote NF: folders with trees of nodes, notes, tags and pictures.
///
/// ```
/// #!GFKNT 3.1          the version; lines with # follow
/// %TG                  tags: ID= TN=
/// %*                   a note (3.x): GI= ND= LM=
/// %.                   its entry: DC= NS= TG=
/// %:                   RTF, up to the next line of this kind (%> for plain text, each line behind a semicolon)
/// %+                   a folder: NN= ID= DC= FL=
/// %-                   a node in it: gi= GI= LV= ns= (3.x), or with title and text of its own (2.x)
/// %                    a folder that is one note (2.x)
/// %S %I %EI            where pictures are, which ones, and their bytes
/// %%                   the end
/// ```
///
/// A packed file has a head of eight bytes, and behind the packed lines the pictures as they are. The format is that of
/// the program's documents `fileformat_2.1` to `fileformat_3.2`, and was compared with files of all versions.
struct KeyNoteFile: Sendable {
  /// A tab of the program: a tree of nodes, or in old files a single note.
  struct Folder: Sendable {
    /// The name, as bytes of the file.
    var name = 0..<0
    /// The number by which links call it; empty where it has none.
    var id = ""
    /// When it was created, as text.
    var created = ""
    /// Whether it is a note without a tree.
    var isNote = false
    /// Whether its texts are plain, each line behind a semicolon.
    var isPlain = false
  }

  /// A note: a title and entries.
  struct Note: Sendable {
    /// The title and another title, as bytes of the file.
    var title = 0..<0, alias = 0..<0
    /// A file that the program shows in place of a text, as bytes of the file.
    var path = 0..<0
    /// The same, relative to the file.
    var relativePath = 0..<0
    /// When it was last changed, as text.
    var modified = ""
    /// When it was created, as text, where the note itself says so.
    var created = ""
    /// The bits of `Ns`.
    var state = 0
    /// Its texts.
    var entries: [Entry] = []
  }

  /// A text of a note.
  struct Entry: Sendable {
    /// When it was created, as text.
    var created = ""
    /// The bits of `NS`: 2 plain, 4 HTML, 10h encrypted.
    var state = 0
    /// Numbers of its tags.
    var tags: [String] = []
    /// The text.
    var text = 0..<0
    /// Whether each line of the text begins with a semicolon.
    var hasMarks = false
  }

  /// A place of a note in a tree.
  struct Node: Sendable {
    /// The place of its folder in `folders`.
    var folder: Int
    /// How many nodes it lies below.
    var level = 0
    /// The place of its note in `notes`; nil where the file lacks it.
    var note: Int?
    /// Its number in the file, in its folder, and that of its note; empty for none.
    var globalID = "", id = "", noteID = ""
    /// The node whose note it shows, in old files: `FOLDER|NODE` or a number; empty for none.
    var mirror = ""
    /// What the program shows of it.
    var isChecked = false, isFlagged = false, isHidden = false
    /// Colours of its title, as text.
    var color = "", background = ""
    /// When the program reminds of it, as bytes of the file.
    var alarm = 0..<0
  }

  /// A picture of the program's list.
  struct Picture: Sendable {
    /// The folder that it lies in, and its name.
    var path: String, name: String
  }

  /// Bytes of a picture.
  struct Embedded: Sendable {
    /// The name.
    var name: String
    /// Where they are.
    var range: Range<Int>
    /// Whether they lie in the file itself, and not in its unpacked lines.
    var isOutside: Bool
  }

  /// The lines: the file itself, or what was unpacked.
  private(set) var text: FileBytes
  /// The file as it is.
  let original: FileBytes
  /// The first number of the version.
  private(set) var version = 2
  /// The tabs, nodes and notes, in the order of the file.
  var folders: [Folder] = [], nodes: [Node] = [], notes: [Note] = []
  /// Notes by number.
  var notePlaces: [String: Int] = [:]
  /// Names of tags by number, as bytes of the file.
  var tags: [String: Range<Int>] = [:]
  /// Numbers of tags, in the order of the file.
  var tagOrder: [String] = []
  /// Pictures by number.
  var pictures: [Int: Picture] = [:]
  /// Pictures in the file, by number.
  var embedded: [Int: Embedded] = [:]
  /// Where other pictures lie: the path of a ZIP or folder, as bytes of the file.
  var storage: (isZip: Bool, path: Range<Int>)?
  /// Code pages that the file speaks of: in the head of its first RTF, and by the character set of a font.
  var codePages: (rtf: Int?, charset: Int?) = (nil, nil)
  /// How many parts are encrypted.
  var encryptedParts = 0
  /// Whether something contradicts itself or ends too early.
  var isDamaged = false
  /// Whether the end is there.
  var hasEnd = false

  /// How many bytes packed lines have at most when they are unpacked, and how many times those of the packed ones. RTF is
  /// packed to a twentieth at best; more than that is made to fill the memory.
  private static let largest = 64 << 20, ratio = 64

  /// What a file is, by its first bytes.
  enum Form: Sendable {
    /// Lines.
    case text
    /// Packed lines.
    case packed
    /// An encrypted file.
    case encrypted

    /// The form; nil for anything else.
    init?(_ bytes: UnsafeRawBufferPointer) {
      let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      let head = bytes.dropFirst(start).prefix(16)
      if head.starts(with: "#!GFKNT".utf8) || head.starts(with: "#!GFKNX".utf8) {
        self = .text
      } else if head.starts(with: "GFKNZ".utf8) {
        self = .packed
      } else if head.starts(with: "GFKNE".utf8) || head.starts(with: "#!GFKNE".utf8) {
        self = .encrypted
      } else {
        return nil
      }
    }
  }

  /// Reads a file.
  ///
  /// - Throws: `SlipError` for a file of another kind, an encrypted one, and one that can't be unpacked.
  init(_ bytes: FileBytes) throws(SlipError) {
    original = bytes
    switch bytes.withBytes({ Form($0) }) {
    case .text?:
      text = bytes
      version = bytes.withBytes { KeyNoteFile.major($0.dropFirst(7)) }
      var reader = KeyNoteReader()
      bytes.withBytes { reader.run(over: $0, from: 0, isOutside: false, into: &self) }
    case .packed?:
      let all = bytes.array
      version = all.withUnsafeBytes { KeyNoteFile.major($0.dropFirst(5)) }
      let packed = Array(all.dropFirst(8))
      let limit = min(KeyNoteFile.largest, max(KeyNoteFile.largest / 4, packed.count * KeyNoteFile.ratio))
      guard let result = Inflation.unpack(packed, .zlib, limit: limit), !result.bytes.isEmpty else {
        throw SlipError(
          .badInput, code: ExchangeCode.badContainer, "The packed part of the KeyNote file can't be read.")
      }
      guard result.isComplete || result.bytes.count < limit else {
        throw SlipError(
          .badInput, code: ExchangeCode.badContainer,
          "The packed KeyNote file is too large when it is unpacked. Save it uncompressed, then import that.")
      }
      isDamaged = !result.isComplete
      text = FileBytes(result.bytes)
      var reader = KeyNoteReader()
      result.bytes.withUnsafeBytes { reader.run(over: $0, from: 0, isOutside: false, into: &self) }
      let start = 8 + result.taken
      if result.isComplete {
        all.withUnsafeBytes { reader.run(over: $0, from: start, isOutside: true, into: &self) }
      }
    case .encrypted?:
      throw SlipError(
        .badInput, code: ExchangeCode.encryptedPart,
        "The KeyNote file is encrypted. Save it without encryption in KeyNote, then import that.")
    case nil:
      throw SlipError(.badInput, code: ExchangeCode.badContainer, "This is no file of KeyNote.")
    }
  }

  /// The first digit of a version; 2 where there is none.
  private static func major(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
    bytes.prefix(8).first { (0x31...0x39).contains($0) }.map { Int($0 - 0x30) } ?? 2
  }

  /// Bytes of the lines.
  func bytes(_ range: Range<Int>) -> [UInt8] {
    text.withBytes { bytes in
      range.upperBound <= bytes.count ? Array(bytes[range]) : []
    }
  }

  /// Text of a field: UTF-8, or else of the file's code page.
  func string(_ range: Range<Int>) -> String {
    let bytes = bytes(range)
    return String(validating: bytes, as: UTF8.self)
      ?? SourceText.decode(bytes, codePage: codePages.rtf ?? codePages.charset ?? 1252)
  }
}
