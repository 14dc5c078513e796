import SlipBase
import SlipTestSupport
import Testing
import XMLSyntax

@testable import ImageCodec

/// StarView metafiles, which OpenDocument files have of charts.
@Suite struct StarViewTests {
  /// Makes a metafile action by action.
  private struct Maker {
    var actions: [[UInt8]] = []

    static func little(_ value: Int, _ length: Int) -> [UInt8] {
      (0..<length).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    static func short(_ value: Int) -> [UInt8] { little(value, 2) }
    static func long(_ values: Int...) -> [UInt8] { values.flatMap { little($0, 4) } }
    /// A part with version and length.
    static func part(_ version: Int, _ content: [UInt8]) -> [UInt8] {
      short(version) + little(content.count, 4) + content
    }
    /// A mapping of units.
    static func mapping(_ unit: Int, x: Int = 0, y: Int = 0, scale: (Int, Int) = (1, 1)) -> [UInt8] {
      part(1, short(unit) + long(x, y, scale.0, scale.1, scale.0, scale.1) + [0])
    }

    mutating func add(_ action: Int, version: Int = 1, _ arguments: [UInt8]) {
      actions.append(Maker.short(action) + Maker.part(version, arguments))
    }

    /// The file: 2 cm by 1 cm unless another size is given.
    func bytes(width: Int = 2_000, height: Int = 1_000) -> [UInt8] {
      Array("VCLMTF".utf8)
        + Maker.part(1, Maker.long(0) + Maker.mapping(0) + Maker.long(width, height, actions.count))
        + actions.flatMap(\.self)
    }
  }

  private func svg(_ maker: Maker) throws -> String {
    let bytes = maker.bytes()
    let picture = try #require(
      try bytes.withUnsafeBytes { try WebPicture.render($0, claimed: .binary, limits: Limits()) })
    #expect(picture.mediaType == .svg)
    return String(decoding: picture.bytes, as: UTF8.self)
  }

  @Test func `the type and the size are known by the content`() throws {
    let bytes = Maker().bytes()
    bytes.withUnsafeBytes {
      #expect(MediaType.sniff($0) == .starView)
      #expect(ImageProbe.probe($0).map { [$0.width, $0.height] } == [76, 38])
    }
  }

  @Test func `shapes have the line and the ground that are set`() throws {
    var maker = Maker()
    maker.add(132, Maker.long(0xFF0000) + [1])
    maker.add(133, Maker.long(0x0000FF) + [1])
    maker.add(103, Maker.long(100, 200, 300, 400))
    maker.add(133, Maker.long(0) + [0])
    maker.add(111, Maker.short(1) + Maker.short(3) + Maker.long(0, 0, 10, 0, 10, 10))
    maker.add(
      109, version: 2,
      Maker.short(2) + Maker.long(0, 0, 50, 60) + Maker.part(1, Maker.short(1) + Maker.long(20)))
    let svg = try svg(maker)
    #expect(svg.contains("viewBox=\"0 0 2000 1000\""))
    #expect(svg.contains("<path d=\"M100 200L300 200L300 400L100 400Z\" fill=\"#0000ff\""))
    #expect(svg.contains("<path d=\"M0 0L10 0L10 10Z\" fill=\"none\" stroke=\"#ff0000\""))
    #expect(svg.contains("<path d=\"M0 0L50 60\" fill=\"none\" stroke=\"#ff0000\" stroke-width=\"20\""))
  }

