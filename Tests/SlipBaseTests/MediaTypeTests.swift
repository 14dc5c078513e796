import Testing

@testable import SlipBase
@testable import SlipCore

@Suite struct MediaTypeTests {
  static func sniff(_ bytes: [UInt8]) -> MediaType { bytes.withUnsafeBytes { MediaType.sniff($0) } }
  static func sniff(_ text: String) -> MediaType { sniff([UInt8](text.utf8)) }
  static func pad(_ bytes: [UInt8], to count: Int = 600) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: max(0, count - bytes.count))
  }

  @Test func everyNameAndExtensionIsGivenOnce() {
    let names = MediaTypeTable.rows.flatMap { [$0.type.name] + $0.aliases }
    #expect(Set(names).count == names.count)
    let extensions = MediaTypeTable.rows.flatMap { [$0.type.fileExtension] + $0.extensions }
    #expect(Set(extensions).count == extensions.count)
    #expect((names + extensions).allSatisfy { $0 == $0.lowercased() && !$0.isEmpty })
    #expect(extensions.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 && $0 != 0x2E } })
  }

  @Test func rowsAreFoundByNameAndExtension() {
    for row in MediaTypeTable.rows {
      #expect(MediaType.named(row.type.name) == row.type)
      #expect(MediaType.forFileExtension(row.type.fileExtension.uppercased()) == row.type)
    }
    #expect(MediaType.named("Image/JPG; q=1") == .jpeg)
    #expect(MediaType.forFileExtension("JPEG") == .jpeg)
    #expect(MediaType.named("image/unheard-of") == nil)
    #expect(MediaType.forFileExtension("") == nil)
  }

  @Test func everyTypeWithASignatureCanBeReached() {
    for row in MediaTypeTable.rows {
      for signature in row.signatures where signature.check == nil {
        var bytes = [UInt8](repeating: 0, count: 700)
        for piece in signature.pieces {
          bytes.replaceSubrange(piece.offset..<piece.offset + piece.bytes.count, with: piece.bytes)
        }
        #expect(Self.sniff(bytes) == row.type)
      }
    }
  }

  @Test(arguments: [
    ("hello, wörld\n", MediaType.plainText), ("a", .plainText), ("\u{FEFF}text", .plainText),
    ("{\\rtf1\\ansi hi}", .rtf), ("\u{FEFF}\r\n {\\rtf1 x}", .rtf),
    ("<!DOCTYPE html><p>x", .html), ("  <html>", .html), ("<?xml version='1.0'?><a/>", .xml),
    ("<?xml version='1.0'?>\n<!-- <svg> -->\n<svg xmlns=''/>", .svg), ("<svg/>", .svg),
    ("<?xml version='1.0'?><a><svg/></a>", .xml), ("BEGIN:VCARD\r\nVERSION:3.0", .vCard),
    ("%PDF-1.4\n", .pdf), ("a\u{0}b", .binary), ("a\u{8}b", .binary),
    ("BM is not always a picture", .plainText),
    ("ID3 is a tag", .plainText), ("moov", .plainText), ("", .binary),
  ]) func text(_ text: String, _ type: MediaType) {
    #expect(Self.sniff(text) == type)
  }

  @Test func textCutByTheWindowIsText() {
    for shift in 0..<4 {
      #expect(
        Self.sniff(String(repeating: "a", count: shift) + String(repeating: "€", count: 3000)) == .plainText)
    }
    #expect(Self.sniff([0x61, 0xE2, 0x82]) == .binary)
    #expect(Self.sniff([0xFF, 0xFE, 0x61, 0x00]) == .plainText)
  }

  @Test func windowsMetafiles() {
    let header: [UInt8] = [1, 0, 9, 0, 0, 3, 0x20, 0, 0, 0, 1, 0, 8, 0, 0, 0, 0, 0]
    #expect(Self.sniff(header) == .wmf)
    #expect(Self.sniff([0xD7, 0xCD, 0xC6, 0x9A, 0, 0] + header) == .wmf)
    var enhanced = Self.pad([1, 0, 0, 0, 108, 0, 0, 0], to: 108)
    enhanced.replaceSubrange(40..<44, with: Array(" EMF".utf8))
    #expect(Self.sniff(enhanced) == .emf)
  }

  @Test func bitmaps() {
    var dib = Self.pad([40, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 24, 0], to: 56)
    #expect(Self.sniff(dib) == .dib)
    #expect(Self.sniff(Array("BM".utf8) + [70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0] + dib) == .bmp)
    dib[14] = 23
    #expect(Self.sniff(dib) == .binary)
  }

  @Test func quickDrawPicturesWithAndWithoutTheirHeader() {
    let version2: [UInt8] = [0, 99, 0, 0, 0, 0, 0, 9, 0, 9, 0x00, 0x11, 0x02, 0xFF, 0x0C, 0x00, 0, 0]
    let version1: [UInt8] = [0, 99, 0, 0, 0, 0, 0, 9, 0, 9, 0x11, 0x01, 0, 0]
    let empty = [UInt8](repeating: 0, count: 512)
    for picture in [version1, version2] {
      #expect(Self.sniff(picture) == .pict)
      #expect(Self.sniff(empty + picture) == .pict)
    }
    #expect(Self.sniff([0, 99, 0, 9, 0, 9, 0, 0, 0, 0, 0x11, 0x01]) == .binary)
  }

  @Test func baseMediaBrands() {
    func file(_ major: String, _ others: String...) -> [UInt8] {
      [0, 0, 0, UInt8(16 + 4 * others.count)] + Array("ftyp\(major)".utf8) + [0, 0, 0, 0]
        + others.flatMap { Array($0.utf8) } + [0, 0]
    }
    #expect(Self.sniff(file("heic", "mif1")) == .heic)
    #expect(Self.sniff(file("mif1", "mif1", "heic")) == .heic)
    #expect(Self.sniff(file("mif1", "mif1", "avif")) == .avif)
    #expect(Self.sniff(file("avif")) == .avif)
    #expect(Self.sniff(file("M4A ", "isom")) == .m4a)
    #expect(Self.sniff(file("qt  ")) == .quickTime)
    #expect(Self.sniff(file("isom", "mp42")) == .mp4)
    #expect(Self.sniff(file("zzzz", "isom")) == .mp4)
    #expect(Self.sniff(Array("\0\0\0\u{18}ftyp".utf8)) == .mp4)
  }

  /// A local file header with an entry's content.
  static func zipEntry(_ name: String, _ content: String) -> [UInt8] {
    let size = UInt8(content.utf8.count)
    var bytes = Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 26)
    bytes[18] = size
    bytes[22] = size
    bytes[26] = UInt8(name.utf8.count)
    return bytes + Array(name.utf8) + Array(content.utf8)
  }

  /// A central directory that claims to begin at `offset`.
  static func zipDirectory(_ names: String..., offset: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for name in names {
      var entry = Array("PK\u{1}\u{2}".utf8) + [UInt8](repeating: 0, count: 42)
      entry[28] = UInt8(name.utf8.count)
      bytes += entry + Array(name.utf8)
    }
    var end = Array("PK\u{5}\u{6}".utf8) + [UInt8](repeating: 0, count: 18)
    end[16] = UInt8(offset)
    return bytes + end
  }

  @Test func zipKinds() {
    #expect(Self.sniff(Self.zipEntry("mimetype", "application/vnd.slipbox")) == .slippack)
    #expect(Self.sniff(Self.zipEntry("mimetype", "application/epub+zip")) == .epub)
    #expect(Self.sniff(Self.zipEntry("mimetype", "application/x-other")) == .zip)
    let entry = Self.zipEntry("a", "b")
    #expect(Self.sniff(entry + Self.zipDirectory("a", "word/document.xml", offset: entry.count)) == .docx)
    #expect(Self.sniff(entry + Self.zipDirectory("xl/workbook.xml", offset: entry.count)) == .xlsx)
    #expect(Self.sniff(entry + Self.zipDirectory("a", "b", offset: entry.count)) == .zip)
    #expect(Self.sniff(entry + Self.zipDirectory("word/x", offset: 250)) == .zip)
  }

  @Test func soundFrames() {
    var frame = Self.pad([0xFF, 0xFB, 0x90, 0x00], to: 417)
    #expect(Self.sniff(frame) == .mp3)
    frame += [0xFF, 0xFB, 0x90, 0x00]
    #expect(Self.sniff(frame) == .mp3)
    frame[418] = 0
    #expect(Self.sniff(frame) == .binary)
    #expect(Self.sniff(Array("ID3\u{3}\0\0\0\0\0\u{9}".utf8) + [0]) == .mp3)
    #expect(Self.sniff(Array("RIFF\u{1}\0\0\0WAVE".utf8)) == .wav)
    #expect(Self.sniff(Array("RIFF\u{1}\0\0\0WEBP".utf8)) == .webp)
  }

  /// Whatever comes: an answer. Every prefix of something that looks like each container.
  @Test func anyPrefixIsFine() {
    for row in MediaTypeTable.rows {
      for signature in row.signatures {
        var bytes = [UInt8](repeating: 0xFF, count: 700)
        for piece in signature.pieces {
          bytes.replaceSubrange(piece.offset..<piece.offset + piece.bytes.count, with: piece.bytes)
        }
        for length in 0...bytes.count { _ = Self.sniff(Array(bytes.prefix(length))) }
      }
    }
  }
}
