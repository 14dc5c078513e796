internal import RTFSyntax
internal import SlipBase
internal import SlipExchange
internal import SlipRTF

/// Takes the program's own marks out of RTF, and unfolds what is folded.
///
/// ```
/// \v\'11B5\'12\v0                              a place that links lead to: it goes
/// \v\'11I1\'12\v0{\field … "img:1,20,18" …}    a picture and its number: the number goes
/// {\field … "FOLD:" …}First line\v Rest …\v0 ...\'13
///                                              a folded text: sign and end go, the rest becomes visible
/// \'11L"img:1,20,18"@1_pic.png\'12             a link in a folded text: it becomes a link again
/// ```
///
/// All of these stand in hidden text, but the editor also writes formatting between them. Everything else stays, byte
/// for byte. An empty group `{}` takes the place of what goes, so that no control word loses its end.
struct KeyNoteMarks {
  /// The RTF.
  private let bytes: UnsafeRawBufferPointer
  /// Where the next bytes come from.
  private var tokenizer: Tokenizer
  /// The RTF so far.
  private(set) var output: [UInt8] = []
  /// How much of the input is in the output.
  private var position = 0
  /// How many folded texts are open.
  private var folds = 0
  /// For each open group whether it is a field.
  private var groups: [Bool] = []
  /// How many open groups are fields.
  private var fields = 0

  /// The longest mark in bytes.
  private static let longest = 4_096
  /// What stands in place of the sign of a folded text: a mark of a kind that the program doesn't have.
  private static let fold = Array("\\'11U\\'12".utf8)

  /// Converts a text.
  ///
  /// - Returns: The RTF without marks; the same bytes where it has none.
  ///
  /// Texts without any of the three signs `\'11`, `\'13` and `file:///` are given back at once.
  ///
  /// - Parameters:
  ///   - rtf: The RTF of an entry.
  ///   - limits: Bounds on the fields that are looked through.
  static func removed(from rtf: [UInt8], _ limits: Limits) -> [UInt8] {
    var bytes = rtf
    if bytes.withUnsafeBytes({ LooseXML.find("FOLD:", in: $0, from: 0) }) != nil {
      bytes = bytes.withUnsafeBytes {
        RTFHyperlinks.replace($0, limits: limits) { $0 == "FOLD:" ? fold : nil }
      }
    }
    guard hasMarks(bytes) else { return bytes }
    return bytes.withUnsafeBytes { bytes in
      var work = KeyNoteMarks(bytes)
      work.run()
      return work.output
    }
  }

