internal import AppleArchives
internal import SlipBase

/// Reads the keywords of a store.
enum StoreKeywords {
  /// How many keywords may lie below each other.
  private static let deepest = Limits().folderDepth

  /// All keywords of an entity, by key, and what is to be reported about them.
  ///
  /// - Throws: `SlipError` with `StoreCode.unknownName` for a name that the store lacks.
  ///
  /// Keywords without a name are left out. Without a name in the mapping there are none at all. Circles are
  /// opened at the lowest key.
  ///
  /// - Parameters:
  ///   - rows: The entity of keywords.
  ///   - mapping: Names the attributes with the name and the colour.
  ///   - parent: How the keyword that one lies below is found; nil where they aren't nested.
  ///   - store: The store.
  static func read(
    _ rows: StoreRows, _ mapping: StoreMapping, parent: StorePlan.Reach?, _ store: CoreDataStore
  ) throws(SlipError) -> (keywords: [Int64: StoreKeyword], diagnostics: [Diagnostic]) {
    var rows = rows
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
    guard let label = mapping.name(.keyword, "name") else { return ([:], []) }
    let name = try attribute(label, &rows)
    var color: [StoreRows.Field] = []
    for case .name(let part) in mapping[.keyword, "color"]?.all ?? [] {
      color.append(try attribute(part, &rows))
    }
    var found: [(key: Int64, value: StoreKeyword, parent: Int64?)] = []
    try rows.forEach(store.file.database) { row in
      let keyword = StoreKeyword(row[name].text ?? "", color: self.color(color.map { row[$0] }))
      found.append((row.key, keyword, parent?.keys(row).first))
    }
    return nested(StoreHierarchy(found, deepest: deepest), store.file.path)
  }

  /// Keywords with the names of those that they lie below.
  ///
  /// - Parameter path: The store, for messages.
  private static func nested(
    _ tree: StoreHierarchy<StoreKeyword>, _ path: String
  ) -> (keywords: [Int64: StoreKeyword], diagnostics: [Diagnostic]) {
    var keywords: [Int64: StoreKeyword] = [:]
    for key in tree.keys {
      var way = tree.path(key)
      guard var keyword = way.popLast(), !keyword.name.isEmpty else { continue }
      keyword.parents = way.map(\.name).filter { !$0.isEmpty }
      keywords[key] = keyword
    }
    let faults = [
      (StoreCode.danglingKey, "a keyword is below one that the store lacks", tree.dangling),
      (StoreCode.circle, "keywords contain each other; one of them stands at the top now", tree.circles),
    ]
    let diagnostics = faults.filter { $0.2 > 0 }.map { code, message, count in
      Diagnostic(
        code: code, severity: .warning, message: message, location: SourceLocation(file: path), count: count)
    }
    return (keywords, diagnostics)
  }

  /// A colour: three numbers or more, hexadecimal digits, or an archive. Nil for anything else.
  ///
  /// - Parameter values: Three channels, or four with the opacity; or one value.
  /// - Returns: Red, green and blue from 0 to 1, and the opacity where it is given; nil where a channel is
  ///   missing or out of bounds.
  static func color(_ values: [StoreValue]) -> [Double]? {
    if values.count >= 3 {
      let channels =
        values.prefix(3).compactMap(\.number) + values.dropFirst(3).prefix(1).compactMap(\.number)
      return channels.count >= 3 && channels.allSatisfy { (0...1).contains($0) } ? channels : nil
    }
    switch values.first {
    case .text(let text): return hexadecimal(text)
    case .bytes(let bytes):
      guard let root = bytes.withUnsafeBytes({ KeyedArchive($0) })?.root, let color = ArchivedColor(root)
      else {
        return nil
      }
      return [color.red, color.green, color.blue, color.alpha]
    default: return nil
    }
  }

  /// A colour in six or eight hexadecimal digits; the last two are the opacity.
  ///
  /// A number sign and white space don't count; nil for another number of digits.
  private static func hexadecimal(_ text: String) -> [Double]? {
    let digits = text.filter { $0 != "#" && !$0.isWhitespace }
    guard digits.count == 6 || digits.count == 8, let value = UInt32(digits, radix: 16) else { return nil }
    let shifts: [UInt32] = digits.count == 8 ? [24, 16, 8, 0] : [16, 8, 0]
    return shifts.map { Double(value >> $0 & 0xFF) / 255 }
  }
}
