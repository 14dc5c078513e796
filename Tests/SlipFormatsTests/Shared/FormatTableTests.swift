import SlipFormats
import Testing

@Suite struct FormatTableTests {
  @Test func namesAndSuffixesAreUnique() {
    let names = FormatTable.rows.map(\.name)
    #expect(Set(names).count == names.count)
    let suffixes = FormatTable.rows.flatMap(\.suffixes)
    #expect(Set(suffixes).count == suffixes.count)
    #expect(FormatTable.rows.allSatisfy { $0.read != nil || $0.write != nil })
  }

  @Test func lookUps() {
    #expect(FormatTable.named("HTML")?.name == "html")
    for (name, format) in [("md", "markdown"), ("text", "txt"), ("htm", "html"), ("RTFD", "rtfd")] {
      #expect(FormatTable.named(name)?.name == format)
    }
    #expect(FormatTable.named("doc") == nil)
    #expect(FormatTable.forPath("a.b/c.MD")?.name == "markdown")
    #expect(FormatTable.forPath("a.md/c") == nil)
    #expect(FormatTable.forPath(".html") == nil)
    let html = Array("  <!DOCTYPE html><p>".utf8)
    #expect(html.withUnsafeBytes { FormatTable.sniffing($0)?.name } == "html")
    let text = Array("plain".utf8)
    #expect(text.withUnsafeBytes { FormatTable.sniffing($0)?.name } == "txt")
  }

  @Test func everyRowReadsAnyBytesAndWritesWhatItRead() throws {
    let bytes = (0..<2000).map { UInt8(truncatingIfNeeded: $0 &* 37 ^ $0 >> 3) }
    for row in FormatTable.rows where row.read != nil {
      for target in FormatTable.rows where target.write != nil {
        _ = try bytes.withUnsafeBytes { try FormatTable.convert($0, from: row, to: target) }
      }
    }
  }
}
