import SlipBase
import SlipDocument
import SlipFormats
import SlipRTF

enum OfficeFuzzer {
  /// A ZIP file of stored parts, so that what is changed is the markup and not the packing.
  private struct StoredZIP {
    private var bytes: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    private static func little(_ value: Int, _ length: Int) -> [UInt8] {
      (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func checksum(_ bytes: some Sequence<UInt8>) -> Int {
      var crc: UInt32 = 0xFFFF_FFFF
      for byte in bytes {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
      }
      return Int(~crc)
    }

    /// Adds a part.
    mutating func add(_ name: String, _ content: [UInt8]) {
      let (offset, sum) = (bytes.count, StoredZIP.checksum(content))
      let facts =
        StoredZIP.little(0, 8) + StoredZIP.little(sum, 4) + StoredZIP.little(content.count, 4)
        + StoredZIP.little(content.count, 4) + StoredZIP.little(name.utf8.count, 2) + StoredZIP.little(0, 2)
      bytes += Array("PK\u{3}\u{4}".utf8) + StoredZIP.little(20, 2) + facts + Array(name.utf8) + content
      directory +=
        Array("PK\u{1}\u{2}".utf8) + StoredZIP.little(20, 2) + StoredZIP.little(20, 2) + facts
        + StoredZIP.little(0, 10) + StoredZIP.little(offset, 4) + Array(name.utf8)
      count += 1
    }

    /// The file.
    func finish() -> [UInt8] {
      bytes + directory + Array("PK\u{5}\u{6}".utf8) + StoredZIP.little(0, 4) + StoredZIP.little(count, 2)
        + StoredZIP.little(count, 2) + StoredZIP.little(directory.count, 4) + StoredZIP.little(bytes.count, 4)
        + StoredZIP.little(0, 2)
    }
  }

  /// Parts that each document has, unless the input has them.
  private static let parts: [(name: String, content: String)] = [
    (
      "_rels/.rels",
      """
      <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" \
      Type="http://x/officeDocument" Target="word/document.xml"/></Relationships>
      """
    ),
    (
      "word/_rels/document.xml.rels",
      "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
        + ["styles", "numbering", "footnotes", "comments", "settings"].map {
          "<Relationship Id=\"\($0)\" Type=\"http://x/\($0)\" Target=\"\($0).xml\"/>"
        }.joined() + "</Relationships>"
    ),
  ]

  /// The parts of an input: a line `=== NAME` begins each, and what comes first is the main part.
  private static func file(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var zip = StoredZIP()
    for part in parts { zip.add(part.name, Array(part.content.utf8)) }
    var (name, content) = ("word/document.xml", [UInt8]())
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.starts(with: "=== ".utf8) {
        zip.add(name, content)
        (name, content) = (String(decoding: line.dropFirst(4).prefix(64), as: UTF8.self), [])
      } else {
        content += line + [0x0A]
      }
    }
    zip.add(name, content)
    return zip.finish()
  }

  /// Any markup: a document whose references are sound, which reads the same each time, is in proportion to the markup, and
  /// which all writers take.
  static func run(_ bytes: UnsafeRawBufferPointer) {
    guard let format = FormatTable.named("docx"), let read = format.read else { return }
    let zip = file(bytes)
    let document = zip.withUnsafeBytes { read($0, Limits()) }.document
    let text = PlainTextWriter.write(document)
    let again = zip.withUnsafeBytes { PlainTextWriter.write(read($0, Limits()).document) }
    claim(text == again, difference(text, again))
    for block in document.blocks {
      if case .paragraph(let paragraph) = block, let item = paragraph.listItem {
        claim(document.lists.indices.contains(item.list), "list")
      }
    }
    let body = RTFWriter.write(document).withUnsafeBytes {
      PlainTextWriter.write(RTFReader.read($0).document)
    }
    claim(text == body, difference(text, body))
    let limited = zip.withUnsafeBytes { read($0, Amplification.limits) }.document
    Amplification.check(zip.count, limited)
  }
}