  /// Whether there is anything to do.
  /// The search is for bytes and may find what is no mark. The text is then walked over and stays the
  /// same.
  private static func hasMarks(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      LooseXML.find("\\'11", in: bytes, from: 0) != nil || LooseXML.find("\\'13", in: bytes, from: 0) != nil
        || LooseXML.find("file:///", in: bytes, from: 0) != nil
    }
  }

  /// Begins at the first byte.
  private init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    tokenizer = Tokenizer(bytes)
  }

  /// Walks over the whole text.
  ///
  /// The walk keeps the last token, because the dots before the end of a folded text stand in it.
  private mutating func run() {
    var before: Token?
    while let token = tokenizer.next() {
      switch token.kind {
      case .groupStart: groups.append(false)
      case .groupEnd: if groups.popLast() == true { fields -= 1 }
      case .controlWord: word(token)
      case .hexByte where token.parameter == 0x11: mark(token)
      case .hexByte where token.parameter == 0x13: endFold(token, behind: before)
      case .text: if fields == 0 { text(token) }
      default: break
      }
      before = token
    }
    output += bytes[position...]
  }

  /// Puts other bytes in the place of a range, which must not begin before the last one ended.
  ///
  /// - Parameters:
  ///   - range: What goes, in places of the input.
  ///   - new: What comes in its place.
  private mutating func replace(_ range: Range<Int>, _ new: [UInt8]) {
    guard range.lowerBound >= position else { return }
    output += bytes[position..<range.lowerBound]
    output += new
    position = range.upperBound
  }

  /// Notes a field, and makes hidden text of a folded text visible.
  ///
  /// `\v` within a folded text becomes `\v0`. Outside of one it stays, for the user hid that text.
  private mutating func word(_ token: Token) {
    let name = bytes[token.offset..<token.end].dropFirst().prefix { $0.isASCIILetter }
    if name.elementsEqual("field".utf8), groups.last == false {
      groups[groups.count - 1] = true
      fields += 1
    } else if folds > 0, name.elementsEqual("v".utf8), !token.hasParameter || token.parameter != 0 {
      replace(token.offset..<token.end, Array("\\v0 ".utf8))
    }
  }

  // MARK: Marks

  /// Takes a mark, if one begins here.
  ///
  /// A mark goes from `\'11` to `\'12`. Formatting between them is collected apart from the content. If
  /// the mark ends with a group or is too long, it is none, and stays.
  private mutating func mark(_ start: Token) {
    var ahead = tokenizer
    var words: [UInt8] = []
    var content: [UInt8] = []
    while let token = ahead.next(), token.end - start.offset <= KeyNoteMarks.longest {
      switch token.kind {
      case .hexByte where token.parameter == 0x12:
        take(content, words, start.offset..<token.end)
        tokenizer = ahead
        return
      case .text: content += bytes[token.offset..<token.end]
      case .hexByte where token.parameter != 0x11, .controlSymbol: content += bytes[token.offset..<token.end]
      case .controlWord:
        let word = bytes[token.offset..<token.end]
        if word.count > 1, word[word.startIndex + 1] == 0x75, token.hasParameter {
          content += word
        } else {
          words += word
        }
      default: return
      }
    }
  }

  /// Takes a mark.
  ///
  /// - Parameters:
  ///   - content: What stands in it, as RTF.
  ///   - words: Formatting in it, which stays.
  ///   - range: Where it is.
  /// The new bytes never join a control word before them.
  private mutating func take(_ content: [UInt8], _ words: [UInt8], _ range: Range<Int>) {
    var new = Array("{}".utf8)
    if content.starts(with: "L\"".utf8), let (target, shown) = KeyNoteMarks.link(content) {
      if target.elementsEqual("FOLD:".utf8) {
        folds += 1
      } else {
        new +=
          Array("{\\field{\\*\\fldinst{HYPERLINK \"".utf8) + target + Array("\"}}{\\fldrslt {".utf8) + shown
        new += Array("}}}".utf8)
      }
    } else if content.elementsEqual("U".utf8) {
      folds += 1
    }
    replace(range, new + words + (words.isEmpty ? [] : Array("{}".utf8)))
  }

  /// The target and the text of a link `L"target"@text`.
  ///
  /// - Parameter content: The content of a mark that begins with `L"`.
  /// - Returns: Nil where no `"@` follows the target.
  private static func link(_ content: [UInt8]) -> (target: ArraySlice<UInt8>, text: ArraySlice<UInt8>)? {
    let rest = content.dropFirst(2)
    guard let quote = rest.firstIndex(of: 0x22), quote + 1 < rest.endIndex,
      rest[quote + 1] == UInt8(ascii: "@")
    else {
      return nil
    }
    return (rest[..<quote], rest[(quote + 2)...])
  }

  /// Takes the end of a folded text, with the three dots before it.
  ///
  /// - Parameters:
  ///   - token: The byte `\'13`, which goes.
  ///   - before: The token before it; its last three dots go too, if it is text.
  private mutating func endFold(_ token: Token, behind before: Token?) {
    var start = token.offset
    if folds > 0, let before, before.kind == .text, before.end == start,
      bytes[before.offset..<before.end].suffix(3).elementsEqual("...".utf8)
    {
      start -= 3
    }
    folds = max(0, folds - 1)
    replace(start..<token.end, Array("{}".utf8))
  }

  // MARK: Addresses

  /// Makes links of addresses of the program that are written as text, as old versions did.
  ///
  /// An address ends at white space, a quotation mark or `>`. It counts if it has the form of the
  /// program: a `|` in it, or `*` or `<` behind the slashes. Other addresses of files stay text.
  private mutating func text(_ token: Token) {
    var from = token.offset
    while let start = LooseXML.find(
      "file:///", in: UnsafeRawBufferPointer(rebasing: bytes[..<token.end]), from: from)
    {
      let end =
        bytes[start..<token.end].firstIndex {
          $0 <= 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ">")
        } ?? token.end
      from = end
      let address = bytes[start..<end]
      guard
        address.contains(0x7C) || address.dropFirst(8).first == UInt8(ascii: "*")
          || address.dropFirst(8).first == UInt8(ascii: "<"),
        KeyNoteLink(String(decoding: address, as: UTF8.self)) != nil
      else { continue }
      let link =
        Array("{\\field{\\*\\fldinst{HYPERLINK \"".utf8) + address + Array("\"}}{\\fldrslt {".utf8) + address
        + Array("}}}".utf8)
      replace(start..<end, link)
    }
  }
}
