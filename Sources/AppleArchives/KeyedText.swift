internal import SlipDocument

/// Attributed strings in keyed archives.
extension AttributedText {
  /// The text of an attributed string; nil for anything else.
  ///
  /// Attributes come in three forms: none, one dictionary for the whole text, or a list of
  /// dictionaries and pairs of a length and the number of a dictionary.
  ///
  /// - `NSString` is the text.
  /// - `NSAttributes` is the dictionary, or the list of dictionaries.
  /// - `NSAttributeInfo` has the pairs as bytes. It is there only for a list.
  ///
  /// - Parameter object: An `NSAttributedString` or an object of a class below it.
  public init?(_ object: ArchivedObject) {
    guard object.isA("NSAttributedString"), let text = object["NSString"]?.string else { return nil }
    self.init(text)
    guard let attributes = object["NSAttributes"] else { return }
    var reader = KeyedAttributes()
    if let info = object["NSAttributeInfo"]?.data {
      // A dictionary that is listed twice is read once.
      var known: [Int: TextAttributes] = [:]
      self.attributes = (attributes.elements ?? []).map { dictionary in
        if let attributes = known[dictionary.index] { return attributes }
        let attributes = reader.read(dictionary)
        known[dictionary.index] = attributes
        return attributes
      }
      runs = AttributedText.runs(info)
    } else {
      self.attributes = [reader.read(attributes)]
      runs = [Run(length: units.count, attributes: 0)]
    }
    losses = reader.losses
  }

  /// Pairs of a length and a number. Each is written in groups of seven bits, the lowest first; the
  /// top bit says that more follow.
  ///
  /// Bits beyond the 35th of a number are ignored, so no number overflows. A length without a number at
  /// the end is left out.
  ///
  /// - Parameter info: The content of `NSAttributeInfo`.
  /// - Returns: The runs in their order. Their lengths and numbers are not checked against the text.
  static func runs(_ info: [UInt8]) -> [Run] {
    var numbers: [Int] = []
    var (value, shift) = (0, 0)
    for byte in info {
      if shift < 35 { value |= Int(byte & 0x7F) << shift }
      shift += 7
      if byte & 0x80 == 0 {
        numbers.append(value)
        (value, shift) = (0, 0)
      }
    }
    return stride(from: 0, to: numbers.count - 1, by: 2).map {
      Run(length: numbers[$0], attributes: numbers[$0 + 1])
    }
  }
}

/// Reads dictionaries of attributes.
private struct KeyedAttributes {
  /// Attributes that could not be kept, and how often.
  var losses: [String: Int] = [:]
  /// How many lists within each other are read. Word processors allow nine.
  private static let deepestList = 9

  /// The attributes of a dictionary.
  ///
  /// Of a dictionary at most 64 entries are read. An attribute that can't be kept counts as a loss.
  ///
  /// - Parameter dictionary: Names of attributes with their values.
  /// - Returns: What could be read; default values for anything else.
  mutating func read(_ dictionary: ArchivedObject) -> TextAttributes {
    var attributes = TextAttributes()
    for (key, value) in (dictionary.pairs ?? []).prefix(64) {
      guard let name = key.string, !take(name, value, &attributes) else { continue }
      losses[name, default: 0] += 1
    }
    return attributes
  }

