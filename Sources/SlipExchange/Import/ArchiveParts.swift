internal import SlipBase

/// Archives that are the parts of one export, by their names: large exports come in several, and a note in one may show a picture in
/// another.
///
/// ```
/// takeout-20240102T030405Z-001.zip, takeout-20240102T030405Z-002.zip
/// Export-1a2b-Part-1.zip, Export-1a2b-Part-2.zip
/// notes-2023.zip, notes-2024.zip                                        two archives
/// ```
package enum ArchiveParts {
  /// Paths of files in their order, with the parts of one export together where the first of them is. Parts count from 1, and none is
  /// missing.
  package static func groups(of paths: [String]) -> [[String]] {
    var numbers: [String: [(number: Int, path: String)]] = [:]
    for path in paths {
      if let part = part(path) { numbers[part.whole, default: []].append((part.number, path)) }
    }
    var groups: [[String]] = []
    var done: Set<String> = []
    for path in paths where !done.contains(path) {
      let parts = part(path).flatMap { numbers[$0.whole] }?.sorted { $0.number < $1.number } ?? []
      let isComplete = parts.count > 1 && parts.map(\.number) == Array(1...parts.count)
      let group = isComplete ? parts.map(\.path) : [path]
      done.formUnion(group)
      groups.append(group)
    }
    return groups
  }

  /// The name of an export without number and extension, as a folder of it would be called.
  static func stem(of path: String) -> String {
    let stem = (part(path)?.whole ?? path).lastName.stem
    return String(stem.suffixName == "tar" ? stem.stem : stem)
  }

  /// The path of an archive without the number of the part, and that number; nil where the name has none.
  private static func part(_ path: String) -> (whole: String, number: Int)? {
    guard ImportScan.unpackable.contains(path.suffixName) else { return nil }
    let name = path.lastName
    let stem = name.stem
    let digits = stem.utf8.reversed().prefix { $0.isASCIIDigit }.count
    guard digits > 0, digits < fewestOfNoNumber, let number = Int(String(stem.suffix(digits))) else {
      return nil
    }
    var rest = stem.dropLast(digits)
    let isSeparated = rest.last.map(separators.contains) ?? false
    while let last = rest.last, separators.contains(last) { rest.removeLast() }
    if rest.lowercased().hasSuffix(word) {
      rest.removeLast(word.count)
      while let last = rest.last, separators.contains(last) { rest.removeLast() }
    } else if rest.lastName.lowercased().hasPrefix(takeout), isSeparated {
      // Takeout numbers its archives, however many digits a browser leaves.
    } else if digits < digitsAlone || stem.suffix(digits).first != "0" || !isSeparated {
      return nil
    }
    guard !rest.isEmpty else { return nil }
    let folder = path.parentPath
    return ((folder.isEmpty ? "" : folder + "/") + rest + name.dropFirst(stem.count), number)
  }

  /// What the names of archives of Google's Takeout begin with.
  private static let takeout = "takeout"
  /// What stands before a number.
  private static let word = "part"
  /// What stands between names and numbers.
  private static let separators: Set<Character> = [" ", "-", ".", "_"]
  /// How many digits a number without that word has at least.
  private static let digitsAlone = 3
  /// How many digits are no number of a part.
  private static let fewestOfNoNumber = 6
}
