/// What is known about fonts by their names.
enum FontFacts {
  /// The font of code that names none.
  static let monospaced = "Courier New"

  private static let monospacedParts = [
    "courier", "consolas", "menlo", "monaco", "mono", "source code", "fira code",
  ]

  static func isMonospaced(_ name: String) -> Bool {
    let lower = name.lowercased()
    return monospacedParts.contains { lower.contains($0) }
  }
}
