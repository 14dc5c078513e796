import SlipFiles
import Foundation
import SlipBase
import SlipTestSupport
import Testing

@testable import SlipBatch

@Suite struct WorkListTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func paths(_ list: WorkList) -> [String] {
    var paths: [String] = []
    while let item = list.next() { paths.append(item.path.replacing(directory.url.path, with: "")) }
    return paths
  }

  private func list(_ filter: WorkFilter = WorkFilter()) -> WorkList {
    WorkList(WorkTrees(bundlesIn: [directory.url.path]) { filter.excludes($0) }, filter: filter)
  }

  private func makeTree() throws {
    for name in ["b", "a", "deep/er/c", "old/d", ".hidden/e"] {
      try directory.write("\(name).slipbox/manifest.xml", "<slipbox/>")
    }
    try directory.write("a.slipbox/inner.slipbox/manifest.xml", "not searched")
    try directory.write("plain/mimetype", "application/vnd.slipbox")
    try directory.write("plain/manifest.xml", "by its contents")
    try directory.write("a.slipbox~v4/mimetype", "a backup")
    try directory.write("a.slipbox~v4/manifest.xml", "a backup")
    try directory.write("f.slipbox.xml", "x")
    try directory.write("f.slipbox.xml~v3", "x")
    try directory.write("deep/g.slippack", "x")
    try directory.write("deep/notes.rtf", "x")
    try FileManager.default.createSymbolicLink(
      atPath: directory.path("link.slipbox"), withDestinationPath: "a.slipbox")
  }

  static let all = [
    "/a.slipbox", "/b.slipbox", "/deep/er/c.slipbox", "/deep/g.slippack", "/f.slipbox.xml", "/old/d.slipbox",
    "/plain",
  ]

  @Test func allBundlesAreFoundInOrder() throws {
    try makeTree()
    #expect(paths(list()) == WorkListTests.all)
  }

  @Test func patternsChoose() throws {
    try makeTree()
    var filter = WorkFilter()
    filter.includes = [try Glob("*.slipbox"), try Glob("deep/*.slippack")]
    filter.excludes = [try Glob("old"), try Glob("b.*")]
    #expect(paths(list(filter)) == ["/a.slipbox", "/deep/er/c.slipbox", "/deep/g.slippack"])
  }

  @Test(arguments: 1...7) func shardsShareTheListOut(count: Int) throws {
    try makeTree()
    var found: [String] = []
    for number in 1...count {
      var filter = WorkFilter()
      filter.shard = Shard(number: number, count: count)
      found += paths(list(filter))
    }
    #expect(found.sorted() == WorkListTests.all)
  }

  @Test func shardsDoNotDependOnTheMachine() {
    #expect((1...6).map { Shard.number(of: "a/\($0).slipbox", 5) } == [3, 3, 5, 4, 5, 3])
    #expect(Shard.number(of: "x.slipbox.xml", 97) == Shard.number(of: "x.slipbox", 97))
    // Parts are of about the same size.
    var counts = [Int: Int]()
    for number in 0..<4000 { counts[Shard.number(of: "n\(number)", 4), default: 0] += 1 }
    #expect(counts.values.allSatisfy { (900...1100).contains($0) })
  }

  @Test(arguments: ["0/3", "4/3", "1", "a/b", "1/0", "-1/2", "1/2/3", ""]) func badShards(text: String) {
    #expect(Shard(text) == nil)
  }

  @Test func sinceLooksAtTheManifest() throws {
    try makeTree()
    let old = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 1_000_000)]
    for path in ["b.slipbox/manifest.xml", "b.slipbox", "f.slipbox.xml"] {
      try FileManager.default.setAttributes(old, ofItemAtPath: directory.path(path))
    }
    var filter = WorkFilter()
    filter.since = Timestamp(seconds: 2_000_000)
    #expect(paths(list(filter)) == WorkListTests.all.filter { $0 != "/b.slipbox" && $0 != "/f.slipbox.xml" })
  }

  @Test func troubleIsFoundToo() throws {
    try makeTree()
    var items: [WorkItem] = []
    let list = WorkList(WorkTrees(bundlesIn: [directory.path("missing"), directory.path("old")]))
    while let item = list.next() { items.append(item) }
    #expect(items.map { $0.problem == nil } == [false, true])
  }

  @Test(arguments: [
    ("a\nb c\n\nd", ["a", "b c", "d"]), ("a\u{0}b\nc\u{0}", ["a", "b\nc"]), ("", []),
    (#"{"path":"x y","more":[1]}"# + "\n{brace\n", ["x y", "{brace"]),
    (#"{"record":"run","form":1,"tool":"t","job":"j","options":{},"inputs":[]}"# + "\nz\n", ["z"]),
  ])
  func listsOfPaths(text: String, expected: [String]) throws {
    try directory.write("list", text)
    #expect(paths(WorkList(try PathList(directory.path("list")))) == expected)
  }

  @Test func aListMayHoldBadEntries() throws {
    try Data([0x61, 0x0A, 0xFF, 0x0A, 0x62, 0x0A]).write(to: directory.url.appending(path: "list"))
    let list = WorkList(try PathList(directory.path("list")))
    var problems: [String?] = []
    while let item = list.next() { problems.append(item.problem?.code) }
    #expect(problems == [nil, BatchCode.badEntry, nil])
  }

  @Test func linesLongerThanThePieceThatIsRead() throws {
    let long = String(repeating: "x", count: 200_000)
    try directory.write("list", "\(long)\nb\n")
    let reader = try LineReader(directory.path("list"), limit: 150_000)
    let (first, second) = (try #require(try reader.next()), try #require(try reader.next()))
    #expect(first.bytes.count == 150_000 && first.isCut)
    #expect(second.bytes == Array("b".utf8) && second.offset == 200_001)
    #expect(try reader.next() == nil)
  }
}
