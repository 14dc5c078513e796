import ArgumentParser
import SlipBase
import SlipboxKit

/// The option `--section-by`.
enum SectionOption {
  /// One sentence with all names.
  static let help = ArgumentHelp(
    "Print sections by this: \(names.joined(separator: ", ")), or a key path such as wordCount; a minus before it turns the order round.",
    valueName: "key")

  /// The names, for completion.
  static let completion = CompletionKind.list(names)

  /// All names.
  private static var names: [String] { NoteSections.Key.allCases.map(\.rawValue) }

  /// Reads the value: a name such as `folder` or a key path, with a minus to turn the order round.
  ///
  /// - Throws: `ValidationError` for a path that leads to no single value of a note.
  static func order(_ argument: String) throws -> NoteSections.Order {
    do throws(SlipError) { return try NoteSections.Order(argument: argument) } catch {
      throw ValidationError(error.message)
    }
  }
}
