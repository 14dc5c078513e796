internal import AppleArchives
internal import SlipBase

/// Reads the keywords of a store.
enum StoreKeywords {
  /// All keywords of an entity, by key.
  ///
  /// - Throws: `SlipError` with `StoreCode.unknownName` for a name that the store lacks.
  ///
  /// Keywords without a name are left out. Without a name in the mapping there are none at all.
  ///
  /// - Parameters:
  ///   - entity: The entity of keywords.
  ///   - mapping: Names the attributes with the name and the colour.
  ///   - store: The store.
  static func read(
    _ entity: String, _ mapping: StoreMapping, _ store: CoreDataStore
  ) throws(SlipError) -> [Int64: StoreKeyword] {
    var rows = StoreRows(entity, of: store.model)
    /// An attribute that the mapping names.
    func attribute(_ name: String, _ rows: inout StoreRows) throws(SlipError) -> StoreRows.Field {
      guard let field = rows.attribute(name) else {
        var error = SlipError(
          .usage, code: StoreCode.unknownName,
          NearNames.message("attribute of \(rows.name)", name, rows.names),
          at: SourceLocation(file: store.file.path))
        error.candidates = NearNames.of(name, among: rows.names)
        throw error
      }
      return field
    }
    guard let label = mapping.name(.keyword, "name") else { return [:] }
    let name = try attribute(label, &rows)
    var color: [StoreRows.Field] = []
    for case .name(let part) in mapping[.keyword, "color"]?.all ?? [] {
      color.append(try attribute(part, &rows))
    }
    var found: [Int64: StoreKeyword] = [:]
    try rows.forEach(store.file.database) { row in
      guard let text = row[name].text, !text.isEmpty else { return }
      found[row.key] = StoreKeyword(text, color: self.color(color.map { row[$0] }))
    }
    return found
  }

  /// A colour: three numbers or more, hexadecimal digits, or an archive. Nil for anything else.
  ///
  /// - Parameter values: Three channels or more, of which the first three count, or one value.
  /// - Returns: Red, green and blue from 0 to 1; nil where a channel is missing or out of bounds.
  static func color(_ values: [StoreValue]) -> [Double]? {
    if values.count >= 3 {
      let channels = values.prefix(3).compactMap(\.number)
      return channels.count == 3 && channels.allSatisfy { (0...1).contains($0) } ? channels : nil
    }
    switch values.first {
    case .text(let text): return hexadecimal(text)
    case .bytes(let bytes):
      guard let root = bytes.withUnsafeBytes({ KeyedArchive($0) })?.root, let color = ArchivedColor(root)
      else {
        return nil
      }
      return [color.red, color.green, color.blue]
    default: return nil
    }
  }

  /// A colour in six or eight hexadecimal digits; the last two are the opacity.
  ///
  /// A number sign and white space don't count; nil for another number of digits.
  private static func hexadecimal(_ text: String) -> [Double]? {
    let digits = text.filter { $0 != "#" && !$0.isWhitespace }
    guard digits.count == 6 || digits.count == 8, let value = UInt32(digits, radix: 16) else { return nil }
    let rgb = digits.count == 8 ? value >> 8 : value
    return [16, 8, 0].map { Double(rgb >> $0 & 0xFF) / 255 }
  }
}
