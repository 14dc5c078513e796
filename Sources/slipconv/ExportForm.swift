internal import SlipPrograms
public import ArgumentParser
public import SlipExchange
import SlipFormats
import SlipBase
import SlipQuery
import SlipboxKit
import SlipSync

/// The value of `--to`: files in a format, or one SQLite file.
enum ExportForm: ExpressibleByArgument {
  /// A file for each note.
  case files(ExportTarget)
  /// One SQLite file.
  case database
  /// The JSON form of the box, an object a line or as one document.
  case json(isLines: Bool)
  /// A container of another program.
  case container(ContainerTarget)
  /// Pages for browsers, with search.
  case site
  /// A bag for archives.
  case bag

  /// The format of the files.
  var target: ExportTarget? { if case .files(let target) = self { target } else { nil } }
  /// Whether it is one SQLite file.
  var isDatabase: Bool { if case .database = self { true } else { false } }

  /// The container of another program.
  var container: ContainerTarget? { if case .container(let target) = self { target } else { nil } }

  /// Whether it is a site.
  var isSite: Bool { if case .site = self { true } else { false } }

  /// Whether it is a bag.
  var isBag: Bool { if case .bag = self { true } else { false } }

  /// Whether it is JSON.
  var isJSON: Bool { if case .json = self { true } else { false } }

  /// Reads a name or suffix; nil for an unknown one.
  init?(argument: String) {
    if SQLiteExport.suffixes.contains("." + argument.lowercased()) {
      self = .database
    } else if ["json", "ndjson"].contains(argument.lowercased()) {
      self = .json(isLines: argument.lowercased() == "ndjson")
    } else if argument.lowercased() == "site" {
      self = .site
    } else if ["bagit", "bag"].contains(argument.lowercased()) {
      self = .bag
    } else if let target = ExportTarget(argument: argument) {
      self = .files(target)
    } else if let target = ProgramTable.container(named: argument.lowercased()) {
      self = .container(target)
    } else {
      return nil
    }
  }

  /// All names, for help and completion.
  static var allValueStrings: [String] {
    ExportTarget.allValueStrings + ProgramTable.containers.map(\.name) + [
      "site", "bagit", "sqlite", "json", "ndjson",
    ]
  }
  /// Shells complete the names.
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// Formats of files on the command line.
extension ExportTarget: ExpressibleByArgument {
  /// The names of the formats; `--original` is an option of its own.
  public static var allValueStrings: [String] {
    ExchangeTable.targets.filter { $0 != .original }.map(\.name)
  }

  /// Shells complete the names of formats.
  public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  /// The target of this name or suffix, such as `md`; nil for others.
  public init?(argument: String) {
    guard let target = ExchangeTable.target(named: argument), target != .original else { return nil }
    self = target
  }
}

extension ExportTarget.Attachments: ExpressibleByArgument {}
extension ContainerBox.FrontMatter: ExpressibleByArgument {}
extension ContainerBox.LinkStyle: ExpressibleByArgument {}
