/// A size as people read it: powers of 1000, with one decimal below ten.
///
/// `999` → `999 bytes`, `2300` → `2.3 kB`, `10400` → `10 kB`. Sizes above terabytes stay in
/// terabytes.
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

/// A number with its noun: `1 note`, `2 notes`, `0 notes`.
///
/// - Parameter plural: The plural form where it isn't the noun with an `s`.
func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}
