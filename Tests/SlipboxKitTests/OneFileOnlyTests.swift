import Foundation
import SlipTestSupport
import SlipboxKit
import Testing

/// What is wrong with one file costs that file, or one fact of it, and never the rest of an import.
@Suite struct OneFileOnlyTests {
  /// The header of a PNG that claims these sides.
  private func picture(_ width: UInt32, _ height: UInt32) -> String {
    let sides = [width, height].map {
      String(repeating: "0", count: 8 - String($0, radix: 16).count) + String($0, radix: 16)
    }
    return "89504e470d0a1a0a0000000d49484452" + sides.joined() + "080000000000000000"
  }

  private func run(_ files: [String: String]) throws -> (ImportOutcome, Validation.Outcome) {
    let directory = try TemporaryDirectory()
    let folder = directory.url.appending(path: "notes")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    let box = directory.url.appending(path: "a.slipbox").path
    var request = ImportRequest(inputs: [folder.path])
    request.target = .at(box)
    let outcome = try request.run()
    return (outcome, try Validation.run(box))
  }

  @Test(arguments: [(1_000_000_000, 1), (1, 2_147_483_647)] as [(UInt32, UInt32)])
  func aPictureThatClaimsAnImpossibleSizeHasNone(width: UInt32, height: UInt32) throws {
    let (outcome, validation) = try run([
      "bad.rtf": "{\\rtf1 x{\\pict\\pngblip \(picture(width, height))}}", "good.rtf": "{\\rtf1 good}",
    ])
    #expect(outcome.report.added.map(\.path) == ["bad.rtf", "good.rtf"])
    let found = outcome.diagnostics.filter { $0.code == "SBXP301" }
    #expect(found.map(\.location.file) == ["bad.rtf"])
    #expect(validation.report.notes == 2 && validation.report.diagnostics == [])
  }

  @Test func aWidePictureHasItsSize() throws {
    let (outcome, validation) = try run(["a.rtf": "{\\rtf1 x{\\pict\\pngblip \(picture(1_000_000, 1))}}"])
    #expect(!outcome.diagnostics.contains { $0.code == "SBXP301" })
    // Its header is all there is of it.
    #expect(validation.report.diagnostics.map(\.code) == ["SBXP001"])
  }

  /// Long titles, keywords and descriptions, and such as XML can't hold.
  @Test func textsOfManyBytes() throws {
    let long = String(repeating: "\\'01t_x0041_", count: 400_000)
    let (outcome, validation) = try run([
      "title.rtf": "{\\rtf1{\\info{\\title \(long)}{\\keywords \(long)}}x}",
      "picture.rtf":
        "{\\rtf1{\\pict{\\*\\picprop{\\sp{\\sn wzDescription}{\\sv \(long)}}}\\pngblip \(picture(1, 1))}}",
      "good.rtf": "{\\rtf1 good}",
    ])
    #expect(outcome.report.added.count == 3)
    #expect(validation.report.notes == 3)
    #expect(validation.report.diagnostics.allSatisfy { $0.severity < .error })
  }

  /// Two files whose names differ in the form of their letters alone both come in, whichever came first, and stay
  /// themselves.
  @Test(arguments: [["\u{e9}.rtf", "e\u{301}.rtf"], ["e\u{301}.rtf", "\u{e9}.rtf"]])
  func namesInBothFormsOfUnicode(names: [String]) throws {
    let directory = try TemporaryDirectory()
    let folder = directory.url.path + "/notes"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let box = directory.url.path + "/a.slipbox"
    var request = ImportRequest(inputs: [folder])
    request.target = .at(box)
    func write(_ name: String, _ text: String) throws {
      try Data("{\\rtf1 \(text)}".utf8).write(to: URL(filePath: folder + "/" + name))
    }
    try write(names[0], "first")
    _ = try request.run()
    try write(names[1], "second")
    request.target = .into(box)
    // Some file systems keep one of them only.
    guard try FileManager.default.contentsOfDirectory(atPath: folder).count == 2 else { return }
    let outcome = try request.run()
    #expect(outcome.report.added.count == 1 && outcome.report.unchanged.count == 1)
    #expect(outcome.report.skipped.isEmpty && outcome.report.conflicts.isEmpty)
    #expect(try request.run().isChanged == false)
    try write(names[0], "third")
    let changed = try request.run()
    #expect(changed.report.updated.count == 1 && changed.report.unchanged.count == 1)
    #expect(try Validation.run(box).report.diagnostics == [])
    #expect(try OpenBundle(box).box.notes.map(\.title).sorted() == ["second", "third"])
  }

  /// What no system but this one can name gets another name, and the text says that.
  @Test func namesOfDevicesInPackages() throws {
    let directory = try TemporaryDirectory()
    let package = directory.url.appending(path: "notes/a.rtfd")
    try FileManager.default.createDirectory(
      at: package.appending(path: "folder"), withIntermediateDirectories: true)
    let text = #"{\rtf1{{\NeXTGraphic aux.txt}\'ac}{{\NeXTGraphic folder}\'ac}}"#
    for (name, content) in [
      ("TXT.rtf", text), ("aux.txt", "1"), ("folder/con.txt", "2"), ("folder/_con.txt", "3"),
    ] {
      try Data(content.utf8).write(to: package.appending(path: name))
    }
    let box = directory.url.path + "/a.slipbox"
    var request = ImportRequest(inputs: [directory.url.path + "/notes"])
    request.target = .at(box)
    _ = try request.run()
    let out = directory.url.path + "/out"
    _ = try ExportRequest(bundle: box, output: out, target: .rtfd).run()
    let files = try FileManager.default.subpathsOfDirectory(atPath: out + "/a.rtfd").sorted()
    #expect(files == ["TXT.rtf", "_aux.txt", "folder", "folder/_con (2).txt", "folder/_con.txt"])
    #expect(
      try String(contentsOfFile: out + "/a.rtfd/TXT.rtf", encoding: .utf8).contains("NeXTGraphic _aux.txt "))
  }
}
