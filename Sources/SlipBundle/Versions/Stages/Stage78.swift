internal import SlipBase
internal import XMLSyntax

/// Stage 7 ↔ 8: sources say how they were read, and whether something of them couldn't be.
///
/// ```
/// <source key="Notes/a.rtf" …/>   ↔  <source key="Notes/a.rtf" … reading="{…}" incomplete="true"/>
/// ```
///
/// On the way up nothing is lost and nothing is known yet; on the way down these two facts are lost. The
/// result is one document here; whoever writes a bundle gives a large one its parts.
enum Stage78 {
  /// The stage's row of `StageTable`.
  static let row = VersionStage(
    Version7.row, Version8.row, changes: changes.map(\.description),
    .streamed(
      up: { _ throws(SlipError) in PreparedStage { Writer78($0, to: $1) } },
      down: { input throws(SlipError) in
        let losses = Losses78()
        try input.read(losses)
        return PreparedStage(losses: losses.list.all) { Writer78($0, to: $1) }
      }))

  /// The attributes that version 8 added, by element.
  static let added: [ManifestElement: [StaticString]] = [.source: ["reading", "incomplete"]]

  /// What changes on the way up.
  private static let changes: [LightweightChange] = [
    .add(.source, "reading"), .add(.source, "incomplete"),
  ]

  /// How version 8 is made.
  static let upMap = map(isUp: true)
  /// How version 7 is made.
  static let downMap = map(isUp: false)

  /// The mapping of attributes in one direction.
  ///
  /// - Parameter isUp: Whether version 8 is made; otherwise version 7.
  private static func map(isUp: Bool) -> LightweightMap {
    LightweightMap(
      old: { ManifestSchema.version7.attributes(of: $0) },
      new: { ManifestSchema.current.attributes(of: $0) }, changes, isUp: isUp)
  }
}

/// Writes version 7 or 8 while the other is read.
final class Writer78: HistoryWriter {
  /// Prepares the writing.
  init(_ options: Options, to sink: XMLSink) {
    super.init(options.isUp ? Stage78.upMap : Stage78.downMap, options, listsFiles: false, to: sink)
  }

  /// Takes the files of an entity.
  override func didStart(_ kind: ManifestElement, _ attributes: ManifestAttributes) throws {
    try takeFiles(of: kind, attributes)
  }

  /// Passes all files on when all entities were read.
  override func didEnd(_ kind: ManifestElement) throws {
    guard kind == .notes else { return }
    for file in allFiles() {
      try options.onFile(MigratedFile(path: file.path, fact: file.fact, bytes: file.bytes))
    }
  }
}

/// Finds what version 7 can't hold, while a manifest of version 8 is read.
final class Losses78: ManifestConsumer {
  /// The losses so far.
  private(set) var list = LossList(from: 8, to: 7)

  /// Notes what is lost of one element.
  ///
  /// - Throws: `SlipError` for malformed values.
  func start(_ kind: ManifestElement, _ element: XMLElement) throws(SlipError) {
    guard kind == .source else { return }
    let attributes = try ManifestAttributes(element, kind, .current)
    let key = attributes.requiredText("key")
    if attributes.text("reading") != nil { list.add("source", key, "reading") }
    if try attributes.value("incomplete", ManifestValue.bool) == true {
      list.add("source", key, "incomplete")
    }
  }
}
