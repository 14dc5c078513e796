public import RTFSyntax
internal import SlipBase

/// A stream in Microsoft's Transport Neutral Encapsulation Format (MS-OXTNEF), which mail programs
/// that don't know it show as `winmail.dat`, with the items that are attached to it.
///
/// ```
/// offset  length
///      0       4  78 9F 3E 22
///      4       2  a key
///              1  an attribute: 1 of the item, 2 of the attachment that began last
///              4  its name, in the lower half, and its type
///              4  the length of its data
///                 the data
///              2  the sum of the data
/// ```
///
/// Attributes go on to the end of the bytes. What is whole is read, also if a sum is wrong, and what
/// is behind the last whole one is left out.
public struct TNEFFile: OutlookContainer {
  /// The items: the outermost one first, and each one before those attached to it.
  public private(set) var places: [OutlookPlace] = []

  /// The encoding of text that isn't Unicode; nil: what the stream says.
  private let encoding: TextEncoding?

  /// The most items of a stream.
  private static let mostItems = 1_024
  /// The identifier of an item as the content of an attachment; the first four bytes.
  private static let message: UInt32 = 0x0002_0307
  /// The bytes of an identifier before such content.
  private static let identifier = 16

  /// Whether it takes long to list the stream again.
  public var isLarge: Bool { places.count > 8 }

  /// Whether the list of items is damaged, which shows in the items here.
  public let isDamaged = false

  /// Whether bytes begin as such a stream does.
  public static func isTNEF(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.word(0) == 0x223E_9F78 }

  /// Lists the items of a stream.
  ///
  /// - Returns: Nil for anything but such a stream.
  /// - Parameter encoding: The encoding of text that isn't Unicode; nil: what the stream says.
  public init?(_ bytes: UnsafeRawBufferPointer, encoding: TextEncoding? = nil) {
    self.encoding = encoding
    guard TNEFFile.isTNEF(bytes) else { return nil }
    places = [OutlookPlace(parent: nil, path: "", source: 0..<bytes.count)]
    var next = 0
    while next < places.count, places.count < TNEFFile.mostItems {
      let (place, part) = (places[next], UnsafeRawBufferPointer(rebasing: bytes[places[next].source]))
      for (number, group) in TNEFAttributes(part).attachments.enumerated() where !place.isDeepest {
        guard places.count < TNEFFile.mostItems, let inner = TNEFFile.inner(group, part) else { continue }
        let start = place.source.lowerBound
        let path = place.path + (place.path.isEmpty ? "" : "/") + String(number)
        places.append(
          OutlookPlace(
            parent: next, path: path, source: start + inner.lowerBound..<start + inner.upperBound))
      }
      next += 1
    }
  }

  /// Where the item is that an attachment consists of; nil for other attachments.
  private static func inner(
    _ group: [TNEFAttributes.Attribute], _ bytes: UnsafeRawBufferPointer
  ) -> Range<Int>? {
    for attribute in group where attribute.name == .attachmentProperties {
      let list = TNEFProperties(UnsafeRawBufferPointer(rebasing: bytes[attribute.data]), AnsiText.western)
      guard let object = list.object, object.count > identifier else { continue }
      let start = attribute.data.lowerBound + object.lowerBound
      let content = start + identifier..<attribute.data.lowerBound + object.upperBound
      guard bytes.word(start) == message, isTNEF(UnsafeRawBufferPointer(rebasing: bytes[content])) else {
        continue
      }
      return content
    }
    return nil
  }

  /// Reads an item.
  ///
  /// - Parameters:
  ///   - index: Its place in `places`.
  ///   - bytes: The stream that was listed.
  public func item(_ index: Int, from bytes: UnsafeRawBufferPointer) -> OutlookItem {
    var item = OutlookItem()
    guard places.indices.contains(index), places[index].source.upperBound <= bytes.count else { return item }
    let part = UnsafeRawBufferPointer(rebasing: bytes[places[index].source])
    let attributes = TNEFAttributes(part)
    item.isDamaged = attributes.isDamaged
    // The properties come first, because they know the code page of the rest.
    var text = attributes.text(part)
    text.encoding = encoding
    for attribute in attributes.item where attribute.name == .properties {
      let list = TNEFProperties(UnsafeRawBufferPointer(rebasing: part[attribute.data]), text)
      item.properties = list.properties
      item.isDamaged = item.isDamaged || list.isDamaged
    }
    for attribute in attributes.item { take(attribute, part, text, &item) }
    let inner = places.indices.filter { places[$0].parent == index }
    for (number, group) in attributes.attachments.enumerated() {
      var attachment = attachment(group, part, text)
      if let found = inner.first(where: { places[$0].path.split(separator: "/").last == "\(number)" }) {
        attachment.content = .item(found)
      }
      attachment.properties.names = item.properties.names
      item.attachments.append(attachment)
    }
    return item
  }

  /// Takes an attribute of an item. A property of the same meaning comes before it.
  private func take(
    _ attribute: TNEFAttributes.Attribute, _ bytes: UnsafeRawBufferPointer, _ text: AnsiText,
    _ item: inout OutlookItem
  ) {
    let data = UnsafeRawBufferPointer(rebasing: bytes[attribute.data])
    switch attribute.name {
    case .subject: item.properties.add(0x0037, .text(text.decode(Array(data))))
    case .itemClass: item.properties.add(0x001A, .text(text.decode(Array(data))))
    case .body: item.properties.add(0x1000, .text(text.decode(Array(data))))
    case .sent: item.localSent = TNEFAttributes.date(data)
    case .recipients:
      TNEFProperties.rows(data, text) { item.recipients.append($0) }
    default: break
    }
  }

