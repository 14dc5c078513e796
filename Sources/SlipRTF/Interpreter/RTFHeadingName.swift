/// Names of heading styles in the languages that word processors come in.
enum RTFHeadingName {
  private static let prefixes = [
    "heading", "überschrift", "titre", "título", "titulo", "titolo", "kop", "rubrik", "overskrift", "otsikko",
    "nagłówek", "nadpis", "naslov", "címsor", "titlu", "заголовок", "επικεφαλίδα", "başlık", "見出し", "标题",
    "標題",
    "제목", "כותרת", "عنوان", "encabezado", "cabeçalho", "capçalera",
  ]

  /// 1 to 9 for a name such as `heading 2` or `Überschrift 2`.
  static func level(_ name: String) -> Int? {
    // Aliases follow a comma.
    let name = name.prefix { $0 != "," && $0 != ";" }.lowercased()
    guard let last = name.unicodeScalars.last, (0x31...0x39).contains(last.value) else { return nil }
    let stem = name.dropLast().filter { $0 != " " && $0 != "\u{A0}" && $0 != "_" }
    return prefixes.contains(stem) ? Int(last.value) - 0x30 : nil
  }
}
