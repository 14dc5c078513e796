internal import SlipBase
internal import XMLSyntax

/// Asks the schema what is wrong with a manifest.
final class SchemaCheck: XMLHandler {
  private var findings = FindingList()
  private var depth = 0
  /// The depth of the outermost foreign element that is open.
  private var foreignDepth: Int?

  /// - Returns: Whether the manifest, which is well-formed, breaks its schema.
  static func run(
    _ manifest: UnsafeRawBufferPointer, _ limits: Limits, _ findings: inout FindingList
  ) throws(SlipError) -> Bool {
    let check = SchemaCheck()
    let schema = try XMLSchema(Version5.row.schema())
    _ = try XMLParser.parse(manifest, schema: schema, limits: limits, handler: check)
    findings.append(check.findings.findings)
    return !check.findings.isEmpty
  }

  func startElement(_ element: XMLElement) throws(SlipError) {
    depth += 1
    if foreignDepth == nil, !element.isIn(namespace: ManifestElement.namespace) { foreignDepth = depth }
    // `xsi:type` and its like are allowed by XSD everywhere, and would be lost in saving.
    if foreignDepth == nil, element.hasPrefixedAttribute {
      findings.report(SchemaViolation.self, "an attribute of another namespace", at: .tag(element.tagEnd))
    }
  }

  func endElement() throws(SlipError) {
    if foreignDepth == depth { foreignDepth = nil }
    depth -= 1
  }

  func schemaFault(_ fault: XMLFault) throws(SlipError) {
    findings.report(SchemaViolation.self, "`\(fault.path)`: \(fault.message)", at: .offset(fault.offset))
  }
}
