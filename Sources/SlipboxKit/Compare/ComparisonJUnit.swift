internal import SlipBase
internal import XMLSyntax

/// A comparison as JUnit XML: a suite with a test for each document that differs, which fails, and one for the facts of a
/// bundle. Documents that don't differ are counted in one test that passes.
struct ComparisonJUnit {
  /// What is written.
  let comparison: Comparison
  /// How details are written.
  let options: ComparisonOptions

  /// The report as an XML document.
  ///
  /// - Throws: `SlipError` for text that XML forbids, which doesn't happen, because all text is escaped.
  func document() throws(SlipError) -> String {
    var output: [UInt8] = []
    try slipErrors {
      var xml = XMLWriter { output.append(contentsOf: $0) }
      try xml.start("testsuites")
      try suite(&xml)
      try xml.finish()
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Writes the one suite.
  private func suite(_ xml: inout XMLWriter) throws {
    let errors = comparison.items.count { $0.status == .unreadable }
    let failures = comparison.items.count - errors + (comparison.facts.isEmpty ? 0 : 1)
    try xml.start("testsuite")
    xml.attribute("name", escaped("\(comparison.old) \(comparison.new)"))
    xml.attribute("package", "slipbox")
    xml.attribute("id", 0)
    xml.attribute("timestamp", "1970-01-01T00:00:00")
    xml.attribute("hostname", "localhost")
    xml.attribute("tests", failures + errors + 1)
    xml.attribute("failures", failures)
    xml.attribute("errors", errors)
    xml.attribute("time", "0")
    try xml.start("properties")
    xml.end()
    try test("equal: \(comparison.compared - comparison.items.count)", &xml) { _ in }
    if !comparison.facts.isEmpty {
      var facts = comparison
      facts.items = []
      try test("facts", &xml) { try detail("failure", "The facts differ.", text(facts), &$0) }
    }
    for item in comparison.items {
      var one = comparison
      (one.items, one.facts) = ([item], [])
      try test(item.name, &xml) { xml in
        if let error = item.error {
          try detail("error", "\(error)", "", &xml)
        } else {
          try detail("failure", "The document is \(item.status.rawValue).", text(one), &xml)
        }
      }
    }
    for name in ["system-out", "system-err"] as [StaticString] {
      try xml.start(name)
      xml.text("")
      xml.end()
    }
    xml.end()
  }

  /// The details of a failure.
  private func text(_ comparison: Comparison) -> String {
    ComparisonText(comparison: comparison, options: options).text
  }

  /// Writes a test.
  private func test(
    _ name: String, _ xml: inout XMLWriter, _ body: (inout XMLWriter) throws -> Void
  ) throws {
    try xml.start("testcase")
    xml.attribute("name", escaped(name))
    xml.attribute("classname", escaped(comparison.new))
    xml.attribute("time", "0")
    try body(&xml)
    xml.end()
  }

  /// Writes why a test fails.
  private func detail(_ element: StaticString, _ message: String, _ text: String, _ xml: inout XMLWriter)
    throws
  {
    try xml.start(element)
    xml.attribute("type", "difference")
    xml.attribute("message", escaped(message))
    xml.text(escaped(text))
    xml.end()
  }

  /// Escapes characters that XML forbids.
  private func escaped(_ text: String) -> String { XMLEscapedText.escape(text) }
}
