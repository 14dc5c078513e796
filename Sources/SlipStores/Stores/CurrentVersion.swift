internal import AppleArchives

/// The list in a folder of a model's versions that says which is current.
enum CurrentVersion {
  /// The keys of that name, in compiled and in written models.
  private static let keys = ["NSManagedObjectModel_CurrentVersionName", "_XCCurrentVersionName"]

  /// The name of the current version; nil where the list doesn't say.
  static func name(_ bytes: [UInt8]) -> String? {
    guard let list = bytes.withUnsafeBytes({ PropertyList.read($0) }) else { return nil }
    return keys.lazy.compactMap { list.value($0, of: list.top).flatMap(list.string) }.first
  }
}
