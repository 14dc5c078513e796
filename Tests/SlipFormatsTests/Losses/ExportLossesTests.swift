import SlipBase
import SlipDocument
import SlipTestSupport
import Testing

@testable import SlipFormats
@testable import SlipMarkup

@Suite struct ExportLossesTests {
  @Test func everyFeatureHasOneRow() {
    #expect(ExportFeatureTable.rows.count == ExportFeature.allCases.count)
    #expect(Set(ExportFeatureTable.rows.map(\.feature)) == Set(ExportFeature.allCases))
    #expect(Set(ExportFeatureTable.rows.map(\.title)).count == ExportFeatureTable.rows.count)
  }

  @Test(arguments: ExportFeature.allCases)
  func sampleHasItsFeature(_ feature: ExportFeature) {
    #expect(
      ExportFeatureFinder.find(in: ExportSamples.document(feature), options: ExportLosses.Options())[feature]?
        .count == 1)
  }

  /// What is written and read again has the feature where the table says that it is kept, and only there.
  @Test(arguments: ["rtf", "html", "markdown", "docx", "odt", "txt"], ExportFeatureTable.rows.map(\.feature))
  func claimIsTrue(_ name: String, _ feature: ExportFeature) throws {
    let format = try #require(FormatTable.named(name))
    let row = try #require(ExportFeatureTable.rows.first { $0.feature == feature })
    let write = try #require(format.write)
    let read = try #require(format.read)
    var document = ExportSamples.document(feature)
    if let viewer = format.viewer { _ = document.makePicturesVisible(to: viewer) }
    let again = try write(document, WriteOptions()).withUnsafeBytes {
      read($0, Limits()).document
    }
    let isThere = ExportFeatureFinder.find(in: again, options: ExportLosses.Options())[feature] != nil
    // Documents of markup have spacing of their own.
    let isMarkup = format.kind == .html || format.kind == .markdown
    let isKept = row.fate(in: format.kind) == .kept || feature == .spacing && isMarkup
    #expect(isThere == isKept, "\(feature.rawValue) in \(name)")
  }

  @Test func reportCountsAndPlaces() {
    var document = Document()
    var hidden = CharacterStyle()
    hidden.isHidden = true
    document.blocks = [
      .paragraph(Paragraph(inlines: [.run(Run("a"))])),
      .paragraph(
        Paragraph(inlines: [.run(Run("b", style: hidden)), .noteReference(0), .run(Run("c", style: hidden))])),
    ]
    document.notes = [
      MarginNote(
        kind: .footnote, mark: "1", blocks: [.paragraph(Paragraph(inlines: [.run(Run("d", style: hidden))]))])
    ]
    let losses = ExportLosses.of(document, as: .html)
    #expect(losses.map(\.feature) == [.hidden])
    #expect(losses.map(\.count) == [3])
    #expect(losses.map(\.first) == [.paragraph(2)])
    #expect(ExportLosses.of(document, as: .rtf).isEmpty)
    #expect(ExportLosses.of(document, as: .plainText).map(\.feature) == [.hidden, .footnote])
  }

  @Test func optionsKeepWhatTheyPutBeside() {
    var options = ExportLosses.Options()
    options.hasFilesBeside = true
    options.hasFrontMatter = true
    let attachment = ExportSamples.document(.attachment)
    #expect(ExportLosses.of(attachment, as: .html).map(\.becomes) == ["names"])
    #expect(ExportLosses.of(attachment, as: .html, options: options).isEmpty)
    #expect(ExportLosses.of(attachment, as: .markdown, options: options).map(\.becomes) == ["links"])
    for feature in [ExportFeature.title, .dates] {
      #expect(!ExportLosses.of(ExportSamples.document(feature), as: .markdown).isEmpty)
      #expect(ExportLosses.of(ExportSamples.document(feature), as: .markdown, options: options).isEmpty)
    }
  }
}
