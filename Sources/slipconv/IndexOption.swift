import ArgumentParser
import SlipboxKit

/// Whether indexes are used, and where they are.
struct IndexOption: ParsableArguments {
  /// Reads the bundle itself. The answer is the same.
  @Flag(name: .customLong("no-index"), help: "Don't use the bundle's index.")
  var noIndex = false

  /// Where indexes are; nil where none is wanted, or nobody says where caches are.
  var cache: IndexCache? { noIndex ? nil : IndexOption.folder.map { IndexCache(directory: $0) } }

  /// `$XDG_CACHE_HOME/slipconv`, or `~/.cache/slipconv`.
  static var folder: String? {
    if let base = Environment.value("XDG_CACHE_HOME"), base.hasPrefix("/") { return base + "/slipconv" }
    return Environment.value("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/.cache/slipconv" : nil }
  }
}
