internal import SlipQuery

/// The tables of splitting, folding and ranking, as the scripts of a site read them.
enum SiteTables {
  /// The file with the tables.
  static let path = "x/words.js"

  /// The script. Ranges are written as distances in base 36, `gap` or `gap,length`, with semicolons between them.
  static func script() -> [UInt8] {
    var script = SiteScript("words", 0)
    write(to: &script)
    return script.finished()
  }

  /// The tables as an object of JavaScript.
  static func object() -> [UInt8] {
    var script = SiteScript()
    write(to: &script)
    return script.bytes
  }

  /// Writes the tables.
  private static func write(to script: inout SiteScript) {
    let tables = SearchTables.shared
    script.raw("{\"S\":\"\(ranges(tables.singles))\",\"L\":\"\(ranges(tables.letters))\"")
    script.raw(",\"M\":\"\(ranges(tables.marks))\",\"D\":\"\(ranges(tables.removed))\",\"C\":")
    script.string(tables.cases.map { String($0.0) + $0.1 }.joined(separator: " "))
    script.raw(",\"w\":[\(tables.weights.map(number).joined(separator: ","))]")
    script.raw(",\"k\":\(number(tables.saturation)),\"b\":\(number(tables.lengthShare)),\"f\":{")
    let names = tables.fieldNames.sorted { $0.key < $1.key }
    script.raw(names.map { "\"\($0.key)\":\"\($0.value)\"" }.joined(separator: ","))
    script.raw("},\"v\":{")
    let values = tables.fieldValues.sorted { $0.key < $1.key }
    script.raw(
      values.map { "\"\($0.key)\":[\($0.value.map { "\"\($0)\"" }.joined(separator: ","))]" }
        .joined(separator: ","))
    script.raw("}}")
  }

  /// A number without a point where it is whole.
  private static func number(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String(value)
  }

  /// Ranges of scalars as text.
  private static func ranges(_ ranges: [ClosedRange<UInt32>]) -> String {
    var last: UInt32 = 0
    return ranges.map { range in
      let gap = String(range.lowerBound - last, radix: 36)
      last = range.upperBound
      return range.count == 1 ? gap : gap + "," + String(range.count - 1, radix: 36)
    }.joined(separator: ";")
  }
}
