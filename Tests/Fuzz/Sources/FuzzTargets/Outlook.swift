import WindowsArchives

enum OutlookFuzzer {
  /// Reads all items of a container.
  private static func read(_ container: any OutlookContainer, _ bytes: UnsafeRawBufferPointer) {
    claim(!container.places.isEmpty, "no item")
    for (index, place) in container.places.enumerated() {
      claim(place.parent.map { $0 < index } ?? (index == 0), "parent")
      let item = container.item(index, from: bytes)
      for attachment in item.attachments {
        switch attachment.content {
        case .file(let file): claim(file.count <= bytes.count, "attachment")
        case .item(let inner): claim(container.places.indices.contains(inner), "attached item")
        case .object, .nothing: break
        }
        _ = (attachment.name, attachment.contentID)
      }
      if let packed = item.properties.bytes(0x1009) { packed.withUnsafeBytes(unpack) }
    }
  }

  /// Unpacks compressed RTF, which never grows to more than nine times its length.
  private static func unpack(_ bytes: UnsafeRawBufferPointer) {
    guard let result = CompressedRTF.unpack(bytes) else { return }
    claim(result.bytes.count <= bytes.count * 9, "expansion")
    claim(result.bytes.last != 0, "end")
  }

  /// Any bytes: a compound file whose streams together are no longer than it is, items of Outlook in it or in a stream, and
  /// compressed RTF.
  static func run(_ bytes: UnsafeRawBufferPointer) {
    if let file = CompoundFile(bytes) {
      var length = 0
      for (index, entry) in file.entries.enumerated() {
        let content = file.read(index, from: bytes)
        claim(content.count <= entry.length, "length")
        claim(file.children(of: index).allSatisfy { $0 > index }, "tree")
        length += content.count
      }
      claim(length <= bytes.count, "total length")
      if let items = OutlookFile(bytes) { read(items, bytes) }
    } else if let items = TNEFFile(bytes) {
      read(items, bytes)
    } else {
      unpack(bytes)
    }
  }
}
