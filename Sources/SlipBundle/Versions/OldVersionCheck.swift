internal import SlipRTF
internal import SlipBase
internal import SlipFormats
internal import XMLSyntax

/// Checks a document of version 1 to 4 against its schema, and its references.
final class OldVersionCheck: VersionConsumer {
  private let indexer: ManifestIndexer
  private var notes = 0
  private let version: SchemaVersion
  private var findings = FindingList()
  private var noteTagEnd = 0
  private var isReadable = true
  private var isBase64 = false
  private var keywords: Set<UniqueID> = []

  private init(_ version: SchemaVersion, now: Timestamp?, limits: Limits) {
    self.version = version
    indexer = ManifestIndexer(now: now, limits: limits)
  }

  static func form(_ version: SchemaVersion) -> VersionForm? {
    switch version.number {
    case 1: V1Format.form
    case 2: V2Format.form
    case 3: V3Format.form
    case 4: V4Format.form
    default: nil
    }
  }

  /// - Returns: The index of what was read; nil where the document breaks its schema.
  static func run(
    _ bytes: UnsafeRawBufferPointer, _ version: SchemaVersion, _ limits: Limits, now: Timestamp? = nil,
    _ findings: inout FindingList
  ) throws(SlipError) -> (index: ManifestIndex, notes: Int)? {
    guard let form = form(version), try !SchemaCheck.run(bytes, version: version, limits, &findings) else {
      return nil
    }
    let check = OldVersionCheck(version, now: now, limits: limits)
    if let fault = try XMLParser.parse(bytes, limits: limits, handler: VersionWalker(form, check)) {
      findings.report(RuleTable.rule(fault), fault.message, at: .offset(fault.offset))
      return nil
    }
    check.indexer.finish()
    findings.append(check.indexer.findings.findings)
    findings.append(check.findings.findings)
    return check.indexer.breaksSchema || !check.isReadable ? nil : (check.indexer.index, check.notes)
  }

  func start(_ kind: VersionElement, _ attributes: ManifestAttributes) throws(SlipError) {
    let element = attributes.element
    do throws(SlipError) {
      try attributes.expectReadable(OldVersionCheck.form(version)?.attributes(of: kind) ?? [])
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
      // Names may differ in case only: the stage to version 3 merges them.
      let id = try attributes.requiredID("id")
      if !keywords.insert(id).inserted {
        findings.report(.duplicateID, "keyword", at: .tag(element.tagEnd))
      }
      return
    }
    if version.number > 1, let kind = kind.current { try indexer.start(kind, element) }
  }

  func end(_ kind: VersionElement, text: [UInt8]) throws(SlipError) {
    guard kind == .formattedBodyText else { return }
    let body = VersionText.body(text, isBase64: isBase64) ?? []
    if !body.withUnsafeBytes({ RTFProbe.isRTF($0) }) {
      findings.report(.bodyNotRTF, at: .tag(noteTagEnd))
    }
  }
}