  /// Reads an attachment.
  private func attachment(
    _ group: [TNEFAttributes.Attribute], _ bytes: UnsafeRawBufferPointer, _ text: AnsiText
  ) -> OutlookAttachment {
    var attachment = OutlookAttachment()
    for attribute in group {
      let data = UnsafeRawBufferPointer(rebasing: bytes[attribute.data])
      switch attribute.name {
      case .attachmentTitle: attachment.title = text.decode(Array(data))
      case .attachmentData: attachment.content = .file(Array(data))
      case .attachmentProperties:
        let list = TNEFProperties(data, text)
        attachment.properties = list.properties
        if let object = list.object, object.count > TNEFFile.identifier {
          let content = data.part(
            object.lowerBound + TNEFFile.identifier, object.count - TNEFFile.identifier)
          if case .nothing = attachment.content { attachment.content = .file(Array(content)) }
        }
      default: break
      }
    }
    let data = MAPIProperties.ID.attachData
    if case .bytes(let bytes)? = attachment.properties.values.removeValue(forKey: data),
      case .nothing = attachment.content
    {
      attachment.content = .file(bytes)
    }
    return attachment
  }
}

/// The attributes of a stream.
struct TNEFAttributes {
  /// Names of attributes that are read (MS-OXTNEF, 2.1.3.2).
  enum Name: UInt16 {
    /// The subject.
    case subject = 0x8004
    /// When it was sent, by the clock of the sender.
    case sent = 0x8005
    /// The class, in its old spelling.
    case itemClass = 0x8008
    /// The plain text.
    case body = 0x800C
    /// The content of a file.
    case attachmentData = 0x800F
    /// The short name of a file.
    case attachmentTitle = 0x8010
    /// An attachment begins.
    case attachmentBegin = 0x9002
    /// The properties of the item.
    case properties = 0x9003
    /// The table of recipients.
    case recipients = 0x9004
    /// The properties of an attachment.
    case attachmentProperties = 0x9005
    /// The code page of text.
    case codePage = 0x9007
  }

  /// An attribute.
  struct Attribute {
    /// What it is.
    var name: Name
    /// Where its data is.
    var data: Range<Int>
  }

  /// The attributes of the item.
  private(set) var item: [Attribute] = []
  /// The attributes of each attachment.
  private(set) var attachments: [[Attribute]] = []
  /// Whether bytes are missing, behind the last attribute, or wrong.
  private(set) var isDamaged = false

  /// The most attributes.
  private static let most = 1 << 16

  /// Lists the attributes of a stream.
  init(_ bytes: UnsafeRawBufferPointer) {
    var position = 6
    var left = TNEFAttributes.most
    while position < bytes.count {
      guard left > 0, position + 9 <= bytes.count, (1...2).contains(bytes[position]) else { break }
      let length = Int(bytes.word(position + 5))
      guard length <= bytes.count - position - 9 else { break }
      let data = position + 9..<position + 9 + length
      let sum = bytes.part(position + 9, length).byteSum
      if data.upperBound + 2 > bytes.count || sum != bytes.short(data.upperBound) { isDamaged = true }
      add(bytes[position], bytes.short(position + 1), data)
      position = data.upperBound + 2
      left -= 1
    }
    if position < bytes.count { isDamaged = true }
  }

  /// Adds an attribute.
  private mutating func add(_ level: UInt8, _ name: UInt16, _ data: Range<Int>) {
    guard let name = Name(rawValue: name) else { return }
    let attribute = Attribute(name: name, data: data)
    if level == 1 {
      item.append(attribute)
    } else if name == .attachmentBegin {
      attachments.append([])
    } else if attachments.isEmpty {
      isDamaged = true
    } else {
      attachments[attachments.count - 1].append(attribute)
    }
  }

  /// How text in bytes is decoded.
  ///
  /// The properties may name a code page; else the one of the stream counts.
  func text(_ bytes: UnsafeRawBufferPointer) -> AnsiText {
    var page: Int64?
    for attribute in item where attribute.name == .codePage {
      page = Int64(UnsafeRawBufferPointer(rebasing: bytes[attribute.data]).word(0))
    }
    for attribute in item where attribute.name == .properties {
      let data = UnsafeRawBufferPointer(rebasing: bytes[attribute.data])
      let properties = TNEFProperties(data, AnsiText.western).properties
      if let own = properties.number(MAPIProperties.ID.codePage), page == nil || page == 1252 { page = own }
      return AnsiText(
        message: page, web: properties.number(MAPIProperties.ID.webCodePage),
        language: properties.number(MAPIProperties.ID.language))
    }
    return AnsiText(message: page, web: nil, language: nil)
  }

  /// A date: year, month, day, hour, minute, second of two bytes each, in no known zone.
  static func date(_ data: UnsafeRawBufferPointer) -> Timestamp? {
    guard data.count >= 12 else { return nil }
    let parts = (0..<6).map { Int(data.short(2 * $0)) }
    let date = Timestamp(
      year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4],
      second: min(parts[5], 59))
    return date.flatMap { parts[0] > 0 ? $0 : nil }
  }
}
