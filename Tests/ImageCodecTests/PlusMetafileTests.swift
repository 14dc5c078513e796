import SlipBase
import SlipTestSupport
import Testing
import XMLSyntax

@testable import ImageCodec

/// Metafiles that draw by EMF+ records.
@Suite struct PlusMetafileTests {
  private typealias B = PlusMetafileBuilder

  private func svg(_ file: [UInt8], limits: Limits = Limits()) throws -> String {
    let picture = try file.withUnsafeBytes { try WebPicture.render($0, claimed: .emf, limits: limits) }
    return String(decoding: try #require(picture).bytes, as: UTF8.self)
  }

  /// Reads XML and keeps nothing of it.
  private final class Nothing: XMLHandler {
    func startElement(_ element: XMLElement) {}
  }

  /// The picture that records draw, without its head.
  private func drawing(_ build: (inout PlusMetafileBuilder) -> Void) throws -> String {
    var builder = PlusMetafileBuilder()
    build(&builder)
    let text = try svg(builder.file())
    let fault = try Array(text.utf8).withUnsafeBytes { try XMLParser.parse($0, handler: Nothing()) }
    #expect(fault == nil)
    return text.split(separator: "\n").dropFirst().dropLast().joined(separator: "\n")
  }

  private func shape(_ path: String, _ fill: String, _ rest: String = "") -> String {
    "<path d=\"\(path)\" fill=\"\(fill)\"\(rest) fill-rule=\"evenodd\"/>"
  }

  @Test func `a rectangle with a colour of its own`() throws {
    #expect(
      try drawing { $0.fill(20, 20, 100, 50, argb: 0xFFFF_0000) }
        == shape("M20 20L120 20L120 70L20 70Z", "#ff0000"))
    #expect(
      try drawing { $0.fill(0, 0, 1, 1, argb: 0x8000_FF00) }
        == shape("M0 0L1 0L1 1L0 1Z", "#00ff00", " fill-opacity=\"0.5\""))
  }

  @Test func `plain records count where they say the same`() throws {
    // A rectangle of plain records, which have a white brush and a black pen.
    let box = B.int(1) + B.int(2) + B.int(3) + B.int(4)
    var dual = PlusMetafileBuilder(isDual: true)
    dual.fill(20, 20, 100, 50, argb: 0xFFFF_0000)
    dual.plain(43, box)
    #expect(try svg(dual.file()).contains("#ff0000") == false)
    var claimed = PlusMetafileBuilder(isDual: true)
    claimed.fill(20, 20, 100, 50, argb: 0xFFFF_0000)
    #expect(try svg(claimed.file()).contains("#ff0000"))
    var alone = PlusMetafileBuilder()
    alone.fill(20, 20, 100, 50, argb: 0xFFFF_0000)
    alone.plain(43, box)
    #expect(try svg(alone.file()).contains("M1 2") == false)
    // Behind EmfPlusGetDC plain records belong to the drawing.
    var mixed = PlusMetafileBuilder()
    mixed.fill(20, 20, 100, 50, argb: 0xFFFF_0000)
    mixed.record(0x4004)
    mixed.plain(43, box)
    let text = try svg(mixed.file())
    #expect(text.contains("#ff0000") && text.contains("M1 2"))
    // Nothing to draw by EMF+: what plain records draw stays.
    var empty = PlusMetafileBuilder()
    empty.plain(43, box)
    #expect(try svg(empty.file()).contains("M1 2"))
  }

  @Test func `points in all forms`() throws {
    let text = try drawing {
      $0.object(2, 0, B.int(0) + B.int(0) + B.int(0) + B.real(1) + B.version + B.int(0) + B.int(0xFF00_00FF))
      $0.record(0x400D, flags: 0x4000, B.int(2) + B.shorts(1, -2, 3, 4))
      $0.record(0x400D, flags: 0x2000, B.int(2) + B.reals(1.5, 2, 3, 4))
      // Distances of 7 and of 15 bits.
      $0.record(0x400D, flags: 0x0800, B.int(3) + [5, 6, 0x7F, 1, 0x81, 0x00, 0xFF, 0xFE])
    }
    let rest =
      " fill=\"none\" stroke=\"#0000ff\" stroke-width=\"1\" stroke-linejoin=\"round\" vector-effect=\"non-scaling-stroke\"/>"
    #expect(
      text
        == ["M1 -2L3 4", "M1.5 2L3 4Z", "M5 6L4 7L260 5"].map { "<path d=\"\($0)\"\(rest)" }.joined(
          separator: "\n"))
  }

  @Test func `round shapes and curves`() throws {
    let text = try drawing {
      $0.object(
        2, 0,
        B.int(0) + B.int(0x20) + B.int(0) + B.real(4) + B.int(1) + B.version + B.int(0) + B.int(0x8000_0000))
      $0.record(0x400E, flags: 0x8000, B.int(0xFF11_2233) + B.reals(0, 0, 20, 10))
      $0.record(0x400F, flags: 0x4000, B.shorts(0, 0, 20, 10))
      $0.record(0x4010, flags: 0x8000, B.int(0xFF44_5566) + B.reals(0, 90, 0, 0, 20, 20))
      $0.record(0x4012, flags: 0x4000, B.reals(0, 90) + B.shorts(0, 0, 20, 20))
      $0.record(0x4019, flags: 0x4000, B.int(4) + B.shorts(0, 0, 1, 1, 2, 2, 3, 3))
      $0.record(
        0x4018, flags: 0x4000, B.real(0.5) + B.int(1) + B.int(1) + B.int(3) + B.shorts(0, 0, 6, 6, 12, 0))
      $0.record(
        0x4016, flags: 0xC000, B.int(0xFF77_8899) + B.real(0) + B.int(3) + B.shorts(0, 0, 6, 6, 12, 0))
    }
    let lines = text.split(separator: "\n")
    #expect(lines.count == 7)
    #expect(lines[0].contains("#112233") && lines[0].contains("M20 5C20 7.76"))
    #expect(lines[1].contains("stroke-opacity=\"0.5\"") && lines[1].contains("stroke-dasharray=\"24 12\""))
    #expect(lines[2].contains("L10 10Z"))
    #expect(lines[3].contains("M20 10C20 15.52 15.52 20 10 20\""))
    #expect(lines[4].contains("M0 0C1 1 2 2 3 3\""))
    #expect(lines[5].contains("M6 6C8 6 11 1 12 0\""))
    #expect(lines[6].contains("M0 0C0 0 6 6 6 6C6 6 12 0 12 0C12 0 0 0 0 0Z"))
  }

  @Test func `paths, regions and clipping`() throws {
    let text = try drawing {
      let triangle = B.int(3) + B.int(0x4000) + B.shorts(0, 0, 9, 0, 9, 9) + [0, 1, 0x81, 0]
      $0.object(3, 1, triangle)
      $0.object(3, 2, B.int(4) + B.int(0x5000) + B.shorts(0, 0, 1, 1, 2, 2, 3, 3) + [1, 0, 3, 3])
      $0.object(
        4, 3,
        B.int(2) + B.int(4) + B.int(0x1000_0000) + B.reals(0, 0, 50, 50) + B.int(0x1000_0001) + B.int(32)
          + B.version + triangle)
      $0.object(1, 4, B.int(0) + B.int(0xFF01_0203))
      $0.record(0x4014, flags: 1, B.int(4))
      $0.record(0x4014, flags: 0x8002, B.int(0xFF0A_0B0C))
      $0.record(0x4013, flags: 3, B.int(4))
      $0.record(0x4032, flags: 0, B.reals(1, 2, 3, 4))
      $0.record(0x4033, flags: 0x0101)
      $0.fill(0, 0, 5, 5, argb: 0xFF0D_0E0F)
      $0.record(0x4031)
      $0.fill(5, 5, 5, 5, argb: 0xFF0D_0E0F)
    }
    #expect(text.hasPrefix(shape("M0 0L9 0L9 9Z", "#010203") + "\n" + shape("M0 0C1 1 2 2 3 3", "#0a0b0c")))
    #expect(text.contains("<clipPath id=\"clip1\"><path d=\"M0 0L50 0L50 50L0 50Z\""))
    #expect(
      text.contains("196.54 98.27L0 98.27ZM0 0L9 0L9 9Z\" clip-rule")
        || text.contains("ZM0 0L9 0L9 9Z\" clip-rule"))
    #expect(text.hasSuffix("</g>\n</g>\n" + shape("M5 5L10 5L10 10L5 10Z", "#0d0e0f")))
  }

  @Test func `brushes`() throws {
    let text = try drawing {
      let gradient = B.int(0) + B.int(4) + B.reals(0, 0, 10, 10) + B.int(0xFFFF_0000) + B.int(0xFF00_00FF)
      $0.object(1, 0, B.int(4) + gradient + B.int(0) + B.int(0))
      $0.object(1, 1, B.int(1) + B.int(4) + B.int(0xFF00_00FF) + B.int(0xFFFF_FFFF))
      $0.object(1, 2, B.int(1) + B.int(12) + B.int(0xFF00_0000) + B.int(0xFFFF_FFFF))
      $0.object(
        1, 3,
        B.int(3) + B.int(0) + B.int(0) + B.int(0xFF00_0000) + B.reals(0, 0) + B.int(1) + B.int(0xFFFF_FFFF))
      // A texture of one pixel.
      $0.object(
        1, 4,
        B.int(2) + B.int(0) + B.int(0) + B.version + B.int(1) + B.int(1) + B.int(1) + B.int(4)
          + B.int(0x26200A) + B.int(0) + B.int(0xFF12_3456))
      for brush in 0..<5 {
        $0.record(0x400A, flags: 0x4000, B.int(brush) + B.int(1) + B.shorts(brush, 0, 1, 1))
      }
    }
    let lines = text.split(separator: "\n").filter { !$0.contains("<pattern") }
    #expect(lines.count == 7)
    #expect(lines[0].contains("x1=\"0\" y1=\"0\" x2=\"10\" y2=\"0\" spreadMethod=\"pad\""))
    #expect(lines[1].contains("url(#gradient0)"))
    #expect(lines[2].contains("#ffffff") && lines[3].contains("url(#hatch0)"))
    #expect(lines[4].contains("#808080") && lines[5].contains("#808080") && lines[6].contains("#123456"))
  }

  @Test func `transformations`() throws {
    let text = try drawing {
      $0.record(0x402D, B.reals(10, 20))
      $0.record(0x402E, B.reals(2, 3))
      $0.record(0x4025, B.int(7))
      $0.fill(1, 1, 1, 1, argb: 0xFF00_0001)
      $0.record(0x402A, B.reals(1, 0, 0, 1, 5, 5))
      $0.record(0x402F, flags: 0x2000, B.reals(90))
      $0.fill(0, 0, 1, 1, argb: 0xFF00_0002)
      $0.record(0x4026, B.int(7))
      $0.record(0x4027, flags: 2, B.reals(0, 0, 10, 10) + B.reals(0, 0, 5, 5) + B.int(9))
      $0.fill(1, 1, 1, 1, argb: 0xFF00_0003)
      $0.record(0x4029, B.int(9))
      $0.record(0x402B)
      $0.record(0x4030, flags: 4, B.reals(0.5))
      $0.fill(1, 1, 1, 1, argb: 0xFF00_0004)
    }
    #expect(
      text
        == [
          shape("M12 23L14 23L14 26L12 26Z", "#000001"), shape("M-5 5L-5 6L-6 6L-6 5Z", "#000002"),
          shape("M14 26L18 26L18 32L14 32Z", "#000003"), shape("M48 48L96 48L96 96L48 96Z", "#000004"),
        ].joined(separator: "\n"))
  }

  @Test func `texts`() throws {
    let text = try drawing {
      $0.object(6, 0, B.real(20) + B.int(2) + B.int(3) + B.int(0) + B.int(5) + B.text("Arial"))
      $0.object(7, 1, B.int(0) + B.int(0) + B.int(1) + B.int(0))
      $0.record(
        0x401C, flags: 0x8000,
        B.int(0xFF10_2030) + B.int(1) + B.int(3) + B.reals(0, 0, 100, 50) + B.text("A&\n"))
      $0.record(
        0x4036, flags: 0x8000,
        B.int(0xFF10_2030) + B.int(1) + B.int(0) + B.int(2) + B.text("hi") + B.reals(1, 30, 9, 30))
      // Glyphs of the font aren't characters.
      $0.record(
        0x4036, flags: 0x8000,
        B.int(0xFF10_2030) + B.int(0) + B.int(0) + B.int(1) + B.text("x") + B.reals(1, 30))
    }
    let lines = text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines[0].contains(
        "y=\"18\" x=\"50\" font-size=\"20\" fill=\"#102030\" font-family=\"Arial\" text-anchor=\"middle\""))
    #expect(
      lines[0].contains("font-weight=\"bold\" font-style=\"italic\"") && lines[0].contains(">A&amp;</text>"))
    #expect(lines[1].contains("y=\"30\" x=\"1 9\"") && lines[1].contains(">hi</text>"))
  }

  @Test func `pictures`() throws {
    let png = try FixturePictures.bytes("png-2-8.png")
    let inner = {
      var builder = PlusMetafileBuilder()
      builder.fill(0, 0, 9, 9, argb: 0xFF00_FF00)
      return builder.file()
    }()
    let text = try drawing {
      $0.object(5, 0, B.int(1) + [0, 0, 0, 0].flatMap(B.int) + B.int(1) + png, inPartsOf: 64)
      $0.object(
        5, 1,
        B.int(1) + B.int(2) + B.int(1) + B.int(8) + B.int(0x26200A) + B.int(0) + B.int(0xFF00_0000)
          + B.int(0x10FF_FFFF), inPartsOf: 16, lastIsPlain: true)
      $0.object(5, 2, B.int(2) + B.int(4) + B.int(inner.count) + inner)
      $0.object(
        5, 3,
        B.int(1) + B.int(8) + B.int(1) + B.int(4) + B.int(0x30101) + B.int(0) + B.int(0) + B.int(2)
          + B.int(0xFF00_0000) + B.int(0xFFFF_FFFF) + [0xA5, 0, 0, 0])
      for image in 0..<4 {
        $0.record(
          0x401A, flags: 0x4000 | image, B.int(0) + B.int(2) + B.reals(0, 0, 2, 1) + B.shorts(10, 20, 30, 40))
      }
      $0.record(
        0x401B, flags: 0x4001,
        B.int(0) + B.int(2) + B.reals(0, 0, 2, 1) + B.int(3) + B.shorts(0, 0, 10, 0, 5, 5))
    }
    let lines = text.split(separator: "\n")
    #expect(lines.count == 5)
    let matrix = "<g transform=\"matrix(15.000000 0.000000 0.000000 40.000000 10 20)\">"
    #expect(lines[0].hasPrefix(matrix) && lines[0].contains("data:image/png;base64,iVBOR"))
    #expect(lines[1].hasPrefix(matrix) && lines[3].hasPrefix(matrix))
    #expect(lines[2].contains("data:image/svg+xml;base64,"))
    #expect(lines[4].hasPrefix("<g transform=\"matrix(5.000000 0.000000 5.000000 5.000000 0 0)\">"))
  }

  /// A file that says more than it has, or has what nobody wrote, gives a picture or an error.
  @Test func `any bytes`() throws {
    var builder = PlusMetafileBuilder()
    builder.object(3, 1, B.int(1 << 30) + B.int(0x0800) + [1, 2, 3, 4])
    builder.object(5, 1, B.int(1) + B.int(1 << 20) + B.int(1 << 20) + B.int(4) + B.int(0x26200A) + B.int(0))
    builder.object(
      2, 2, B.int(0) + B.int(-1) + B.int(0) + B.real(.infinity) + [UInt8](repeating: 0xFF, count: 90))
    builder.object(4, 3, B.int(9) + [UInt8](repeating: 1, count: 900))
    for type in 0x4001...0x4040 {
      builder.record(type, flags: 0x8101, [UInt8](repeating: 0xFF, count: 40))
      builder.record(type, flags: 0x0002)
      builder.record(type, flags: 0x4003, [UInt8](repeating: 1, count: 60))
    }
    let file = builder.file()
    for length in stride(from: 0, through: file.count, by: 7) {
      _ = file.prefix(length).withUnsafeBytes { try? WebPicture.render($0, claimed: .emf) }
    }
    var state = UInt32(1)
    for _ in 0..<400 {
      var changed = file
      for _ in 0..<8 {
        state = state &* 1_664_525 &+ 1_013_904_223
        changed[100 + Int(state >> 8) % (file.count - 100)] = UInt8(truncatingIfNeeded: state)
      }
      _ = changed.withUnsafeBytes { try? WebPicture.render($0, claimed: .emf) }
    }
  }

  /// What is drawn again and again, and metafiles within each other, stay within the limits.
  @Test func `limits`() throws {
    var limits = Limits()
    limits.drawingBytes = 1 << 20
    var builder = PlusMetafileBuilder()
    builder.object(3, 1, B.int(20_000) + B.int(0x4000) + [UInt8](repeating: 1, count: 100_000))
    for _ in 0..<20_000 {
      builder.record(0x4014, flags: 0x8001, B.int(0))
      builder.record(0x4033, flags: 0x0201)
    }
    for _ in 0..<1_000 { builder.record(0x4014, flags: 0x8001, B.int(-1)) }
    builder.fill(0, 0, 1, 1, argb: -1)
    var length = 0
    let time = try CPUTime.measure { length = try svg(builder.file(), limits: limits).utf8.count }
    #expect(time < .seconds(60))
    #expect(length <= limits.drawingBytes + 4_096)
    var file = PlusMetafileBuilder().records
    for _ in 0..<6 {
      var outer = PlusMetafileBuilder()
      outer.fill(0, 0, 1, 1, argb: -1)
      outer.object(5, 0, B.int(2) + B.int(4) + B.int(file.count) + file)
      outer.record(0x401A, flags: 0x4000, B.int(0) + B.int(2) + B.reals(0, 0, 2, 1) + B.shorts(0, 0, 9, 9))
      file = outer.file()
    }
    #expect(try svg(file).contains("data:image/svg+xml"))
  }
}
