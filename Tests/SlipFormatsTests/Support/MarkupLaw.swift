import SlipDocument
import Testing

/// A law of a markup format: what a generated document shows, it shows when written and read again.
struct MarkupLaw {
  static let seedsInBlock = 25

  var features: MarkupDocumentGenerator.Features
  var write: (Document) -> [UInt8]
  var read: ([UInt8]) -> Document
  /// What has to stay the same.
  var lines: (Document) -> [String]

  /// Tries the seeds of one block, up to the first that breaks the law.
  func hold(block: Int, sourceLocation: SourceLocation = #_sourceLocation) {
    for seed in block * Self.seedsInBlock..<(block + 1) * Self.seedsInBlock {
      var generator = MarkupDocumentGenerator(seed: UInt64(seed), features: features)
      let document = generator.make()
      let markup = write(document)
      let (expected, actual) = (lines(document), lines(read(markup)))
      guard expected != actual else { continue }
      let sides = [expected, actual].map { $0.map(\.debugDescription).joined(separator: "\n") }
      Issue.record(
        "seed \(seed)\n\(sides.joined(separator: "\n---\n"))\n---\n\(String(decoding: markup, as: UTF8.self))",
        sourceLocation: sourceLocation)
      return
    }
  }
}
