import ArgumentParser
import SlipNotes
import SlipQuery
import SlipboxKit

/// The value of `--section-by`: a name such as `folder`, with a minus to turn the order round.
struct SectionArgument: ExpressibleByArgument {
  /// By what.
  var key: NoteSections.Key
  /// Whether the order is turned round.
  var isReversed: Bool

  /// Reads a name; nil for an unknown one.
  init?(argument: String) {
    isReversed = argument.hasPrefix("-")
    guard let key = NoteSections.Key(rawValue: isReversed ? String(argument.dropFirst()) : argument) else {
      return nil
    }
    self.key = key
  }

  /// All values, for help and completion.
  static var allValueStrings: [String] { NoteSections.Key.allCases.map(\.rawValue) }

  /// The sections of notes.
  func sections(_ notes: [Note], _ box: SlipBox, _ clock: QueryClock) -> NoteSections {
    NoteSections(notes, in: box, by: key, isReversed: isReversed, clock: clock)
  }
}

/// The help of `--section-by`.
enum SectionOption {
  /// One sentence with all values.
  static let help = ArgumentHelp(
    "Print sections by this: \(NoteSections.Key.allCases.map(\.rawValue).joined(separator: ", ")); a minus before it turns the order round.",
    valueName: "key")
}
