/// Looks up named character references.
struct HTMLEntityTable: Sendable {
  static let shared = HTMLEntityTable()

  /// One row: where its name stands in `names`, and what it means.
  private struct Row {
    var start: Int32
    var length: Int32
    var scalars: (UInt32, UInt32)
  }

  private var names: [UInt8] = []
  private var rows: [Row] = []

  private init() {
    let source = UnsafeBufferPointer(
      start: HTMLEntityRows.rows.utf8Start, count: HTMLEntityRows.rows.utf8CodeUnitCount)
    for item in source.split(separator: UInt8(ascii: ",")) {
      let parts = item.split(separator: 0x20)
      guard let name = parts.first else { continue }
      let scalars = parts.dropFirst().map { UInt32(String(decoding: $0, as: UTF8.self), radix: 16) ?? 0xFFFD }
      rows.append(
        Row(
          start: Int32(names.count), length: Int32(name.count),
          scalars: (scalars.first ?? 0xFFFD, scalars.count > 1 ? scalars[1] : 0)))
      names.append(contentsOf: name)
    }
  }

  var count: Int { rows.count }

  /// The code points of the reference with exactly this name (its semicolon included); the second may be 0.
  func scalars(_ name: ArraySlice<UInt8>) -> (UInt32, UInt32)? {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      let row = rows[middle]
      let candidate = names[Int(row.start)..<Int(row.start + row.length)]
      if candidate.elementsEqual(name) { return row.scalars }
      if candidate.lexicographicallyPrecedes(name) { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
