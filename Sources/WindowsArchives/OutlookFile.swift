public import RTFSyntax
internal import SlipBase

/// A message file of Outlook (`.msg`, `.oft`; MS-OXMSG), with the items that are attached to it.
///
/// ```
/// __properties_version1.0               values of fixed length
/// __substg1.0_IIIITTTT                  a value: its id and type as hexadecimal digits
/// __recip_version1.0_#00000000          a recipient, with the same two
/// __attach_version1.0_#00000000         an attachment, with the same two
///   __substg1.0_3701000D                an attached item, which is again a message
/// __nameid_version1.0                   the names of ids from 8000 on
/// ```
public struct OutlookFile: OutlookContainer {
  /// The storages and streams.
  private let file: CompoundFile
  /// The items: the outermost one first, and each one before those attached to it.
  public private(set) var places: [OutlookPlace] = []
  /// The place of each storage that is an item.
  private var placeOfStorage: [Int: Int] = [:]
  /// The ids of named properties, which are the same for all items of the file.
  private let names: [MAPIName: UInt16]
  /// The encoding of text that isn't Unicode; nil: what the file says.
  private let encoding: TextEncoding?

  /// Whether it takes long to list the file again.
  public var isLarge: Bool { file.entries.count > 4_096 || places.count > 8 }

  /// Whether a table of the file is damaged.
  public var isDamaged: Bool { file.isDamaged }

  /// The stream with values of fixed length.
  private static let fixed = "__properties_version1.0"
  /// What the names of streams with values begin with.
  private static let value = "__substg1.0_"
  /// What the names of attachments begin with.
  private static let attachment = "__attach_version1.0_#"
  /// What the names of recipients begin with.
  private static let recipient = "__recip_version1.0_#"
  /// The storage of an attached item.
  private static let item = "__substg1.0_3701000D"
  /// The bytes before the values of an item, an attached item, and other things.
  private static let heads = (item: 32, inner: 24, other: 8)

  /// Lists the items of a file.
  ///
  /// - Returns: Nil for anything but a message file.
  ///
  /// Items are found level by level, without recursion. `OutlookPlace.isDeepest` bounds how deep they
  /// lie.
  ///
  /// - Parameters:
  ///   - bytes: The file. Later calls get the same bytes again.
  ///   - encoding: The encoding of text that isn't Unicode; nil: what the file says.
  public init?(_ bytes: UnsafeRawBufferPointer, encoding: TextEncoding? = nil) {
    self.encoding = encoding
    guard let file = CompoundFile(bytes), OutlookFile.isMessage(file, CompoundFile.root) else { return nil }
    self.file = file
    names = MAPINames.read(file, bytes)
    places = [OutlookPlace(parent: nil, path: "", source: CompoundFile.root..<CompoundFile.root + 1)]
    var next = 0
    while next < places.count {
      let place = places[next]
      next += 1
      guard !place.isDeepest else { continue }
      for (number, attachment) in attachments(of: place.source.lowerBound).enumerated() {
        guard let inner = file.child(of: attachment, named: OutlookFile.item),
          OutlookFile.isMessage(file, inner)
        else { continue }
        let path = place.path + (place.path.isEmpty ? "" : "/") + String(number)
        placeOfStorage[inner] = places.count
        places.append(OutlookPlace(parent: next - 1, path: path, source: inner..<inner + 1))
      }
    }
  }

  /// Whether bytes are a message file, by a name in its directory.
  ///
  /// The directory itself isn't read, so this is quick and may be wrong.
  public static func isMessage(_ bytes: UnsafeRawBufferPointer) -> Bool {
    CompoundFile.mentions(fixed, in: bytes)
  }

  /// Whether a storage is an item.
  /// Each item has the stream of fixed values, however empty it is.
  private static func isMessage(_ file: CompoundFile, _ storage: Int) -> Bool {
    file.child(of: storage, named: fixed) != nil
  }

  /// The attachments of an item, in order.
  /// They are places in the directory of the file, in the order in which it lists them.
  private func attachments(of storage: Int) -> [Int] {
    file.children(of: storage).filter { file.entries[$0].name.hasPrefix(OutlookFile.attachment) }
  }