  @Test func `text stands where the file says, with its font`() throws {
    var maker = Maker()
    let family = Array("Liberation Sans".utf8)
    maker.add(
      138,
      Maker.part(
        1,
        Maker.short(family.count) + family + Maker.short(0) + Maker.long(0, 300) + Maker.short(76)
          + Maker.short(5) + Maker.short(2) + Maker.short(8) + Maker.short(0) + Maker.short(0)
          + Maker.short(2) + Maker.short(0) + Maker.short(0) + Maker.short(900)))
    maker.add(136, Maker.short(1))
    maker.add(134, Maker.long(0x00_80_00))
    let units = Array("a<é".utf16).flatMap { Maker.short(Int($0)) }
    maker.add(
      113, version: 2,
      Maker.long(10, 20) + Maker.short(3) + Array("a<?".utf8) + Maker.short(0) + Maker.short(3)
        + Maker.long(3, 100, 200, 300) + Maker.short(3) + units)
    let svg = try svg(maker)
    #expect(svg.contains("y=\"20\" x=\"10 110 210\" font-size=\"300\" fill=\"#008000\""))
    #expect(svg.contains("font-family=\"Liberation Sans\" font-weight=\"bold\" font-style=\"italic\""))
    #expect(svg.contains("rotate(-90 10 20)"))
    #expect(svg.contains(">a&lt;é</text>"))
  }

  @Test func `a relative mapping counts until it is taken back`() throws {
    var maker = Maker()
    maker.add(139, Maker.short(0xFFFF))
    maker.add(137, Maker.mapping(13, x: 100, y: 0, scale: (1, 2)))
    maker.add(101, Maker.long(100, 100))
    maker.add(140, [])
    maker.add(101, Maker.long(100, 100))
    let svg = try svg(maker)
    #expect(svg.contains("M100 50L100.5 50"))
    #expect(svg.contains("M100 100L101 100"))
  }

  @Test func `a packed bitmap is a picture`() throws {
    // A BMP file of one red pixel whose pixels are packed by zlib, in a block that is stored.
    let pixels: [UInt8] = [0, 0, 255, 0]
    let packed: [UInt8] = [0x78, 0x01, 0x01, 4, 0, 0xFB, 0xFF] + pixels + [0, 0x07, 1, 0]
    let bitmap: [UInt8] =
      [0x42, 0x4D] + Maker.long(58, 0, 54) + Maker.long(40, 1, 1) + Maker.short(1) + Maker.short(24)
      + Maker.long(0x0100_4453, 4, 0, 0, 0, 0) + Maker.long(packed.count, pixels.count, 0) + packed
    var maker = Maker()
    maker.add(117, bitmap + Maker.long(10, 20, 300, 400))
    let svg = try svg(maker)
    #expect(svg.contains("matrix(300.000000 0.000000 0.000000 400.000000 10 20)"))
    #expect(svg.contains("data:image/png;base64,"))
  }

  @Test func `a number of actions is not believed`() {
    var bytes = Maker().bytes()
    // The number of actions stands at the end of the header.
    let count = Maker.little(0xFFFF_FFFF, 4)
    bytes.replaceSubrange((bytes.count - 4)..., with: count)
    var maker = Maker()
    for _ in 0..<8 { maker.add(147, bytes + Maker.long(0, 0, 5, 5)) }
    let whole = maker.bytes()
    let time = CPUTime.measure {
      whole.withUnsafeBytes { _ = try? WebPicture.render($0, claimed: .starView, limits: Limits()) }
    }
    #expect(time < .seconds(1))
  }

  @Test func `any change of any byte gives a drawing or a fault`() {
    var maker = Maker()
    maker.add(132, Maker.long(0xFF0000) + [1])
    maker.add(111, Maker.short(1) + Maker.short(3) + Maker.long(0, 0, 10, 0, 10, 10))
    maker.add(147, Maker().bytes() + Maker.long(0, 0, 5, 5))
    maker.add(112, Maker.long(1, 2) + Maker.short(2) + [0x61, 0x62] + Maker.short(0) + Maker.short(2))
    let bytes = maker.bytes()
    for index in bytes.indices {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var changed = bytes
        changed[index] = value
        changed.withUnsafeBytes { _ = try? WebPicture.render($0, claimed: .starView, limits: Limits()) }
      }
      bytes[..<index].withUnsafeBytes { _ = try? WebPicture.render($0, claimed: .starView, limits: Limits()) }
    }
  }
}
