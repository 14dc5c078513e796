import SlipRTF
import SlipRTFD
import SlipBase
import SlipTestSupport
import Testing

@Suite struct FilePackageTests {
  @Test(arguments: [
    "", "/", "/a", "a/", "a//b", "..", "a/../b", "./a", ".", "a\0b", String(repeating: "a", count: 256),
  ])
  func whatIsNoPathIsRefused(path: String) {
    var package = FilePackage()
    #expect(!FilePackage.isPath(path) && !package.add(path, [1]) && package.entries.isEmpty)
  }

  @Test func namesAreBytes() {
    var package = FilePackage()
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    #expect(package.add(composed, [1]) && package.add(decomposed, [2]) && !package.add(composed, [3]))
    #expect(package[composed]?.bytes == [1] && package[decomposed]?.bytes == [2])
    #expect(package.entries.map { Array($0.path.utf8) } == [Array(decomposed.utf8), Array(composed.utf8)])
  }

  @Test func foldersHaveContents() {
    let package = RTFDSamples.package("", [("a/b/c", "1"), ("a.txt", "2"), ("a/d", "3"), ("ab", "4")])
    #expect(package.entries.map(\.path) == ["TXT.rtf", "a", "a.txt", "a/b", "a/b/c", "a/d", "ab"])
    #expect(package.contents(of: "a").entries.map(\.path) == ["b", "b/c", "d"])
    #expect(package.contents(of: "a").length == 2)
  }

  // MARK: The stream

  static let samples = [
    FilePackage(), RTFDSamples.package("x"),
    RTFDSamples.package(
      "x", [("a\nfile 3 b\\bin1 x", "\nfile 1 z\\bin0 \n"), ("d/e", ""), ("\u{FC}/\u{1F600}", "y")]),
  ]

  @Test(arguments: samples) func streamsComeBack(package: FilePackage) {
    let stream = PackageStream.write(package)
    #expect(stream.withUnsafeBytes { PackageStream.read($0) } == package)
    #expect(PackageStream.fact(of: package) == FileFact(of: stream))
  }

  @Test(arguments: samples) func onlyWhatIsWrittenIsRead(package: FilePackage) {
    let stream = PackageStream.write(package)
    for index in stream.indices {
      for change in [UInt8(0), 0x2F, 0x30, 0x0A, 0xFF] {
        var changed = stream
        changed[index] = change
        let read = changed.withUnsafeBytes { PackageStream.read($0) }
        #expect(read.map { PackageStream.write($0) == changed } ?? true)
      }
      let cut = Array(stream[..<index]).withUnsafeBytes { PackageStream.read($0) }
      #expect(cut.map { PackageStream.write($0).count == index } ?? true)
    }
  }

  @Test func whatLeavesTheFolderIsNoPackage() {
    func stream(_ entries: [(path: String, bytes: [UInt8]?)]) -> [UInt8] {
      Array("slipbox package 1\n".utf8)
        + entries.flatMap { path, bytes in
          let name = "\(path.utf8.count) \(path)"
          guard let bytes else { return Array("folder \(name)\n".utf8) }
          return Array("file \(name)\\bin\(bytes.count) ".utf8) + bytes + [0x0A]
        }
    }
    func read(_ entries: [(path: String, bytes: [UInt8]?)], _ limits: Limits = Limits()) -> FilePackage? {
      stream(entries).withUnsafeBytes { PackageStream.read($0, limits: limits) }
    }
    #expect(read([("a", [1]), ("a.txt", []), ("b", nil), ("b/c", [2, 3])])?.entries.count == 4)
    for path in ["../x", "/x", "a/../../x", "a//b", "./a", "a/", "\0", ""] {
      #expect(read([(path, [])]) == nil)
    }
    #expect(read([("a", [1]), ("a/b", [])]) == nil)
    #expect(read([("a", [1]), ("a-b", []), ("a/b/c", [])]) == nil)
    #expect(read([("b", [1]), ("a", [])]) == nil)
    #expect(read([("a", []), ("a", [])]) == nil)
    var limits = Limits()
    limits.packageBytes = 3
    #expect(read([("a", [1, 2]), ("b", [1])], limits) != nil)
    #expect(read([("a", [1, 2]), ("b", [1, 2])], limits) == nil)
    limits.packageFiles = 1
    #expect(read([("a", []), ("b", [])], limits) == nil)
  }

  @Test func namesThatProgramsActUponBecomeHarmless() {
    let package = RTFDSamples.package(
      "x", [(".git/config", "1"), ("_.git/config", "2"), (".DS_Store", "3"), ("a/.envrc", "4"), ("a/b", "5")])
    #expect(!package.isHarmless && package.harmless().isHarmless)
    let files = package.harmless().entries.filter { $0.bytes != nil && $0.path != "TXT.rtf" }
    #expect(files.map(\.path).sorted() == [".DS_Store", "_.git/config", "_.git/config_", "a/_.envrc", "a/b"])
    #expect(files.compactMap(\.bytes).map { $0[0] }.sorted() == Array("12345".utf8))
    let plain = RTFDSamples.package("x", [("a/b", "5")])
    #expect(plain.isHarmless && plain.harmless() == plain)
  }

  // MARK: Directories

  @Test func directoriesAreReadWithoutFollowingLinks() throws {
    let directory = try TemporaryDirectory()
    try directory.write("secret.txt", "secret")
    for path in ["n.rtfd/TXT.rtf", "n.rtfd/.hidden", "n.rtfd/d/x"] { try directory.write(path, "content") }
    try directory.link("n.rtfd/link.txt", to: "../secret.txt")
    try directory.link("n.rtfd/up", to: "..")
    var diagnostics: [Diagnostic] = []
    let package = try FilePackage.read(directory: directory.path("n.rtfd"), diagnostics: &diagnostics)
    #expect(package.entries.map(\.path) == [".hidden", "TXT.rtf", "d", "d/x"])
    #expect(diagnostics.map(\.code) == ["SBXP213"] && diagnostics.map(\.count) == [2])
  }

  @Test func thereAreLimits() throws {
    let directory = try TemporaryDirectory()
    for path in ["n.rtfd/TXT.rtf", "n.rtfd/a", "n.rtfd/b"] { try directory.write(path, "content") }
    func read(_ change: (inout Limits) -> Void) throws {
      var limits = Limits()
      change(&limits)
      var diagnostics: [Diagnostic] = []
      _ = try FilePackage.read(directory: directory.path("n.rtfd"), limits: limits, diagnostics: &diagnostics)
    }
    try read { ($0.packageFiles, $0.packageBytes) = (3, 21) }
    for change in [{ $0.packageFiles = 2 }, { $0.packageBytes = 20 }] as [(inout Limits) -> Void] {
      #expect { try read(change) } throws: { ($0 as? SlipError)?.code == "SBXG212" }
    }
  }
}
