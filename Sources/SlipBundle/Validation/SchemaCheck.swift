internal import SlipBase
internal import XMLSyntax

/// Checks a manifest by its XSD, with libxml2.
///
/// One rule is added: attributes of other namespaces (`xsi:type`) are allowed by XSD everywhere, but saving
/// would lose them, so they are faults outside of foreign elements.
final class SchemaCheck: XMLHandler {
  /// What was found so far, in the order of the manifest.
  private var faults: [XMLFault] = []
  /// Bounds for the XML and for the number of faults.
  private let limits: Limits
  /// How many elements are open.
  private var depth = 0
  /// The depth of the outermost foreign element that is open; nil outside of such.
  private var foreignDepth: Int?

  /// Checks within these limits.
  private init(_ limits: Limits) { self.limits = limits }

  /// Whether more faults were found than will be reported.
  private var isFull: Bool { faults.count > limits.schemaFaults }

  /// Adds a fault; ends the check when there are enough.
  ///
  /// - Throws: `SlipError` once there is one fault more than the limit.
  private func add(_ fault: XMLFault) throws(SlipError) {
    faults.append(fault)
    if isFull { throw SlipError(.badInput, fault.message) }
  }

  /// Reports what breaks the schema, up to `Limits.schemaFaults`.
  ///
  /// - Parameters:
  ///   - manifest: A well-formed manifest.
  ///   - version: The version by whose schema it is checked.
  ///   - limits: Bounds for the XML and for the number of faults.
  ///   - base: Where the document begins among those of its bundle.
  ///   - findings: Takes the faults.
  /// - Returns: Whether the manifest breaks its schema.
  static func run(
    _ manifest: UnsafeRawBufferPointer, version: SchemaVersion = VersionTable.currentRow, _ limits: Limits,
    base: Int = 0, _ findings: inout FindingList
  ) throws(SlipError) -> Bool {
    let faults = try faults(manifest, version, limits)
    for fault in faults.prefix(limits.schemaFaults) {
      if fault.code == XMLCode.schema {
        findings.report(
          .schemaViolation, "`\(fault.path)`: \(fault.message)", at: .offset(base + fault.offset))
      } else {
        findings.report(RuleTable.rule(fault), fault.message, at: .offset(base + fault.offset))
      }
    }
    if faults.count > limits.schemaFaults {
      findings.report(
        .schemaViolation, "there are more than \(limits.schemaFaults) faults; the others aren't reported",
        at: .offset(base + faults[limits.schemaFaults].offset))
    }
    return !faults.isEmpty
  }

  /// The first fault; nil for a valid manifest.
  static func firstFault(
    _ manifest: UnsafeRawBufferPointer, version: SchemaVersion = VersionTable.currentRow, _ limits: Limits
  ) throws(SlipError) -> XMLFault? {
    var limits = limits
    limits.schemaFaults = 0
    return try faults(manifest, version, limits).first
  }

  /// All faults, one more than the limit at most: then it is known that there are others.
  ///
  /// Faults of libxml2 come with their place. For the rule that is added here, the place is the start of the
  /// tag.
  private static func faults(
    _ manifest: UnsafeRawBufferPointer, _ version: SchemaVersion, _ limits: Limits
  ) throws(SlipError) -> [XMLFault] {
    let check = SchemaCheck(limits)
    let schema = try XMLSchema(version.schema())
    do throws(SlipError) {
      let fault = try XMLParser.parse(manifest, schema: schema, limits: limits, handler: check)
      if let fault { check.faults.append(fault) }
    } catch {
      // The check ended itself, as there are enough faults.
      guard check.isFull else { throw error }
    }
    for index in check.faults.indices where check.faults[index].path.isEmpty {
      // A fault that `startElement` added; libxml2 gives its own faults a place.
      let start = LineIndex.tagStart(endingAt: check.faults[index].offset, in: manifest)
      check.faults[index].offset = start
      check.faults[index].path = "slipbox"
    }
    return check.faults
  }

  /// Counts the depth, and reports attributes of other namespaces outside of foreign elements.
  ///
  /// - Throws: `SlipError` when there are enough faults.
  func startElement(_ element: XMLElement) throws(SlipError) {
    depth += 1
    if foreignDepth == nil, !element.isIn(namespace: ManifestElement.namespace) { foreignDepth = depth }
    // XSD allows `xsi:type` and the like everywhere, but saving would lose them.
    if foreignDepth == nil, element.hasPrefixedAttribute {
      try add(
        XMLFault(
          code: XMLCode.schema, message: "an attribute of another namespace", path: "", offset: element.tagEnd
        ))
    }
  }

  /// Counts the depth back; the end of the outermost foreign element ends the exception for its content.
  func endElement() throws(SlipError) {
    if foreignDepth == depth { foreignDepth = nil }
    depth -= 1
  }

  /// Takes a fault that libxml2 found.
  ///
  /// - Throws: `SlipError` when there are enough faults.
  func schemaFault(_ fault: XMLFault) throws(SlipError) { try add(fault) }
}
