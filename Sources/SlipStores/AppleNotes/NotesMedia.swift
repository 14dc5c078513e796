internal import SlipBase

/// The files beside an Apple Notes store.
package struct NotesMedia: Sendable {
  /// The paths as they are, by their lower-case form. None leaves the folder of the store.
  private let paths: [String: String]
  /// Gives the bytes of a file; nil for one that can't be read.
  private let read: @Sendable (String) -> [UInt8]?

  /// Creates the files from their paths relative to the store's folder.
  ///
  /// - Parameter read: Gives the bytes of a file at one of the paths; nil for one that can't be read.
  package init(_ paths: [String], read: @escaping @Sendable (String) -> [UInt8]?) {
    self.paths = Dictionary(paths.map { ($0.lowercased(), $0) }) { first, _ in first }
    self.read = read
  }

  /// The folders in which a store has files.
  package static let folders = ["Accounts", "Media", "FallbackImages", "FallbackPDFs"]

  /// The first of some files that is there: those of the account, then those beside the store.
  func first(_ candidates: [String], account: String?) -> NotesFile? {
    let places = [account.map { "Accounts/\($0)/" }, ""].compactMap { $0 }
    for place in places {
      for candidate in candidates {
        guard let path = paths[(place + candidate).lowercased()] else { continue }
        // An older place has an older file, if any; so what is there and can't be read is missing.
        guard let bytes = read(path) else { return nil }
        return NotesFile(name: String(path.split(separator: "/").last ?? ""), bytes: bytes)
      }
    }
    return nil
  }

  /// The last name in a name that a user gave, without what would lead elsewhere; nil where nothing
  /// is left.
  static func safe(_ name: String) -> String? {
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" || $0 == "\0" }).last.map(String.init)
    return last == "." || last == ".." ? nil : last
  }
}
