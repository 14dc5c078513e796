internal import SlipBase
internal import XMLSyntax

/// Asks the schema what is wrong with a manifest.
final class SchemaCheck: XMLHandler {
  private var faults: [XMLFault] = []
  private let limits: Limits
  private var depth = 0
  /// The depth of the outermost foreign element that is open.
  private var foreignDepth: Int?

  private init(_ limits: Limits) { self.limits = limits }

  private var isFull: Bool { faults.count > limits.schemaFaults }

  private func add(_ fault: XMLFault) throws(SlipError) {
    faults.append(fault)
    if isFull { throw SlipError(.badInput, fault.message) }
  }

  /// - Returns: Whether the manifest, which is well-formed, breaks its schema.
  static func run(
    _ manifest: UnsafeRawBufferPointer, version: SchemaVersion = Version5.row, _ limits: Limits,
    _ findings: inout FindingList
  ) throws(SlipError) -> Bool {
    let faults = try faults(manifest, version, limits)
    for fault in faults.prefix(limits.schemaFaults) {
      if fault.code == XMLCode.schema {
        findings.report(.schemaViolation, "`\(fault.path)`: \(fault.message)", at: .offset(fault.offset))
      } else {
        findings.report(RuleTable.rule(fault), fault.message, at: .offset(fault.offset))
      }
    }
    if faults.count > limits.schemaFaults {
      findings.report(
        .schemaViolation, "there are more than \(limits.schemaFaults) faults; the others aren't reported",
        at: .offset(faults[limits.schemaFaults].offset))
    }
    return !faults.isEmpty
  }

  static func firstFault(
    _ manifest: UnsafeRawBufferPointer, version: SchemaVersion = Version5.row, _ limits: Limits
  ) throws(SlipError) -> XMLFault? {
    var limits = limits
    limits.schemaFaults = 0
    return try faults(manifest, version, limits).first
  }

  private static func faults(
    _ manifest: UnsafeRawBufferPointer, _ version: SchemaVersion, _ limits: Limits
  ) throws(SlipError) -> [XMLFault] {
    let check = SchemaCheck(limits)
    let schema = try XMLSchema(version.schema())
    do throws(SlipError) {
      let fault = try XMLParser.parse(manifest, schema: schema, limits: limits, handler: check)
      if let fault { check.faults.append(fault) }
    } catch {
      // Enough was found.
      guard check.isFull else { throw error }
    }
    for index in check.faults.indices where check.faults[index].path.isEmpty {
      // Ours: the parser places its own.
      let start = LineIndex.tagStart(endingAt: check.faults[index].offset, in: manifest)
      check.faults[index].offset = start
      check.faults[index].path = "slipbox"
    }
    return check.faults
  }

  func startElement(_ element: XMLElement) throws(SlipError) {
    depth += 1
    if foreignDepth == nil, !element.isIn(namespace: ManifestElement.namespace) { foreignDepth = depth }
    // `xsi:type` and its like are allowed by XSD everywhere, and would be lost in saving.
    if foreignDepth == nil, element.hasPrefixedAttribute {
      try add(
        XMLFault(
          code: XMLCode.schema, message: "an attribute of another namespace", path: "", offset: element.tagEnd
        ))
    }
  }

  func endElement() throws(SlipError) {
    if foreignDepth == depth { foreignDepth = nil }
    depth -= 1
  }

  func schemaFault(_ fault: XMLFault) throws(SlipError) { try add(fault) }
}