  /// Reads an item.
  ///
  /// - Parameters:
  ///   - index: Its place in `places`.
  ///   - bytes: The file that was listed.
  ///
  /// - Returns: What could be read. `isDamaged` says whether a value is cut off; a wrong place gives an
  ///   empty item.
  public func item(_ index: Int, from bytes: UnsafeRawBufferPointer) -> OutlookItem {
    var item = OutlookItem()
    guard places.indices.contains(index) else { return item }
    let storage = places[index].source.lowerBound
    let outer = index == 0 ? nil : values(CompoundFile.root, OutlookFile.heads.item, bytes)
    let head = index == 0 ? OutlookFile.heads.item : OutlookFile.heads.inner
    item.properties = values(storage, head, bytes)
    var text = item.properties.text(within: outer)
    text.encoding = encoding
    read(storage, into: &item.properties, text, bytes, &item.isDamaged)
    for recipient in file.children(of: storage)
    where file.entries[recipient].name.hasPrefix(OutlookFile.recipient) {
      var properties = values(recipient, OutlookFile.heads.other, bytes)
      read(recipient, into: &properties, text, bytes, &item.isDamaged)
      item.recipients.append(properties)
    }
    for storage in attachments(of: storage) {
      var attachment = OutlookAttachment()
      attachment.properties = values(storage, OutlookFile.heads.other, bytes)
      read(storage, into: &attachment.properties, text, bytes, &item.isDamaged)
      attachment.content = content(storage, &attachment.properties)
      item.attachments.append(attachment)
    }
    return item
  }

  /// What an attachment contains. Bytes are taken out of its properties.
  ///
  /// An attached item that lies too deep, or isn't a message, counts as an object.
  ///
  /// - Parameters:
  ///   - storage: The storage of the attachment.
  ///   - properties: The properties of the attachment.
  private func content(_ storage: Int, _ properties: inout MAPIProperties) -> OutlookAttachment.Content {
    let id = MAPIProperties.ID.attachData
    if let inner = file.child(of: storage, named: OutlookFile.item) {
      return placeOfStorage[inner].map { .item($0) } ?? .object
    }
    guard case .bytes(let bytes)? = properties.values.removeValue(forKey: id) else { return .nothing }
    return .file(bytes)
  }

  /// The values of fixed length.
  ///
  /// ```
  /// entry, offset   length
  ///             0        2  type
  ///             2        2  id
  ///             8        8  value
  /// ```
  ///
  /// - Parameters:
  ///   - storage: The storage of an item, a recipient or an attachment.
  ///   - head: How many bytes stand before the entries (MS-OXMSG, 2.4.1).
  ///   - bytes: The file.
  private func values(
    _ storage: Int, _ head: Int, _ bytes: UnsafeRawBufferPointer
  ) -> MAPIProperties {
    var properties = MAPIProperties()
    properties.names = names
    guard let stream = file.child(of: storage, named: OutlookFile.fixed) else { return properties }
    file.read(stream, from: bytes).withUnsafeBytes { bytes in
      var position = head
      while position + 16 <= bytes.count {
        if let value = MAPIType.fixed(bytes.short(position), bytes.part(position + 8, 8)) {
          properties.add(bytes.short(position + 2), value)
        }
        position += 16
      }
    }
    return properties
  }

  /// Reads the values that have a stream of their own.
  ///
  /// ```
  /// __substg1.0_0037001F            the subject (0037), as UTF-16 (001F)
  /// __substg1.0_8005101F-00000002   the third of several texts (type 101F)
  /// ```
  ///
  /// - Parameters:
  ///   - storage: The storage of an item, a recipient or an attachment.
  ///   - properties: What gets the values.
  ///   - text: Decodes texts that aren't UTF-16.
  ///   - bytes: The file.
  ///   - isDamaged: Becomes true where a stream is cut off.
  private func read(
    _ storage: Int, into properties: inout MAPIProperties, _ text: AnsiText,
    _ bytes: UnsafeRawBufferPointer, _ isDamaged: inout Bool
  ) {
    for stream in file.children(of: storage) {
      let entry = file.entries[stream]
      guard entry.kind == .stream, entry.name.hasPrefix(OutlookFile.value) else { continue }
      let digits = entry.name.dropFirst(OutlookFile.value.count)
      guard let tag = UInt32(digits.prefix(8), radix: 16), digits.utf8.count >= 8 else { continue }
      let (id, type) = (UInt16(tag >> 16), UInt16(truncatingIfNeeded: tag))
      isDamaged = isDamaged || entry.isCut
      let isPart = digits.utf8.count > 8
      guard isPart == (type & MAPIType.several != 0) else { continue }
      let value = file.read(stream, from: bytes)
      switch type & ~MAPIType.several {
      case MAPIType.unicode: properties.add(id, value.withUnsafeBytes { $0.utf16Text }, isPart)
      // HTML has a code page of its own, so its bytes stay.
      case MAPIType.ansi where id == MAPIProperties.ID.html: properties.add(id, .bytes(value))
      case MAPIType.ansi: properties.add(id, text.decode(value), isPart)
      case MAPIType.binary where !isPart: properties.add(id, .bytes(value))
      case MAPIType.binary: properties.add(piece: value, to: id)
      default: break
      }
    }
  }
}

