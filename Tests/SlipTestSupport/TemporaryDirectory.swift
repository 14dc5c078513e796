public import Foundation

/// A fresh directory that goes away with this value.
public final class TemporaryDirectory: Sendable {
  public let url: URL

  /// Lets every change of a bundle validate its result.
  private static let checksResults = setenv("SLIPBOX_CHECK_RESULTS", "1", 1)

  public init() throws {
    _ = TemporaryDirectory.checksResults
    url = FileManager.default.temporaryDirectory.appending(path: "slipbox-test-\(UUID().uuidString)")
      .resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  public func path(_ relative: String) -> String { url.path + "/" + relative }

  /// Writes a file, with the directories above it.
  public func write(_ relative: String, _ text: String) throws { try write(relative, Array(text.utf8)) }

  /// Writes a file of any bytes, with the directories above it.
  public func write(_ relative: String, _ bytes: [UInt8]) throws {
    let file = url.appending(path: relative)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  public func text(_ relative: String) -> String? {
    (try? Data(contentsOf: url.appending(path: relative))).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The names in a directory, hidden ones, too, sorted.
  public func names(_ relative: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path + "/" + relative)) ?? []).sorted()
  }

  public func link(_ relative: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(relative), withDestinationPath: target)
  }

  public func exists(_ relative: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: path(relative))) != nil
  }

  public func remove(_ relative: String) throws { try FileManager.default.removeItem(atPath: path(relative)) }
}
