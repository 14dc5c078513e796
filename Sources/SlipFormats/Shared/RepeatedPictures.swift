package import SlipBase
package import SlipDocument
internal import SlipMarkup
internal import SlipRTF

extension PictureViewer {
  /// Whether a file of the format has a picture wherever it is shown. Others have it once.
  var hasRepeatedPictures: Bool {
    switch self {
    case .browser, .wordProcessor: true
    case .office, .book: false
    }
  }
}

extension Document {
  /// Replaces pictures and files by descriptions and names, if a file that has them wherever they are shown would hold
  /// more than `Limits.repeatedPictureBytes` again.
  ///
  /// - Returns: An error for each that was replaced.
  package mutating func limitRepeatedPictures(_ limits: Limits) -> [Diagnostic] {
    var counter = RepeatedPictures(resources: resources, room: limits.repeatedPictureBytes)
    walk(&counter)
    guard counter.room < 0 else { return [] }
    var shown = RepeatedPictures(resources: resources, room: limits.repeatedPictureBytes)
    var replaced = 0
    let names = resources.map(\.name)
    editInlines { inline in
      if shown.mayShow(inline) { return nil }
      replaced += 1
      return RepeatedPictures.replacement(of: inline, names)
    }
    var found = MarkupCode.repeatedPictureFound
    found.count = replaced
    return [found]
  }
}

/// Counts the bytes of pictures and files that a document shows again.
private struct RepeatedPictures: DocumentVisitor {
  private let sizes: [Int]
  private var shown: Set<Int> = []
  /// How many bytes may still come. Less than 0 if too many came.
  private(set) var room: Int

  /// Begins to count.
  init(resources: [Resource], room: Int) {
    sizes = resources.map { if case .bytes(let bytes) = $0.content { bytes.count } else { 0 } }
    self.room = room
  }

  mutating func visit(_ inline: Inline) { if !mayShow(inline) { room = -1 } }

  /// Whether an inline may be there, as far as its picture or file is concerned.
  mutating func mayShow(_ inline: Inline) -> Bool {
    let index: Int
    switch inline {
    case .picture(let picture): index = picture.resource
    case .attachment(let file): index = file.resource
    default: return true
    }
    guard sizes.indices.contains(index), sizes[index] > 0, !shown.insert(index).inserted else { return true }
    guard sizes[index] <= room else { return false }
    room -= sizes[index]
    return true
  }

  /// What stands in the place of a picture or file.
  static func replacement(of inline: Inline, _ names: [String?]) -> [Inline] {
    var style = CharacterStyle()
    var text: String?
    switch inline {
    case .picture(let picture):
      (style.revision, style.isHidden) = (picture.style.revision, picture.style.isHidden)
      text = picture.description ?? names[picture.resource]
    case .attachment(let file):
      (style.revision, style.isHidden) = (file.style.revision, file.style.isHidden)
      text = names[file.resource]
    default: return [inline]
    }
    return text.map { $0.isEmpty ? [] : [.run(Run($0, style: style))] } ?? []
  }
}

extension Document {
  /// The document as RTF.
  ///
  /// - Parameter length: The length of the file that it was read from.
  /// - Throws: `SlipError` where it would be far larger than that (`Limits.documentRatio`).
  package func rtf(readFrom length: Int, _ limits: Limits) throws(SlipError) -> [UInt8] {
    let most = limits.documentBytes(readFrom: length)
    return try slipErrors {
      var output: [UInt8] = []
      try RTFWriter.write(self) {
        guard output.count + $0.count <= most else { throw MarkupCode.tooLarge(most) }
        output += $0
      }
      return output
    }
  }
}
