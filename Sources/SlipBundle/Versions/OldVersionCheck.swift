internal import SlipRTF
internal import SlipBase
internal import XMLSyntax

/// Checks a document of version 1 to 4: its schema, its references, and that its bodies are RTF.
///
/// Elements that are the same in the current version go to `ManifestIndexer`, so that old and new versions
/// are judged by the same rules.
final class OldVersionCheck: VersionConsumer {
  /// Checks references.
  private let indexer: ManifestIndexer
  /// How many notes there are. Notes of version 1 have no id, so the indexer doesn't count them.
  private var notes = 0
  /// The version of the document.
  private let version: SchemaVersion
  /// What isn't found by the indexer.
  private var findings = FindingList()
  /// The place of the note that was read last.
  private var noteTagEnd = 0
  /// Whether all values can be read.
  private var isReadable = true
  /// Whether the body that is open is in Base64.
  private var isBase64 = false
  /// Ids of keywords of version 2.
  private var keywords: Set<UniqueID> = []

  /// Checks a document of this version.
  private init(_ version: SchemaVersion, now: Timestamp?, limits: Limits) {
    self.version = version
    indexer = ManifestIndexer(.version5, now: now, limits: limits)
  }

  /// Checks a document.
  ///
  /// - Parameters:
  ///   - bytes: The single file of versions 1 to 3, or the manifest of version 4.
  ///   - version: Its version.
  ///   - limits: Bounds for its XML.
  ///   - now: The current time, for dates in the future; nil to accept all.
  ///   - findings: Takes the findings.
  /// - Returns: The index of what was read, and the number of notes; nil where the document breaks its
  ///   schema.
  /// - Throws: `SlipError` only for errors of the system.
  static func run(
    _ bytes: UnsafeRawBufferPointer, _ version: SchemaVersion, _ limits: Limits, now: Timestamp? = nil,
    _ findings: inout FindingList
  ) throws(SlipError) -> (index: ManifestIndex, notes: Int)? {
    guard let form = version.oldForm, try !SchemaCheck.run(bytes, version: version, limits, &findings) else {
      return nil
    }
    let check = OldVersionCheck(version, now: now, limits: limits)
    if let fault = try XMLParser.parse(bytes, limits: limits, handler: VersionWalker(form, check)) {
      findings.report(RuleTable.rule(fault), fault.message, at: .offset(fault.offset))
      return nil
    }
    check.indexer.finish()
    findings.append(check.indexer.findings)
    findings.append(check.findings)
    return check.indexer.breaksSchema || !check.isReadable ? nil : (check.indexer.index, check.notes)
  }

  /// Takes an element: checks that its values can be read, and passes it on to the indexer where the current
  /// version has the same.
  ///
  /// Keywords of version 2 are the exception. Their names may differ only in case, which is a fault in later
  /// versions; the stage to version 3 merges them.
  func start(_ kind: VersionElement, _ attributes: ManifestAttributes) throws(SlipError) {
    let element = attributes.element
    do throws(SlipError) {
      try attributes.expectReadable(version.oldForm?.attributes(of: kind) ?? [])
    } catch {
      findings.report(.schemaViolation, error.message, at: .tag(element.tagEnd))
      isReadable = false
    }
    if kind == .formattedBodyText { isBase64 = attributes.text("encoding") != nil }
    if kind == .note {
      noteTagEnd = element.tagEnd
      notes += 1
    }
    if version.number == 2, kind == .keyword {
      // Names may differ only in case here, so the indexer must not see them.
      let id = try attributes.requiredID("id")
      if !keywords.insert(id).inserted {
        findings.report(.duplicateID, "keyword", at: .tag(element.tagEnd))
      }
      return
    }
    if version.number > 1, let kind = kind.current { try indexer.start(kind, element) }
  }

  /// Takes an element's content: a body has to be RTF.
  func end(_ kind: VersionElement, text: [UInt8]) throws(SlipError) {
    guard kind == .formattedBodyText else { return }
    let body = VersionText.body(text, isBase64: isBase64) ?? []
    if !body.withUnsafeBytes({ RTFProbe.isRTF($0) }) {
      findings.report(.bodyNotRTF, at: .tag(noteTagEnd))
    }
  }
}