  /// Takes one attribute; false where nothing can be made of it.
  ///
  /// Kerning, ligatures and the font before a substitution are taken silently, because a document has no
  /// place for them and nobody misses them. Colours of the system are passed over in the same way.
  ///
  /// - Parameters:
  ///   - name: The name of the attribute, such as `NSFont`.
  ///   - value: The archived value.
  ///   - attributes: What gets the attribute.
  private mutating func take(_ name: String, _ value: ArchivedObject, _ attributes: inout TextAttributes)
    -> Bool
  {
    switch name {
    case "NSFont": return font(value, &attributes)
    case "NSColor":
      if !ArchivedColor.isOfSystem(value) {
        attributes.style.color = ArchivedColor(value).map(DocumentColor.init)
      }
    case "NSBackgroundColor":
      if !ArchivedColor.isOfSystem(value) {
        attributes.style.background = ArchivedColor(value).map(DocumentColor.init)
      }
    case "NSUnderline": attributes.take(underline: Int(truncatingIfNeeded: value.integer ?? 0))
    case "NSStrikethrough": attributes.style.isStruck = value.integer ?? 0 != 0
    case "NSSuperScript", "NSBaselineOffset": attributes.take(position: value.number ?? 0)
    case "NSLink":
      guard let target = value.url ?? value.string else { return false }
      attributes.style.link = Hyperlink(target: target)
    case "NSParagraphStyle": attributes.paragraph = paragraph(value)
    case "NSAttachment":
      guard let attachment = TextAttachment(value) else { return false }
      attributes.attachment = attachment
    case "NSKern", "NSLigature", "NSOriginalFont": break
    default: return false
    }
    return true
  }

  /// Takes a font: that of AppKit, that of UIKit, or one with a descriptor.
  ///
  /// AppKit archives `NSName` and `NSSize`; UIKit archives `UIFontName`, `UIFontPointSize` and
  /// `UIFontTraits`, whose lowest bit means italic and whose next one bold.
  ///
  /// - Returns: False where neither a name nor a size is there.
  private func font(_ font: ArchivedObject, _ attributes: inout TextAttributes) -> Bool {
    let descriptor = font["NSFontDescriptorAttributes"]
    let name = font["NSName"] ?? font["UIFontName"] ?? descriptor?.entry("NSFontNameAttribute")
    let size = font["NSSize"] ?? font["UIFontPointSize"] ?? descriptor?.entry("NSFontSizeAttribute")
    guard name != nil || size != nil else { return false }
    attributes.take(font: name?.string ?? "", size: size?.number)
    if let traits = font["UIFontTraits"]?.integer {
      if traits & 1 != 0 { attributes.style.isItalic = true }
      if traits & 2 != 0 { attributes.style.isBold = true }
    }
    return true
  }

  /// The formatting of a paragraph. Lengths are in points.
  ///
  /// Alignments count as `NSTextAlignment` of AppKit does: 1 is right, 2 centred and 3 justified. Others
  /// are natural. Indents are left out in lists, because the list decides them.
  ///
  /// - Parameter object: An `NSParagraphStyle`.
  /// - Returns: The formatting and the lists that the paragraph is in, the outermost first.
  private func paragraph(_ object: ArchivedObject) -> TextParagraph {
    /// A length in twips; 0 where it is missing.
    ///
    /// Lengths of 10,000 points and more are taken for faults.
    func twips(_ key: String) -> Int {
      guard let points = object[key]?.number, points.isFinite, abs(points) < 10_000 else { return 0 }
      return Int((points * 20).rounded())
    }
    var result = TextParagraph()
    result.lists = (object["NSTextLists"]?.elements ?? []).prefix(KeyedAttributes.deepestList).map { list in
      TextList(
        identity: list.index, format: list["NSMarkerFormat"]?.string ?? "",
        start: Int(truncatingIfNeeded: list["NSStartingItemNumber"]?.integer ?? 1))
    }
    let (first, head) = (twips("NSFirstLineHeadIndent"), twips("NSHeadIndent"))
    let isInList = !result.lists.isEmpty
    result.style.edit { style in
      switch object["NSAlignment"]?.integer {
      case 1: style.alignment = .right
      case 2: style.alignment = .center
      case 3: style.alignment = .justified
      default: break
      }
      if !isInList { (style.leftIndent, style.firstLineIndent) = (head, first - head) }
      style.spaceBefore = max(0, twips("NSParagraphSpacingBefore"))
      style.spaceAfter = max(0, twips("NSParagraphSpacing"))
      style.isRightToLeft = object["NSWritingDirection"]?.integer == 1
      if let level = object["NSHeaderLevel"]?.integer, (1...9).contains(level) {
        style.headingLevel = Int(level)
      }
    }
    return result
  }
}

