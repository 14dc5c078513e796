import SlipRTF
import SlipRTFD
import SlipBase
import SlipExchange
import SlipTestSupport
import Testing

@Suite struct RTFDImporterTests {
  let package: FilePackage

  init() throws {
    var diagnostics: [Diagnostic] = []
    package = try FilePackage.read(
      directory: Fixtures.directory.appending(path: "rtfd/The garden.rtfd").path, diagnostics: &diagnostics)
  }

  func context(_ path: String) -> ImportContext {
    ImportContext(key: ImportKey(sourceName: "Box", path: path))
  }

  func sample(_ notes: [ImportedNote]) throws -> SampleBox {
    var sample = SampleBox()
    var merger = try ImportMerger(sample.box, sourceName: "Box")
    for note in notes {
      for item in try merger.merge(note) { sample.payload[item.place] = item.payload.bytes }
    }
    try merger.finish()
    sample.box = merger.box
    return sample
  }

  @Test func aPackageIsOneNote() throws {
    let note = try Importer.rtfd.read(package, context("A/The garden.rtfd"))
    #expect(note.title == "The garden" && note.key.folder == ["A"] && note.keywords == ["beans", "garden"])
    #expect(note.format == "rtfd" && note.diagnostics.isEmpty)
    #expect(
      note.attachments.map(\.name) == [
        "Plan of the garden.png", "Seeds {new} 100%.csv", "Sketch.graffle.zip", "left over.txt",
      ])
    #expect(note.attachments.map(\.fileExtension) == ["png", "txt", "zip", "txt"])
    #expect(note.original == PackageStream.fact(of: package))
    // Each file's bytes are kept once: as a blob, or in what is kept of the source.
    #expect(note.lifted.count == 3 && note.kept.bytes.count < note.original.length)
    let mirror = String(decoding: note.mirror.bytes, as: UTF8.self)
    #expect(mirror.count { $0 == "\u{FFFC}" } == 4)
    #expect(mirror.hasPrefix("The plan: \u{FFFC} costs \u{AC} 5, or \u{AC} 4.\nSeeds: \u{FFFC} and"))
  }

  @Test func originalsComeBack() throws {
    let sample = try sample([Importer.rtfd.read(package, context("The garden.rtfd"))])
    let plan = sample.plan(.original)
    let exporter = Exporter(sample.box, plan, payload: sample)
    #expect(plan.items.map(\.path) == ["The garden.rtfd"])
    guard case .package(let again) = try exporter.render(plan.items[0]).content else {
      Issue.record("no package")
      return
    }
    #expect(again == package)
  }

  @Test func notesBecomePackages() throws {
    let note = try Importer.rtfd.read(package, context("The garden.rtfd"))
    let sample = try sample([note])
    let plan = sample.plan(.rtfd)
    let exporter = Exporter(sample.box, plan, payload: sample)
    guard case .package(let exported) = try exporter.render(plan.items[0]).content else {
      Issue.record("no package")
      return
    }
    #expect(plan.items.map(\.path) == ["The garden.rtfd"])
    #expect(exported.entries.map(\.path) == package.entries.map(\.path))
    for entry in package.entries where entry.path != "TXT.rtf" { #expect(exported[entry.path] == entry) }
    let again = try Importer.rtfd.read(exported, context("The garden.rtfd"))
    #expect(again.mirror == note.mirror && again.attachments == note.attachments)
    // What is exported of that is the same to the byte.
    let second = try self.sample([again])
    let exporterAgain = Exporter(second.box, second.plan(.rtfd), payload: second)
    guard case .package(let same) = try exporterAgain.render(second.plan(.rtfd).items[0]).content else {
      return
    }
    #expect(same == exported)
  }

  @Test func pagesShowPicturesAndLinkToFiles() throws {
    let sample = try sample([Importer.rtfd.read(package, context("The garden.rtfd"))])
    let files = try sample.export(.html)
    let page = String(decoding: try #require(files["The garden.html"]), as: UTF8.self)
    #expect(page.contains("<img src=\"attachments/Plan%20of%20the%20garden.png\""))
    #expect(page.contains("href=\"attachments/Seeds%20%7Bnew%7D%20100%25.csv\""))
    #expect(page.contains("href=\"attachments/Sketch.graffle.zip\""))
    #expect(files["attachments/Seeds {new} 100%.csv"] == package["Seeds {new} 100%.csv"]?.bytes)
    #expect(files["attachments/left over.txt"] == package["left over.txt"]?.bytes)
    let markdown = String(
      decoding: try #require(try sample.export(.markdown)["The garden.md"]), as: UTF8.self)
    #expect(markdown.contains("](attachments/Seeds%20%7Bnew%7D%20100%25.csv)"))
    let rtf = String(decoding: try #require(try sample.export(.rtf)["The garden.rtf"]), as: UTF8.self)
    #expect(rtf.contains("HYPERLINK \"attachments/Seeds%20%7Bnew%7D%20100%25.csv\""))
  }

  @Test func flatFilesAreKeptAsTheyAre() throws {
    let bytes = try Fixtures.bytes("rtfd/Flat.rtfd")
    // Whatever its name says.
    for name in ["Flat.rtfd", "Flat.rtf", "Flat.txt"] {
      let named = try #require(ExchangeTable.importer(forPath: name))
      let importer = bytes.withUnsafeBytes { ExchangeTable.importer(named, forContent: $0) }
      let note = try bytes.withUnsafeBytes { try importer.read($0, context(name)) }
      #expect(note.format == "flatrtfd" && note.kept.bytes == bytes && note.lifted.isEmpty)
      #expect(
        note.attachments.map(\.name) == ["Plan of the garden.png", "Seeds {new} 100%.csv", "left over.txt"])
      #expect(note.diagnostics.map(\.code) == ["SBXP211", "SBXP303"])
      #expect(note.keywords == ["beans", "garden"])
      #expect(try sample([note]).export(.original)[name] == bytes)
    }
    let rtf = Array("{\\rtf1 x}".utf8)
    #expect(rtf.withUnsafeBytes { ExchangeTable.importer(.flatRTFD, forContent: $0).name } == "rtf")
    #expect {
      try [1, 2].withUnsafeBytes { _ = try Importer.flatRTFD.read($0, context("a.rtfd")) }
    } throws: {
      ($0 as? SlipError)?.code == ExchangeCode.notRTF
    }
  }

  @Test func packagesWithoutTextAreRefused() {
    #expect { _ = try Importer.rtfd.read(FilePackage(), context("a.rtfd")) } throws: {
      ($0 as? SlipError)?.code == "SBXG211" && ($0 as? SlipError)?.location?.file == "a.rtfd"
    }
  }

  @Test func plainRTFSaysWhatIsNotThere() throws {
    let text = Array(#"{\rtf1 {{\NeXTGraphic a.png \width1}\'ac}}"#.utf8)
    let note = try text.withUnsafeBytes { try Importer.rtf.read($0, context("a.rtf")) }
    #expect(note.diagnostics.map(\.code) == ["SBXP211"] && note.attachments.isEmpty)
  }

  @Test func filesBesideAreThoseThatTheTextDoesNotName() throws {
    let notes = [
      try Importer.rtfd.read(package, context("a.rtfd")),
      try Fixtures.bytes("rtfd/Flat.rtfd").withUnsafeBytes {
        try Importer.flatRTFD.read($0, context("b.rtfd"))
      },
      try Array("{\\rtf1 x}".utf8).withUnsafeBytes { try Importer.rtf.read($0, context("c.rtf")) },
    ]
    let sample = try sample(notes)
    let names = try notes.map { imported in
      let note = try #require(sample.box.note(imported.key.noteID))
      let source = try #require(sample.box.source(imported.key.text))
      return imported.kept.bytes.withUnsafeBytes {
        FilesBeside.attachments(of: note, from: source, kept: $0).map(\.name)
      }
    }
    #expect(names == [["left over.txt"], ["left over.txt"], []])
  }
}
