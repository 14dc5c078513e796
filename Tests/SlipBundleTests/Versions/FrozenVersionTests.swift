import Foundation
import SlipBase
import SlipTestSupport
import Testing

@testable import SlipBundle

/// What was published is never changed: schemas, readers' fixtures and what stages make of them.
///
/// A digest here changes only together with a new version.
@Suite struct FrozenVersionTests {
  @Test(arguments: VersionTable.rows.map(\.number)) func schema(version: Int) throws {
    let row = try #require(VersionTable.named(version))
    let bytes = row.schema()
    #expect(Digest(of: bytes).hex == row.schemaDigest)
    let file = Fixtures.directory.deletingLastPathComponent().appending(path: "Schemas/slipbox-\(version).xsd")
    #expect(Array(try Data(contentsOf: file)) == bytes)
  }

  private static let fixtures = [
    (1, "tour-1.slipbox.xml"), (2, "tour-2.slipbox.xml"), (3, "tour-3.slipbox.xml"),
  ]

  /// Digest of the fixture, then of what each further stage makes of it: the XML, and all payload by path.
  private static let frozen: [String: [String]] = [:]

  @Test(arguments: fixtures) func stages(version: Int, name: String) throws {
    var document = VersionDocument(
      version: version, xml: try Fixtures.bytes("versions/\(name)"), payload: .none)
    let options = StageOptions(limits: Limits(), workers: 1, tool: "frozen 1")
    var digests = [Digest(of: document.xml).hex]
    while document.version < 5 {
      document = try StageTable.run(document, to: document.version + 1, options)
      digests.append(digest(document))
    }
    while document.version > 1 {
      document = try StageTable.run(document, to: document.version - 1, options)
      digests.append(digest(document))
    }
    #expect(digests == Self.frozen[name], "\(digests)")
  }

  /// The trees' fixtures, all files by path.
  @Test(arguments: [4, 5]) func trees(version: Int) throws {
    let storage = try DirectoryStorage(Fixtures.directory.appending(path: "versions/tour-\(version).slipbox").path)
    var digester = Digester()
    for entry in try storage.entries() where entry.kind == .file {
      Array(entry.path.utf8).withUnsafeBytes { digester.update($0) }
      try storage.read(entry.path).withUnsafeBytes { digester.update($0) }
    }
    let digest = digester.finish().hex
    #expect([digest] == Self.frozen["tour-\(version).slipbox"], "\(digest)")
    let report = try Validator(storage: storage).run()
    #expect(report.diagnostics.filter { $0.severity == .error } == [])
    #expect(report.schemaVersion == version)
  }

  private func digest(_ document: VersionDocument) -> String {
    var digester = Digester()
    document.xml.withUnsafeBytes { digester.update($0) }
    if case .made(let files) = document.payload {
      for path in files.keys.sorted() {
        Array(path.utf8).withUnsafeBytes { digester.update($0) }
        files[path]?.withUnsafeBytes { digester.update($0) }
      }
    }
    return digester.finish().hex
  }

  /// A model that says what the form says.
  @Test(arguments: [1, 2, 3, 4]) func modelAndFormAgree(version: Int) throws {
    let model = try #require(SchemaModel.of(version))
    let row = try #require(VersionTable.named(version))
    let form = try #require(OldVersionCheck.form(row))
    for (element, name) in [
      (VersionElement.note, "note"), (.folder, "folder"), (.keyword, "keyword"), (.attachment, "attachment"),
      (.event, "event"),
    ] {
      let attributes = form.attributes(of: element)
      let entity = model.entity(name)
      #expect((attributes == nil) == (entity == nil), "\(name)")
      let names = Set((entity?.attributes.map(\.name) ?? []) + (entity?.relationships.map(\.name) ?? []))
      for attribute in attributes ?? [] { #expect(names.contains("\(attribute.name)"), "\(name).\(attribute.name)") }
      for attribute in attributes ?? [] {
        guard let described = entity?.attributes.first(where: { $0.name == "\(attribute.name)" }) else { continue }
        let mayBeMissing = described.isOptional || described.defaultValue != nil
        #expect(mayBeMissing != attribute.isRequired, "\(name).\(attribute.name)")
      }
    }
  }

  @Test func inversesExist() {
    for model in SchemaModel.all {
      for entity in model.entities {
        for relationship in entity.relationships {
          let other = model.entity(relationship.destination)
          let inverse = other?.relationships.first { $0.name == relationship.inverse }
          #expect(inverse?.destination == entity.name, "\(model.version) \(entity.name).\(relationship.name)")
        }
      }
    }
  }

  @Test func everyVersionIsADifference() {
    for (old, new) in zip(SchemaModel.all, SchemaModel.all.dropFirst()) {
      #expect(!SchemaDifference.between(old, new).isEmpty)
      #expect(SchemaDifference.between(new, new).isEmpty)
    }
  }
}
