public import Foundation

/// Where the package's `Fixtures` folder lies.
public enum Fixtures {
  public static let directory = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")

  public static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: directory.appending(path: path)))
  }

  /// What lies in a folder of fixtures, sorted.
  public static func names(in folder: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: directory.appending(path: folder).path)
    return (names ?? []).sorted()
  }
}
