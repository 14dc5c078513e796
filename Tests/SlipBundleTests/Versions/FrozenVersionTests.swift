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
    let file = Fixtures.directory.deletingLastPathComponent().appending(
      path: "Schemas/slipbox-\(version).xsd")
    #expect(Array(try Data(contentsOf: file)) == bytes)
  }

  private static let fixtures = [
    (1, "tour-1.slipbox.xml"), (2, "tour-2.slipbox.xml"), (3, "tour-3.slipbox.xml"),
  ]

  /// Digest of the fixture, then of what each stage up to version 5 and down to 1 makes of it: XML, and payload by path.
  private static let frozen: [String: [String]] = [
    "tour-1.slipbox.xml": [
      "097fe2fcaf73c7b7389bf32bbb8681822ba8624fba9c79966a90593da2b8c0ab",
      "f3a6f957816d5f8cd6989cb8bec62fac6b4293bcdbd020b2799fe8bed0549391",
      "809abfa396cf6e5d80c3e24290388ed883eb3debfab9dbc159d3d55840d5097e",
      "65879e60c5cdbdb27d1fe5460ac01b6d1860b8e5f0a54ede7f716649c62855b6",
      "7d7898f76e45ddf2a64a4ebcd6b7c073512036651fe19aabd01a6d2c8d4fe8d1",
      "00b4b8d5470dd1e3e456e921956977e576a6846553b05ef04adc0dbe2cb4a8a8",
      "91f88a7adf5de979e98423c13ea3c55487e09d6240a6aaf0b76a4003a880498e",
      "fd795fad56f4c9c7791e39d04e274380e42bbcc54134422ed9c3e1fe59cbd14d",
      "ab379b8b7de9e0399c9318ac4bc9bb3bd2c037220bfe29179a2c5058d85042d7",
    ],
    "tour-2.slipbox.xml": [
      "e1cd17b82f80da955a376f4ef82aa64ddf46672352708fa873b27b702d7fd677",
      "0322f485e3b2e1ab7229d1aa4a3fe1ea66bd90bc86751a37950139566802616e",
      "ffb281dd7bd1e420a608565dfb11043d399609084049e0e2fc4c2da1705e89c9",
      "df2a82530529eca82931f9de9850280bcbdc662deba96f053c77b50e245d1de8",
      "ffbb3322076e821a68cc2dc6ab4ec03627f5103bb81b377a24797b6ba235062a",
      "022e016e1015c2c8e0d41a90729fa0306c38ec166c50fc794ffac306ddc6dfda",
      "a06d03a301a63d0d477667e80729e2fafc5bc6a78e830cddb734f84ba9710055",
      "4ef32dce4267b1304c30015a2273967f6c147a35dc8ed3cc0904bef43ca281c0",
    ],
    "tour-3.slipbox.xml": [
      "1d1e37e5ba32acb3486d85623b1de9f02dc7d697434fd2142a7116cb8c98f11c",
      "c181975eaa693f0340337942417073d8b168dc0e8b8b90511fb5c08f3633d018",
      "cb1291ec8116e23769013192ca5aefc5f4e9e2e58bb273add1b28ce6c39473bd",
      "d8dd0997d4ace5bc4e27c14e5e501de4ab4cae1ae915eac4ff5bb30d55b7afc5",
      "f6ce98d91b366e3a7ad68531860c88a7e86bf1c3004d9443d540a07380029c86",
      "ae89b232312dcb08d7636ced4177a3387594be09fbbea414e1e157b2d0bcd415",
      "1f8389d96f1903ffdcf8139ea38f845449665f189366451dc40eede763462eb0",
    ],
    "tour-4.slipbox": [
      "6a0451b723649abb015d2231e23dc50fb5e0ec6cd1d35773db568822220b31f3"
    ],
    "tour-6.slipbox": [
      "a3d9bcb8a574a87f8b28d37df72b91515cef2e2d23dba39eddf98d846df19775"
    ],
    "tour-7.slipbox": [
      "8abef5d08ba1a452b3375a68f75b21760236d4d410b710bd985b4b02aaf02876"
    ],
    "tour-8.slipbox": [
      "9057a6bfb0bda881ad9fb40857cee98fcacac75d49f876f0c08ec24ebe79c214"
    ],
    "tour-5.slipbox": [
      "3e48e56bea60997a8450b7f7e6979e976f80b0279aafecf875d8c3fb4936e323"
    ],
  ]

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

  /// The same for what stage 5 to 6 makes of a fixture, and what comes back.
  private static let frozen6: [String: [String]] = [
    "tour-1.slipbox.xml": [
      "90390fe7dc9ad83db45b77e850a24531f10d8ea3c59e7f4e9033524004794481",
      "8ff2e5331db77ddf2015a3b6e9bb808bb227f1e38673446f3679d7fd19cb2307",
    ],
    "tour-2.slipbox.xml": [
      "b82ae30d19b30011bc64ef0c90173df282636f343a0f6e19c75f24229d1732ba",
      "47de5288e6b97c838669d417540c9222e6f956bcb0607b7f175e0c332cd4fc0c",
    ],
    "tour-3.slipbox.xml": [
      "5ee6270c8380feeecea415c4b7e4f7a6659c09163412bf35ae238ccc5328ff9a",
      "af548281c72cda8dc3adbdd8d9d538e29ebe0bb9b952a6d4bc3b92f2bf8eddee",
    ],
  ]

  @Test(arguments: fixtures) func stage56(version: Int, name: String) throws {
    let old = VersionDocument(version: version, xml: try Fixtures.bytes("versions/\(name)"), payload: .none)
    let options = StageOptions(limits: Limits(), workers: 1, tool: "frozen 1")
    let new = try StageTable.run(old, to: 6, options)
    let digests = [digest(new), digest(try StageTable.run(new, to: 5, options))]
    #expect(digests == Self.frozen6[name], "\(digests)")
  }

  /// The same for what stage 6 to 7 makes of a fixture, and what comes back.
  private static let frozen7: [String: [String]] = [
    "tour-1.slipbox.xml": [
      "f531be813747a53c01c665264d265899e7fda19631c4888773b779f5a6a48487",
      "bdef849e403ddb0c5f2f208ea945a8a7ca2fa6b1b3544dfa47ab4c5e477df34a",
    ],
    "tour-2.slipbox.xml": [
      "2f90f09e0d87a04e85304fa80d551af3c028fa28c1f3340c3e0687384e3db0b7",
      "218d3021ff3f1a9408293fb9e019b840d4c7ccfc3c456bfb73442471cf158f11",
    ],
    "tour-3.slipbox.xml": [
      "b5af6fdfce4a0dd9754a662c2ee34087789d0d8164f8fe3c061f71ef7507a42b",
      "6c8accc5f9be50637cbb5ca43c7b1d6d6f38896ba1537cd98900956491e0a451",
    ],
  ]

  @Test(arguments: fixtures) func stage67(version: Int, name: String) throws {
    let old = VersionDocument(version: version, xml: try Fixtures.bytes("versions/\(name)"), payload: .none)
    let options = StageOptions(limits: Limits(), workers: 1, tool: "frozen 1")
    let new = try StageTable.run(old, to: 7, options)
    let digests = [digest(new), digest(try StageTable.run(new, to: 6, options))]
    #expect(digests == Self.frozen7[name], "\(digests)")
  }

  /// The same for what stage 7 to 8 makes of a fixture, and what comes back.
  private static let frozen8: [String: [String]] = [
    "tour-1.slipbox.xml": [
      "4a08b83c7f3c3946fb4b199eadc6d1cb29ae38cbb0ed8a9e741e506e2f3be935",
      "71601f8c4e73841c3c26289703288425407e7cdba94ea374ec3facd8de29443d",
    ],
    "tour-2.slipbox.xml": [
      "645cd466c9150ae1883b195f72a6f6d6d32e2a7beac9d59c13ac53371f21e60d",
      "a1598a2fcb110485661a1ccf183b3c65d1d7f35431a6d9075a40de0116e8926a",
    ],
    "tour-3.slipbox.xml": [
      "8035b87126afdaf64d0de3ddc7da3c453bd2a83dbcd01fe8d36d25d655d41742",
      "5093cf1dd7ff285bbc33948021191597966f8e13cefcb6d22b1630b1f939ca14",
    ],
  ]

  @Test(arguments: fixtures) func stage78(version: Int, name: String) throws {
    let old = VersionDocument(version: version, xml: try Fixtures.bytes("versions/\(name)"), payload: .none)
    let options = StageOptions(limits: Limits(), workers: 1, tool: "frozen 1")
    let new = try StageTable.run(old, to: 8, options)
    let digests = [digest(new), digest(try StageTable.run(new, to: 7, options))]
    #expect(digests == Self.frozen8[name], "\(digests)")
  }

  /// The trees' fixtures, all files by path.
  @Test(arguments: [4, 5, 6, 7, 8]) func trees(version: Int) throws {
    let storage = try DirectoryStorage(
      Fixtures.directory.appending(path: "versions/tour-\(version).slipbox").path)
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
    let form = try #require(row.oldForm)
    for (element, name) in [
      (VersionElement.note, "note"), (.folder, "folder"), (.keyword, "keyword"), (.attachment, "attachment"),
      (.event, "event"),
    ] {
      let attributes = form.attributes(of: element)
      let entity = model.entity(name)
      #expect((attributes == nil) == (entity == nil), "\(name)")
      let names = Set((entity?.attributes.map(\.name) ?? []) + (entity?.relationships.map(\.name) ?? []))
      for attribute in attributes ?? [] {
        #expect(names.contains("\(attribute.name)"), "\(name).\(attribute.name)")
      }
      for attribute in attributes ?? [] {
        guard let described = entity?.attributes.first(where: { $0.name == "\(attribute.name)" }) else {
          continue
        }
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
