/// Tells apart the formats that share a container, such as DOCX and EPUB, which are both ZIP files.
///
/// Each function may assume that the container's magic number was found. Each looks at a bounded
/// part of the data and returns nil where it finds no evidence; the data then count as the bare
/// container.
enum ContainerSniffer {
  /// The largest number of entries of a ZIP file's directory that are examined.
  private static let zipEntries = 512

  /// A ZIP file's type: by the stored `mimetype` entry at the start (OpenDocument, EPUB, slippack),
  /// or else by the folders that Office writes.
  static func zip(_ bytes: UnsafeRawBufferPointer) -> MediaType? {
    if let name = leadingMimetype(bytes) { return MediaType.named(name) }
    return directoryOfZIP(bytes) { name in
      if name.starts(with: "word/".utf8) { return .docx }
      if name.starts(with: "xl/".utf8) { return .xlsx }
      if name.starts(with: "ppt/".utf8) { return .pptx }
      return nil
    }
  }

  /// The content of the first entry when it is called `mimetype`, is stored without compression and
  /// has fewer than 128 bytes.
  private static func leadingMimetype(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard bytes.little16(at: 8) == 0, bytes.little16(at: 26) == 8, bytes.holds("mimetype", at: 30),
      let extra = bytes.little16(at: 28), let length = bytes.little32(at: 22), length < 128
    else { return nil }
    let start = 38 + extra
    guard start + length <= bytes.count else { return nil }
    return String(decoding: bytes[start..<start + length], as: UTF8.self)
  }

  /// Passes the names in the central directory to `judge` and returns the first type that it finds
  /// (APPNOTE 4.3.12 and 4.3.16).
  private static func directoryOfZIP(
    _ bytes: UnsafeRawBufferPointer, _ judge: (Slice<UnsafeRawBufferPointer>) -> MediaType?
  ) -> MediaType? {
    let earliest = max(0, bytes.count - 22 - 0xFFFF)
    guard bytes.count >= 22,
      let end = (earliest...bytes.count - 22).reversed().first(where: { bytes.holds("PK\u{5}\u{6}", at: $0) }
      ),
      var offset = bytes.little32(at: end + 16)
    else { return nil }
    for _ in 0..<zipEntries {
      guard bytes.holds("PK\u{1}\u{2}", at: offset), let nameLength = bytes.little16(at: offset + 28),
        let extra = bytes.little16(at: offset + 30), let comment = bytes.little16(at: offset + 32),
        offset + 46 + nameLength <= bytes.count
      else { return nil }
      if let type = judge(bytes[offset + 46..<offset + 46 + nameLength]) { return type }
      offset += 46 + nameLength + extra + comment
    }
    return nil
  }

  /// The type of an ISO base media file by the brands in its `ftyp` box (ISO 14496-12, 4.3).
  ///
  /// The major brand decides. Where it is unknown or only says "some picture" (`mif1`, `msf1`), the
  /// compatible brands do.
  static func baseMedia(_ bytes: UnsafeRawBufferPointer) -> MediaType? {
    let end = min(bytes.big32(at: 0) ?? 0, bytes.count, 256)
    let major = typeOfBrand(bytes, at: 8)
    guard major == nil || bytes.holds("mif1", at: 8) || bytes.holds("msf1", at: 8) else { return major }
    for offset in stride(from: 16, through: end - 4, by: 4) {
      if let type = typeOfBrand(bytes, at: offset), type == .avif || major == nil { return type }
    }
    return major
  }

  /// The type that a four-letter brand stands for; nil for an unknown one. Rows with three letters
  /// match any fourth.
  private static func typeOfBrand(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> MediaType? {
    let rows: [(StaticString, MediaType)] = [
      ("avif", .avif), ("avis", .avif), ("heic", .heic), ("heix", .heic), ("heim", .heic), ("heis", .heic),
      ("hevc", .heic), ("hevx", .heic), ("mif1", .heic), ("msf1", .heic), ("M4A ", .m4a), ("M4B ", .m4a),
      ("qt  ", .quickTime), ("3gp", .threeGP), ("3g2", .threeGP), ("jp2 ", .jpeg2000), ("jxl ", .jpegXL),
      ("mp4", .mp4), ("isom", .mp4), ("iso", .mp4), ("M4V", .mp4), ("avc1", .mp4), ("dash", .mp4),
    ]
    return rows.first { bytes.holds($0.0, at: offset) }?.1
  }

  /// The type of an OLE compound file (MS-CFB 2.6), the container of old Office files, by the names
  /// of the streams in the first sectors of its directory.
  static func compoundFile(_ bytes: UnsafeRawBufferPointer) -> MediaType? {
    guard let shift = bytes.little16(at: 30), (7...12).contains(shift), let sector = bytes.little32(at: 48)
    else { return nil }
    let start = (sector + 1) << shift
    let rows: [(StaticString, MediaType)] = [
      ("WordDocument", .word), ("Workbook", .excel), ("Book", .excel), ("PowerPoint Document", .powerPoint),
      ("__properties_version1.0", .outlookMessage),
    ]
    for entry in stride(from: start, to: min(start + 4096, bytes.count - 127), by: 128) {
      if let row = rows.first(where: { isEntry(bytes, at: entry, named: $0.0) }) { return row.1 }
    }
    return nil
  }

  /// Whether the directory entry at `offset` has the given name. Names are UTF-16; their length in
  /// bytes, including the closing zero, is at byte 64 of the entry.
  private static func isEntry(_ bytes: UnsafeRawBufferPointer, at offset: Int, named name: StaticString)
    -> Bool
  {
    guard bytes.little16(at: offset + 64) == 2 * name.utf8CodeUnitCount + 2 else { return false }
    return name.withUTF8Buffer { letters in
      letters.indices.allSatisfy { bytes.little16(at: offset + 2 * $0) == Int(letters[$0]) }
    }
  }

  /// An Ogg file counts as video where its first stream is Theora, else as sound.
  static func ogg(_ bytes: UnsafeRawBufferPointer) -> MediaType? {
    bytes.holds("theora", at: 29) ? .oggVideo : nil
  }

  /// A Matroska file counts as WebM where the DocType in its EBML header says so.
  static func matroska(_ bytes: UnsafeRawBufferPointer) -> MediaType? {
    (4..<64).contains { bytes.holds([0x42, 0x82, 0x84], at: $0) && bytes.holds("webm", at: $0 + 3) }
      ? .webm : nil
  }
}
