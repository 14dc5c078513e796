internal import SlipBase

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// One line of a journal: a JSON object whose member `record` tells its kind.
public enum JournalLine: Sendable, Hashable {
  case run(RunRecord)
  case item(ItemRecord)
  case end(EndRecord)

  private struct Kind: Decodable {
    var record: String
    var form: Int?
  }

  private struct Path: Decodable {
    var path: String
  }

  /// Nil for anything else, and for records of a form that isn't known.
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

  /// The member `path` of any JSON object.
  static func path(_ bytes: [UInt8]) -> String? {
    (try? JSONDecoder().decode(Path.self, from: Data(bytes)))?.path
  }

  /// With LF at its end; members sorted by name.
  public var bytes: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data =
      switch self {
      case .run(let record): try? encoder.encode(record)
      case .item(let record): try? encoder.encode(record)
      case .end(let record): try? encoder.encode(record)
      }
    return (data.map { [UInt8]($0) } ?? []) + [0x0A]
  }
}