extension MAPIProperties {
  /// Adds bytes that are there several times.
  mutating func add(piece: [UInt8], to id: UInt16) {
    values[id] = .pieces((values[id]?.pieces ?? []) + [piece])
  }

  /// Adds a text, or one more of several.
  ///
  /// - Parameters:
  ///   - id: The id of the property.
  ///   - text: The text.
  ///   - isPart: Whether the property has several, of which this is the next.
  mutating func add(_ id: UInt16, _ text: String, _ isPart: Bool) {
    guard isPart else { return add(id, .text(text)) }
    guard case .texts(var texts)? = values.removeValue(forKey: id) else {
      values[id] = .texts([text])
      return
    }
    texts.append(text)
    values[id] = .texts(texts)
  }
}

/// The table of named properties of a message file.
enum MAPINames {
  /// The id of the first named property.
  static let first: UInt16 = 0x8000

  /// Reads the table.
  ///
  /// Each entry has a number or the place of a text, one bit that says which, the place of its set, and its
  /// number, to which 8000h is added.
  static func read(_ file: CompoundFile, _ bytes: UnsafeRawBufferPointer) -> [MAPIName: UInt16] {
    guard let storage = file.child(of: CompoundFile.root, named: "__nameid_version1.0") else { return [:] }
    /// A stream of the table.
    func stream(_ name: String) -> [UInt8] {
      file.child(of: storage, named: "__substg1.0_" + name).map { file.read($0, from: bytes) } ?? []
    }
    let (sets, entries, strings) = (stream("00020102"), stream("00030102"), stream("00040102"))
    var names: [MAPIName: UInt16] = [:]
    for index in 0..<min(entries.count / 8, 0x8000) {
      let (value, flags, number) = entries.withUnsafeBytes {
        ($0.word(8 * index), $0.short(8 * index + 4), $0.short(8 * index + 6))
      }
      guard number < first, let set = set(Int(flags >> 1), sets) else { continue }
      let name: MAPIName
      if flags & 1 == 0 {
        name = .number(set: set, value)
      } else {
        name = .text(set: set, text(Int(value), strings).lowercased())
      }
      if names[name] == nil { names[name] = first + number }
    }
    return names
  }

  /// The set of a number; nil for sets of which nothing is read.
  private static func set(_ index: Int, _ sets: [UInt8]) -> UInt32? {
    switch index {
    case 1: MAPIName.PropertySet.mapi
    case 2: MAPIName.PropertySet.strings
    case 3...: sets.withUnsafeBytes { propertySet($0.part((index - 3) * 16, 16)) }
    default: nil
    }
  }

  /// The set of an identifier; nil for those with another end than `-0000-0000-C000-000000000046`.
  static func propertySet(_ bytes: UnsafeRawBufferPointer) -> UInt32? {
    guard bytes.count == 16, bytes.word(4) == 0, bytes.long(8) == 0x4600_0000_0000_00C0 else { return nil }
    return bytes.word(0)
  }

  /// A text: its length in bytes, and UTF-16.
  private static func text(_ offset: Int, _ strings: [UInt8]) -> String {
    strings.withUnsafeBytes { bytes in
      bytes.part(offset + 4, min(Int(bytes.word(offset)), 1_024)).utf16Text
    }
  }
}
