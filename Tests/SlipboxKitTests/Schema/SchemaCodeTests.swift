import Foundation
import SlipBundle
import SlipTestSupport
import SlipboxKit
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Schema versions as code for an app's store.
@Suite struct SchemaCodeTests {
  private func model(_ version: Int) throws -> SchemaModel { try #require(SchemaModel.of(version)) }

  /// The structures in `Examples` are those that the command writes, so that they are compiled with each change.
  @Test func examplesAreCurrent() throws {
    let file = Fixtures.directory.appending(path: "../Examples/Sources/ModelsExample/Slipbox.swift")
    let text = SchemaCode.swift.text(of: try model(VersionTable.current))
    #expect((try String(contentsOf: file, encoding: .utf8) == text) == true)
  }

  @Test(arguments: SchemaModel.all.map(\.version)) func modelsAreWellFormed(version: Int) throws {
    let text = SchemaCode.xcdatamodel.text(of: try model(version))
    final class Reader: NSObject, XMLParserDelegate {
      var entities: [String] = []
      var relationships: [(entity: String, name: String, destination: String, inverse: String?)] = []
      func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
      ) {
        if name == "entity" { entities.append(attributes["name"] ?? "") }
        if name == "relationship" {
          relationships.append(
            (
              entities.last ?? "", attributes["name"] ?? "", attributes["destinationEntity"] ?? "",
              attributes["inverseName"]
            ))
        }
      }
    }
    let reader = Reader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    #expect(parser.parse())
    #expect(!reader.entities.isEmpty && Set(reader.entities).count == reader.entities.count)
    for relationship in reader.relationships {
      #expect(reader.entities.contains(relationship.destination))
      // An inverse leads back.
      guard let inverse = relationship.inverse else { continue }
      #expect(
        reader.relationships.contains {
          $0.entity == relationship.destination && $0.name == inverse
            && $0.destination == relationship.entity && $0.inverse == relationship.name
        }, "\(relationship)")
    }
  }

  @Test func classesHaveAPlan() throws {
    let text = SchemaCode.swiftdata.text(of: try model(7))
    for part in [
      "enum SlipboxSchemaV5: VersionedSchema", "enum SlipboxSchemaV7: VersionedSchema",
      ".lightweight(fromVersion: SlipboxSchemaV5.self", "@Attribute(.unique)",
      "@Relationship(deleteRule: .cascade", "inverse: \\Folder.notes", "originalName: \"isFavorite\"",
    ] { #expect(text.contains(part), "\(part)") }
    #expect(text.filter { $0 == "{" }.count == text.filter { $0 == "}" }.count)
  }

  /// A store of version 4 says "Draft" where later ones say "draft".
  @Test func storedWordsMigrate() throws {
    let text = SchemaCode.swiftdata.text(of: try model(VersionTable.current))
    for (version, same) in [(4, nil), (5, nil), (6, 7), (7, nil), (8, nil)] as [(Int, Int?)] {
      let expected =
        same.map { "public typealias SlipboxSchemaV\(version) = SlipboxSchemaV\($0)\n" }
        ?? "public enum SlipboxSchemaV\(version): VersionedSchema {\n"
      #expect(text.contains(expected))
    }
    let stages = text.split(separator: "      .").filter {
      $0.hasPrefix("custom") || $0.hasPrefix("lightweight")
    }
    #expect(stages.count == 3)
    #expect(
      stages.first == """
        custom(
                fromVersion: SlipboxSchemaV4.self, toVersion: SlipboxSchemaV5.self, willMigrate: nil,
                didMigrate: { context in
                  let status = ["Draft": "draft", "Review": "review", "Archived": "archived"]
                  for item in try context.fetch(FetchDescriptor<SlipboxSchemaV5.Note>()) {
                    item.status = status[item.status] ?? item.status
                  }
                  try context.save()
                }),

        """)
    #expect(stages.dropFirst().allSatisfy { $0.hasPrefix("lightweight") })
  }
}
