/// The fonts of a document's theme (ECMA-376-1, 20.1.4.1.18 "Font Scheme").
struct WordTheme: Sendable {
  private var fonts: [String: String] = [:]

  /// A theme without fonts.
  init() {}

  /// Reads the part of the theme.
  init(_ tree: OfficeTree?) {
    guard let scheme = tree?.root?.descendant("a:fontScheme") else { return }
    for (name, kind) in [("a:majorFont", "major"), ("a:minorFont", "minor")] {
      guard let font = scheme.child(name) else { continue }
      for (script, suffixes) in [
        ("a:latin", ["ascii", "hansi"]), ("a:ea", ["eastasia"]), ("a:cs", ["bidi"]),
      ] {
        guard let face = font.child(script)?["typeface"], !face.isEmpty else { continue }
        for suffix in suffixes { fonts[kind + suffix] = face }
      }
    }
  }

  /// The font of a name such as `minorHAnsi`; nil where the theme has none.
  func font(_ name: String?) -> String? { name.flatMap { fonts[$0.lowercased()] } }
}
