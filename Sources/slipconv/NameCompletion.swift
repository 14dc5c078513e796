import ArgumentParser
import SlipBase
internal import SlipFiles
import SlipboxKit

/// What a shell offers for names: those of the bundle that stands in the line, or that is meant where none does.
enum NameCompletion {
  /// Titles of notes, and their UUIDs.
  static let notes = completion(.notes)
  /// Paths of folders, such as `Work/Ideas`.
  static let folders = completion(.folders)
  /// Paths of keywords, such as `bees/queens`.
  static let keywords = completion(.keywords)
  /// Names of properties.
  static let properties = completion(.properties)
  /// Paths of folders with a saved search.
  static let searches = completion(.searches)

  /// Bundles and the folders that lead to them; and what follows a bundle, where one is meant that isn't named.
  static let boxes = CompletionKind.custom { words, _, prefix in
    let (command, _) = ArgumentTypo.named(by: Array(words.dropFirst()))
    let kind: OfferedNames.Kind? =
      switch words.dropFirst().first {
      case "folder": .folders
      case "keyword": .keywords
      default: command is any NamesNotes.Type ? .notes : nil
      }
    guard let kind, let box = (try? ImpliedBox.find(isNeeded: false)) ?? nil else { return paths(prefix) }
    return paths(prefix) + names(kind, prefix, in: box)
  }

  /// Folders, and bundles in folders, whose paths begin with a text. A folder that can't be read has none to offer.
  private static func paths(_ prefix: String) -> [String] {
    let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    guard let names = try? DirectoryHandle(folder.isEmpty ? "." : folder).names() else { return [] }
    return names.map { folder + $0 }.filter { path in
      guard path.hasPrefix(prefix), !path.dropFirst(folder.count).hasPrefix(".") else { return false }
      return ImpliedBox.isBundleName(path) || (try? FileSystem.status(path))?.kind == .directory
    }.sorted()
  }

  /// Names of a bundle. What can't be read has none to offer.
  private static func names(_ kind: OfferedNames.Kind, _ prefix: String, in bundle: String) -> [String] {
    let cache = IndexOption.folder.map { IndexCache(directory: $0) }
    let found = (try? OfferedNames.names(of: kind, beginning: prefix, in: bundle, cache: cache)) ?? []
    guard kind == .notes, let shell = Environment.value("SAP_SHELL"), shell != "fish" else { return found }
    // bash and zsh take only what begins as it was typed; titles are found whatever their case and accents.
    return found.map { $0.hasPrefix(prefix) ? $0 : prefix + $0.dropFirst(prefix.count) }
  }

  /// Offers names.
  private static func completion(_ kind: OfferedNames.Kind) -> CompletionKind {
    .custom { words, index, prefix in
      // The words are as they were typed: the command, then a verb or two. What can't be read has no names to offer.
      let others = words.enumerated().dropFirst(2).filter { $0.offset != index }.map { $0.element }
      guard
        let bundle = others.first(where: ImpliedBox.isNamed) ?? (try? ImpliedBox.find(isNeeded: false)) ?? nil
      else { return [] }
      return names(kind, prefix, in: bundle)
    }
  }
}
