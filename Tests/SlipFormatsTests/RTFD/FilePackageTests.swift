import SlipBase
import SlipFormats
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
