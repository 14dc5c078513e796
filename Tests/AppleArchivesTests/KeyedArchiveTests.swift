import SlipBase
import SlipDocument
import SlipTestSupport
import Testing

@testable import AppleArchives

@Suite struct KeyedArchiveTests {
  private func root(_ maker: ArchiveMaker, _ root: ListValue) throws -> ArchivedObject {
    let bytes = maker.archive(root)
    return try #require(bytes.withUnsafeBytes { KeyedArchive($0) }?.root)
  }

  @Test func plainValuesAndThoseWithAClassAreRead() throws {
    var maker = ArchiveMaker()
    let text = maker.object(["NSMutableString", "NSString"], [("NS.string", .string("x"))])
    let date = maker.object(["NSDate"], [("NS.time", .real(0))])
    let id = maker.object(["NSUUID"], [("NS.uuidbytes", .data(Array(0..<16)))])
    let base = maker.object(
      ["NSURL"], [("NS.base", .uid(0)), ("NS.relative", maker.string("https://a.example/"))])
    let url = maker.object(["NSURL"], [("NS.base", base), ("NS.relative", maker.string("b"))])
    let decimal = maker.object(
      ["NSDecimalNumber", "NSNumber"],
      [
        ("NS.mantissa", .data([0xF5, 0x04] + [UInt8](repeating: 0, count: 14))), ("NS.length", .integer(1)),
        ("NS.exponent", .integer(-2)), ("NS.negative", .bool(true)), ("NS.mantissa.bo", .integer(1)),
      ])
    let list = maker.array([text, date, id, url, decimal, maker.string("plain"), .uid(0)])
    let values = try #require(try root(maker, list).elements)
    #expect(values.count == 6)
    #expect(values[0].string == "x")
    #expect(values[1].date?.rfc3339 == "2001-01-01T00:00:00Z")
    #expect(values[2].uuid?.description == "00010203-0405-0607-0809-0a0b0c0d0e0f")
    #expect(values[3].url == "https://a.example/b")
    #expect(values[4].number == -12.69)
    #expect(values[5].string == "plain")
  }

  @Test func dictionariesHaveThreeForms() throws {
    var maker = ArchiveMaker()
    let ordinary = maker.dictionary([("a", maker.string("1"))])
    let keys = maker.array([maker.string("b")])
    let mapping = maker.object(["NSKnownKeysMappingStrategy1"], [("keys", keys), ("length", .integer(1))])
    let known = maker.object(
      ["NSKnownKeysDictionary1", "NSDictionary"],
      [("searchMapping", mapping), ("values", maker.array([maker.string("2")]))])
    let old = maker.object(
      ["NSDictionary"], [("NS.key.0", maker.string("c")), ("NS.object.0", maker.string("3"))])
    let list = maker.array([ordinary, known, old])
    let values = try #require(try root(maker, list).elements)
    #expect(values[0].entry("a")?.string == "1")
    #expect(values[1].entry("b")?.string == "2")
    #expect(values[2].entry("c")?.string == "3")
  }

  @Test func circlesEnd() throws {
    var maker = ArchiveMaker()
    let url = maker.add(.null)
    maker.replace(url, with: .dictionary([("NS.base", url), ("NS.relative", maker.string("x"))]))
    let object = try root(maker, url)
    #expect(object.url?.hasSuffix("xx") == true)
    #expect(object["NS.base"]?["NS.base"]?.index == object.index)
  }

  @Test func coloursOfBothSystemsAreRead() throws {
    var maker = ArchiveMaker()
    let ui = maker.object(
      ["UIColor"],
      [
        ("UIColorComponentCount", .integer(4)), ("UIRed", .real(0.1764705926179886)),
        ("UIRed-Double", .real(0.17647058823529413)), ("UIGreen", .real(0.25)), ("UIBlue", .real(1)),
        ("UIAlpha", .real(0.5)), ("NSRGB", .data(Array("0.9 0.9 0.9".utf8))),
      ])
    let rgb = maker.object(
      ["NSColor"], [("NSColorSpace", .integer(1)), ("NSRGB", .data(Array("0.8 0.1 0.1\0".utf8)))])
    let white = maker.object(
      ["NSColor"], [("NSColorSpace", .integer(3)), ("NSWhite", .data(Array("0.5 0.25\0".utf8)))])
    let named = maker.object(["NSColor"], [("NSColorSpace", .integer(6)), ("NSColor", white)])
    let list = maker.array([ui, rgb, white, named])
    let values = try #require(try root(maker, list).elements)
    #expect(
      ArchivedColor(values[0]) == ArchivedColor(red: 0.17647058823529413, green: 0.25, blue: 1, alpha: 0.5))
    #expect(ArchivedColor(values[1]) == ArchivedColor(red: 0.8, green: 0.1, blue: 0.1))
    #expect(ArchivedColor(values[2]) == ArchivedColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 0.25))
    #expect(ArchivedColor(values[3]) == ArchivedColor(values[2]))
  }

  @Test func lengthsOfRunsAreGroupsOfSevenBits() {
    let runs = AttributedText.runs([1, 0, 1, 1, 4, 2, 2, 1, 1, 3, 0xB1, 1, 0])
    #expect(runs.map(\.length) == [1, 1, 4, 2, 1, 177])
    #expect(runs.map(\.attributes) == [0, 1, 2, 1, 3, 0])
  }
}
