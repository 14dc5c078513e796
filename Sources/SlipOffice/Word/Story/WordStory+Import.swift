internal import SlipDocument

/// Parts of other formats within a document (ECMA-376-1, 17.17.2 "altChunk").
extension WordStory {
  /// Puts the blocks of a part of another format in its place.
  func importPart(_ node: OfficeNode) {
    guard var other = reading.imported(node["r:id"], of: part) else {
      reading.findings.note(.importedPart, in: part.name)
      return
    }
    if level.paragraph != nil { endParagraph() }
    reading.adopt(&other)
    level.blocks += other.blocks
  }
}
