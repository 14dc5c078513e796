/// Sizes as people read them: powers of 1000, one decimal below ten.
func byteCount(_ bytes: Int) -> String {
  guard bytes >= 1000 else { return "\(bytes) bytes" }
  var value = Double(bytes)
  var unit = ""
  for next in ["kB", "MB", "GB", "TB"] where value >= 999.5 || unit.isEmpty {
    value /= 1000
    unit = next
  }
  let tenths = Int((value * 10).rounded())
  return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\(Int(value.rounded())) \(unit)"
}

/// `1 note`, `2 notes`.
func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}