extension TextAttachment {
  /// The file of an archived attachment; nil where the archive has no bytes of it.
  ///
  /// The bytes stand in a serialized file wrapper, or as data directly in the attachment. Only in the second
  /// case the name comes from the attachment.
  ///
  /// - Parameter object: An `NSTextAttachment`.
  fileprivate init?(_ object: ArchivedObject) {
    if let wrapper = object["NSFileWrapper"], let data = wrapper["NSFileWrapperData"]?.data ?? wrapper.data {
      self.init(serialized: data)
    } else if let bytes = (object["NSData"] ?? object["contents"] ?? object["NSContents"])?.data {
      self.init(bytes: bytes, name: object["NSFileName"]?.string)
    } else {
      return nil
    }
  }

  /// The file of a serialized file wrapper, as `FlatRTFD` in the module of RTF describes it: the
  /// entry `..` has the bytes, and others the name. Nil for a folder and for anything else.
  init?(serialized data: [UInt8]) {
    var reader = FileWrapperReader(data)
    guard let entries = reader.entries(), let bytes = entries.first(where: { $0.name == ".." })?.bytes else {
      return nil
    }
    self.bytes = bytes
    let names = ["__@UTF8PreferredName@__", "__@PreferredName@__"]
    name = names.lazy.compactMap { name in entries.first { $0.name == name }?.bytes }.first.map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

/// Reads the entries of a serialized file wrapper.
private struct FileWrapperReader {
  /// What each wrapper begins with: its mark, and the kind of a folder.
  private static let head: [UInt8] = Array("rtfd".utf8) + [0, 0, 0, 0, 3, 0, 0, 0]
  /// A length that says that the real one and padding follow.
  private static let aligned = 0x8000_0000
  /// How many entries a wrapper of one file may have; it has four.
  private static let mostEntries = 64

  /// The wrapper.
  private let data: [UInt8]
  /// Where the next byte is.
  private var position = FileWrapperReader.head.count

  /// Creates a reader.
  init(_ data: [UInt8]) { self.data = data }

  /// The names and contents of the entries that are files; nil for anything but a wrapper.
  ///
  /// The names come first, then the lengths of all records, then the records. A record that is no file is
  /// passed over by its length.
  ///
  /// - Returns: The entries in their order; those that can't be read are missing.
  mutating func entries() -> [(name: String, bytes: [UInt8])]? {
    guard data.starts(with: FileWrapperReader.head), let count = number(),
      count <= FileWrapperReader.mostEntries
    else { return nil }
    var names: [String] = []
    var lengths: [Int] = []
    for _ in 0..<count {
      guard let length = number(), let name = take(length) else { return nil }
      names.append(String(decoding: name, as: UTF8.self))
    }
    for _ in 0..<count {
      guard let length = number() else { return nil }
      lengths.append(length)
    }
    var found: [(name: String, bytes: [UInt8])] = []
    for (name, length) in zip(names, lengths) {
      let end = min(position + length, data.count)
      if let bytes = file() { found.append((name, bytes)) }
      position = end
    }
    return found
  }

  /// The content of the file whose record comes next; nil for other records.
  ///
  /// A record begins with its kind, which is 1 for a file, and the length of the content. Where that length
  /// is `aligned`, the real length, the length of the padding and the padding follow.
  private mutating func file() -> [UInt8]? {
    guard number() == 1, var length = number() else { return nil }
    if length == FileWrapperReader.aligned {
      guard let real = number(), let padding = number(), take(padding) != nil else { return nil }
      length = real
    }
    return take(length).map { Array($0) }
  }

  /// The next so many bytes; nil beyond the end.
  private mutating func take(_ length: Int) -> ArraySlice<UInt8>? {
    guard length >= 0, length <= data.count - position else { return nil }
    defer { position += length }
    return data[position..<(position + length)]
  }

  /// The next number of 32 bits, the lowest byte first.
  private mutating func number() -> Int? {
    take(4)?.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
