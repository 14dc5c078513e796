import Foundation
import SlipTestSupport
import Testing

/// Input that was made to harm: each is refused or read with a code, soon and in little memory, and nothing is written
/// outside the target.
@Suite struct HostileInputTests {
  let directory: TemporaryDirectory
  let shell: Shell

  init() throws {
    directory = try TemporaryDirectory()
    shell = Shell(directory: directory.url)
  }

  /// Runs under bounds: 20 s of processor time, and an address space in which nothing that grows with a number in the
  /// input has room. Runtime and libraries map some 0.3 GB.
  private func run(_ command: String) throws -> String {
    try shell.run("ulimit -t 20; ulimit -c 0; ulimit -v 4000000 2>/dev/null; \(command)")
  }

  private func isRefused(_ output: String) -> Bool {
    output.contains("[SBX") && (output.hasSuffix("[exit 3]\n") || output.hasSuffix("[exit 1]\n"))
  }

  private func makeBundle() throws {
    try directory.write("notes/one.rtf", #"{\rtf1 One}"#)
    try directory.write("notes/two.rtf", #"{\rtf1 Two}"#)
    try directory.write("secret.txt", "SECRET")
    let output = try shell.run("slipconv import notes -o box.slipbox")
    #expect(!output.contains("[exit"), "\(output)")
  }

  @Test func namesInLatin1() throws {
    try directory.write("in/a.rtf", #"{\rtf1 One}"#)
    // Some file systems take no such names.
    let made = try shell.run(#"cp in/a.rtf "in/$(printf 'caf\351').rtf" 2>/dev/null && echo made"#)
    guard made == "made\n" else { return }
    #expect(try run("slipconv import in -o b.slipbox").contains("b.slipbox: 2 notes (2 added)"))
    let listed = try run("slipconv export b.slipbox --original -o out -q; ls out; cmp in/a.rtf out/caf*")
    #expect(listed == "a.rtf\ncafé.rtf\n")
    #expect(try run("slipconv import in -o b.slipbox").contains("2 unchanged"))
  }

  // MARK: Manifests

  static let manifests: [(name: String, doctype: String, title: String)] = [
    ("a DOCTYPE", "<!DOCTYPE slipbox>", "One"),
    ("an external entity", "<!DOCTYPE slipbox [<!ENTITY x SYSTEM \"secret.txt\">]>", "&x;"),
    ("an external DTD", "<!DOCTYPE slipbox SYSTEM \"secret.txt\">", "One"),
    (
      "a billion laughs",
      "<!DOCTYPE slipbox [<!ENTITY l0 \"lol\">"
        + (1...9).map { level in
          "<!ENTITY l\(level) \"\(String(repeating: "&l\(level - 1);", count: 10))\">"
        }.joined() + "]>", "&l9;"
    ),
    ("parameter entities", "<!DOCTYPE slipbox [<!ENTITY % a SYSTEM \"secret.txt\">%a;%a;]>", "One"),
    ("an undefined entity", "", "&nope;"),
  ]

  @Test(arguments: manifests.indices) func manifestsWithEntitiesAreNotRead(index: Int) throws {
    let (name, doctype, title) = HostileInputTests.manifests[index]
    try makeBundle()
    let manifest = try #require(directory.text("box.slipbox/manifest.xml"))
    let start = try #require(manifest.range(of: "?>"))
    let hostile = (manifest[..<start.upperBound] + doctype + manifest[start.upperBound...])
      .replacingOccurrences(of: "title=\"One\"", with: "title=\"\(title)\"")
    #expect(hostile != manifest)
    try directory.remove("box.slipbox/manifest.xml")
    try directory.write("box.slipbox/manifest.xml", hostile)
    for command in [
      "validate box.slipbox", "info box.slipbox", "list box.slipbox", "show box.slipbox One",
      "set box.slipbox One --status review", "refresh box.slipbox", "export box.slipbox --to txt -o out",
      "export box.slipbox --original -o out", "import notes --into box.slipbox",
    ] {
      let output = try run("slipconv \(command)")
      #expect(isRefused(output), "\(name): \(command): \(output)")
      #expect(!output.contains("SECRET"))
    }
    #expect(directory.text("box.slipbox/manifest.xml") == hostile)
    #expect(directory.names().filter { $0 != ".cache" } == ["box.slipbox", "notes", "secret.txt"])
  }

  // MARK: Trees

  @Test(arguments: [
    "mv box.slipbox/notes elsewhere && ln -s ../elsewhere box.slipbox/notes",
    "mv box.slipbox/manifest.xml m.xml && ln -s ../m.xml box.slipbox/manifest.xml",
    "rm box.slipbox/manifest.xml && mkfifo box.slipbox/manifest.xml",
    "for f in box.slipbox/notes/*/*.rtf; do rm $f && mkfifo $f; done",
    "for f in box.slipbox/notes/*/*.rtf; do rm $f && ln -s ../../../secret.txt $f; done",
    "for f in box.slipbox/sources/*/*; do rm $f && ln -s /dev/zero $f; done",
    "sed -i.old 's#<note id=\"#<note id=\"../#' box.slipbox/manifest.xml",
  ])
  func linksAndPipesAreNeverFollowed(change: String) throws {
    try makeBundle()
    #expect(try shell.run(change) == "")
    let before = directory.names()
    #expect(isRefused(try run("slipconv validate box.slipbox")), "\(change)")
    for command in [
      "show box.slipbox One", "refresh box.slipbox", "set box.slipbox One --status review",
      "export box.slipbox --to txt -o out && cat out/*",
      "export box.slipbox --original -o out2 && cat out2/*",
      "pack box.slipbox -o box.slippack",
    ] {
      let output = try run("slipconv \(command)")
      #expect(!output.contains("SECRET"), "\(change): \(command)")
      #expect(!output.contains("[exit") || output.contains("[SBX"), "\(change): \(command): \(output)")
    }
    #expect(Set(directory.names()).subtracting(before).isSubset(of: ["out", "out2", "box.slippack"]))
    #expect(directory.text("secret.txt") == "SECRET")
  }

  // MARK: Packs

  @Test(arguments: [
    "../evil", "/evil", "a/../../evil", "..\\evil", "C:evil", "manifest.xml", "MIMETYPE", "e\nvil",
  ])
  func packsWithHostileNamesAreNotUnpacked(name: String) throws {
    try makeBundle()
    let manifest = try #require(directory.text("box.slipbox/manifest.xml"))
    let pack = ZipMaker([
      .init("mimetype", "application/vnd.slipbox"), .init("manifest.xml", manifest), .init(name, "evil"),
    ])
    try Data(pack.bytes()).write(to: directory.url.appending(path: "deep.slippack"))
    let before = directory.names()
    for command in ["validate", "info", "unpack -o new.slipbox", "export --to txt -o out"] {
      let output = try run("slipconv \(command) deep.slippack")
      #expect(isRefused(output), "\(command): \(output)")
      // What stands in a name doesn't drive the terminal.
      #expect(output.split(separator: "\n").allSatisfy { !$0.hasPrefix("vil") })
    }
    #expect(directory.names() == before)
  }

  @Test func packsThatAreBroken() throws {
    try makeBundle()
    #expect(try shell.run("slipconv pack box.slipbox -o good.slippack -q") == "")
    #expect(
      try shell.run(
        "head -c 500 good.slippack >cut.slippack; head -c 5000 /dev/urandom >noise.slippack; : >empty.slippack"
      ) == "")
    for name in ["cut", "noise", "empty"] {
      for command in ["validate", "info", "unpack -o new.slipbox", "export --to txt -o out"] {
        let output = try run("slipconv \(command) \(name).slippack")
        #expect(isRefused(output), "\(command) \(name): \(output)")
      }
    }
    #expect(!directory.exists("new.slipbox") && !directory.exists("out"))
  }

  // MARK: RTF

  static let notes: [(name: String, text: @Sendable () -> String)] = [
    ("open braces", { #"{\rtf1 "# + String(repeating: "{", count: 200_000) + "x" }),
    ("a length that lies", { #"{\rtf1 a\bin2147483647 b}"# }),
    ("a picture's length that lies", { #"{\rtf1 a{\pict\pngblip\bin2147483647 b}}"# }),
    ("an escape at the end", { #"{\rtf1 a\u"# }),
    ("half a byte at the end", { #"{\rtf1 a\'e"# }),
    (
      "nested fields",
      { #"{\rtf1 "# + String(repeating: #"{\field{\*\fldinst x}{\fldrslt "#, count: 20_000) + "x" }
    ),
    ("nested tables", { #"{\rtf1 "# + String(repeating: #"{\trowd\intbl\itap9 x"#, count: 20_000) + "x" }),
    ("nested alternatives", { #"{\rtf1 "# + String(repeating: #"{\upr{a}{\*\ud "#, count: 20_000) + "x" }),
    ("nested notes", { #"{\rtf1 "# + String(repeating: #"{\footnote "#, count: 20_000) + "x" }),
    ("many notes", { #"{\rtf1 "# + String(repeating: #"{\*\annotation x}"#, count: 30_000) + "}" }),
    (
      "many fonts",
      { #"{\rtf1{\fonttbl"# + (0..<50_000).map { #"{\f\#($0) F;}"# }.joined() + #"}\f7 x}"# }
    ),
    (
      "runs that look alike",
      { #"{\rtf1 "# + String(repeating: #"{\cf1 lorem }{\cf2 ipsum }"#, count: 20_000) + "}" }
    ),
    ("line breaks", { #"{\rtf1 a"# + String(repeating: #"\line "#, count: 100_000) + "b}" }),
    ("a title without end", { #"{\rtf1{\info{\title "# + String(repeating: "T", count: 2_000_000) + "}}x}" }),
    ("brackets", { #"{\rtf1 "# + String(repeating: "[*_`<", count: 20_000) + "}" }),
    (
      "numbers out of range",
      { #"{\rtf1\ls99999\ilvl2147483647\uc2147483647\fs-2147483648\li2147483647 x\u8364 ?\par}"# }
    ),
    (
      "a picture larger than memory",
      {
        // 60,000 × 60,000 pixels, and none of them there.
        #"{\rtf1 a{\pict\pngblip 89504e470d0a1a0a0000000d494844520000ea600000ea6008060000005f5bf93b"#
          + "00000000494441547801" + "0000000049454e44ae426082}b}"
      }
    ),
  ]

  @Test(arguments: notes.indices) func hostileNotesComeInOrAreRefused(index: Int) throws {
    let (name, text) = HostileInputTests.notes[index]
    try directory.write("hostile/note.rtf", text())
    var commands = ["import hostile -o box.slipbox", "validate box.slipbox"]
    commands += ["txt", "html", "md", "rtf"].map { "convert hostile/note.rtf out.\($0)" }
    for command in commands {
      let output = try run("slipconv \(command)")
      // What is cut off comes in as far as it goes, and says so.
      let status = command.hasPrefix("import") && output.contains("[SBXG242]") ? 1 : 3
      #expect(
        !output.contains("[exit") || output.contains("[SBX") && output.hasSuffix("[exit \(status)]\n"),
        "\(name): \(output)")
    }
    #expect(directory.exists("box.slipbox") && directory.exists("out.txt"))
    let mirror = try shell.run("cat box.slipbox/notes/*/*.txt")
    #expect(mirror == directory.text("out.txt"), "\(name)")
    // Markdown has pictures beside it.
    let names = directory.names().filter { $0 != "out_files" && $0 != ".cache" }
    #expect(names == ["box.slipbox", "hostile", "out.html", "out.md", "out.rtf", "out.txt"], "\(name)")
  }

  @Test func bytesAtRandomComeIn() throws {
    var state: UInt64 = 7
    let noise = (0..<200_000).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    try Data(Array(#"{\rtf1"#.utf8) + noise).write(to: directory.url.appending(path: "noise.rtf"))
    #expect(!(try run("slipconv import noise.rtf -o box.slipbox -q")).contains("[exit"))
    #expect(!(try run("slipconv validate box.slipbox -q")).contains("[exit"))
  }

  // MARK: Output

  #if os(Linux)
    @Test(arguments: [
      "info box.slipbox", "list box.slipbox --json", "validate box.slipbox",
      "convert notes/one.rtf - --to txt",
    ])
    func aFullDiskIsSaid(command: String) throws {
      try makeBundle()
      let output = try run("slipconv \(command) >/dev/full")
      #expect(output.contains("no space is left") && isRefused(output), "\(output)")
    }
  #endif
}
