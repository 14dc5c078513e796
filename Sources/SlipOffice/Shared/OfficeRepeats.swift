internal import SlipBase

/// How much of a document may still be made of what its file says once (`Limits.repeatedCells`, `Limits.repeatedBytes`).
///
/// A file of some hundred bytes can ask for billions of cells, or for one note in a million places.
struct OfficeRepeats: Sendable {
  private var cells: Int
  private var bytes: Int
  /// What was read before, by a name, with what reading it again costs.
  private var costs: [String: Int] = [:]

  /// What an element costs, beside its text.
  private static let elementCost = 512
  /// The longest text that is worth no count.
  private static let freeBlanks = 64

  /// Begins a document.
  init(_ limits: Limits) { (cells, bytes) = (limits.repeatedCells, limits.repeatedBytes) }

  /// Asks for cells.
  ///
  /// - Parameters:
  ///   - count: How many are wanted.
  ///   - size: How many cells each of them stands for, such as those of a row.
  /// - Returns: How many may be made.
  mutating func take(cells count: Int, size: Int = 1) -> Int {
    let granted = min(count, cells / max(size, 1))
    cells -= granted * size
    return granted
  }

  /// Asks for a number of blanks.
  ///
  /// - Returns: How many may be made.
  mutating func take(blanks count: Int) -> Int {
    guard count > OfficeRepeats.freeBlanks else { return count }
    let granted = max(min(count, bytes), OfficeRepeats.freeBlanks)
    bytes -= min(granted, bytes)
    return granted
  }

  /// Asks whether something may be read. The first time, it always may.
  ///
  /// - Parameters:
  ///   - name: By which it is known.
  ///   - node: What is read.
  mutating func mayRead(_ name: String, _ node: OfficeNode) -> Bool {
    mayRead(name) {
      node.descendants.reduce(OfficeRepeats.elementCost) { $0 + $1.textLength + OfficeRepeats.elementCost }
    }
  }

  /// Asks whether something may be read. The first time, it always may.
  ///
  /// - Parameters:
  ///   - name: By which it is known.
  ///   - cost: What reading it again costs.
  mutating func mayRead(_ name: String, cost: () -> Int) -> Bool {
    guard let known = costs[name] else {
      costs[name] = cost()
      return true
    }
    guard known <= bytes else { return false }
    bytes -= known
    return true
  }
}

extension String {
  /// The longest name of a font or style. It is written wherever it is used.
  private static let longestOfficeName = 255

  /// The text as the name of a font or style, which is cut where it is too long.
  var asOfficeName: String {
    utf8.count <= String.longestOfficeName ? self : String(prefix(String.longestOfficeName))
  }
}
