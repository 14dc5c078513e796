internal import SlipBase

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// One line of a journal: a JSON object whose member `record` names its kind.
public enum JournalLine: Sendable, Hashable {
  /// The beginning of a run.
  case run(RunRecord)
  /// What became of an item.
  case item(ItemRecord)
  /// The end of a run.
  case end(EndRecord)

  /// The members that say how to read a line.
  private struct Kind: Decodable {
    var record: String
    var form: Int?
  }

  /// The member `path` of any object.
  private struct Path: Decodable {
    var path: String
  }

  /// Reads a line. Nil for anything else, and for records whose form is unknown.
  public init?(_ bytes: [UInt8]) {
    let data = Data(bytes)
    let decoder = JSONDecoder()
    guard let kind = try? decoder.decode(Kind.self, from: data) else { return nil }
    switch kind.record {
    case "run":
      guard kind.form == RunRecord.currentForm,
        let record = try? decoder.decode(RunRecord.self, from: data)
      else { return nil }
      self = .run(record)
    case "item":
      guard let record = try? decoder.decode(ItemRecord.self, from: data) else { return nil }
      self = .item(record)
    case "end":
      guard let record = try? decoder.decode(EndRecord.self, from: data) else { return nil }
      self = .end(record)
    default: return nil
    }
  }

  /// The member `path` of any JSON object; nil when there is none.
  static func path(_ bytes: [UInt8]) -> String? {
    (try? JSONDecoder().decode(Path.self, from: Data(bytes)))?.path
  }

  /// The line as JSON with sorted members, ended by LF.
  public var bytes: [UInt8] {
    let line =
      switch self {
      case .run(let record): try? JSONText.line(record)
      case .item(let record): try? JSONText.line(record)
      case .end(let record): try? JSONText.line(record)
      }
    return Array((line ?? "\n").utf8)
  }
}
