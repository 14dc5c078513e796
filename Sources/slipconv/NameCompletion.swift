import ArgumentParser
import SlipNotes
import SlipboxKit

/// What a shell offers for names of folders and keywords: those of the bundle that stands in the line.
enum NameCompletion {
  /// Paths of folders, such as `Work/Ideas`.
  static let folders = completion { box in box.folders.map { FolderPath.text(box.path(of: $0.id)) } }

  /// Paths of keywords, such as `bees/queens`.
  static let keywords = completion { box in box.keywords.map { box.path(ofKeyword: $0.id) } }

  /// The most names that are offered.
  private static let limit = 1_000

  /// Offers names of the first argument that is a bundle.
  private static func completion(
    _ names: @escaping @Sendable (SlipBox) -> [String]
  ) -> CompletionKind {
    .custom { words, _, prefix in
      // The words are as they were typed: the command, then a verb or two.
      guard let bundle = words.dropFirst().lazy.compactMap({ try? OpenBundle($0) }).first else { return [] }
      let wanted = names(bundle.box).filter { prefix.isEmpty || $0.hasPrefix(prefix) }
      return Array(wanted.sorted().prefix(limit))
    }
  }
}
