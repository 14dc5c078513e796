internal import SlipBase
internal import SlipFiles
internal import SlipQuery

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The name of a member of a JSON object.
private struct MemberName: CodingKey {
  /// The name as it stands in the object.
  var stringValue: String
  /// Always nil: members of objects have no numbers.
  var intValue: Int? { nil }
  /// A member of this name.
  init(stringValue: String) { self.stringValue = stringValue }
  /// Nil for every number.
  init?(intValue: Int) { nil }
}

/// One request of `slipconv query`, as a line of JSON has it (`Schemas/query.schema.json`).
///
/// Members that nobody knows are ignored, so that a line may hold what the asker wants to keep
/// beside the request.
struct QueryLine: Decodable {
  /// A JSON value that the answer repeats.
  enum Identifier: Codable, Hashable {
    /// A string.
    case text(String)
    /// A whole number of 64 bits.
    case number(Int64)

    /// Reads a number or a string.
    ///
    /// - Throws: `DecodingError` for any other value.
    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let number = try? value.decode(Int64.self) {
        self = .number(number)
      } else {
        self = .text(try value.decode(String.self))
      }
    }

    /// Writes the value as it was read.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .number(let number): try container.encode(number)
      }
    }
  }

  /// A sort key or section, either `{"key", "ascending", "literal"}` or as at the command line:
  /// `"-created"`.
  struct Key: Decodable {
    /// The members of the object form.
    private enum Member: String, CodingKey, CaseIterable { case key, ascending, literal }

    /// The keys: one for an object; a text may name several.
    var keys: [SortKey]

    /// Reads either form; where it is missing, `ascending` is true and `literal` false.
    ///
    /// - Throws: `DecodingError` for any other value, `Fault` for a member that a key doesn't have.
    init(from decoder: any Decoder) throws {
      if let text = try? decoder.singleValueContainer().decode(String.self) {
        keys = SortKey.list(text)
        return
      }
      let names = try decoder.container(keyedBy: MemberName.self).allKeys.map(\.stringValue)
      if let name = names.sorted().first(where: { Member(rawValue: $0) == nil }) {
        let known = Member.allCases.map(\.rawValue).joined(separator: ", ")
        throw Fault(message: "a sort key has the members \(known), and not '\(name)'")
      }
      let members = try decoder.container(keyedBy: Member.self)
      keys = [
        SortKey(
          try members.decode(String.self, forKey: .key),
          isAscending: try members.decodeIfPresent(Bool.self, forKey: .ascending) ?? true,
          isLiteral: try members.decodeIfPresent(Bool.self, forKey: .literal) ?? false)
      ]
    }
  }

  /// A whole number.
  struct Whole: Decodable {
    /// The number.
    var value: Int

    /// Reads a whole number.
    ///
    /// - Throws: `DecodingError.typeMismatch` for any other value. The decoder takes a number with a fraction for
    ///   corrupt, and doesn't say where it is.
    init(from decoder: any Decoder) throws {
      guard let number = try? decoder.singleValueContainer().decode(Int.self) else {
        throw DecodingError.typeMismatch(
          Int.self, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no whole number")
        )
      }
      value = number
    }
  }

  /// What the answer repeats.
  var id: Identifier?
  /// What is looked for; notes where it is missing.
  var entity: String?
  /// The predicate.
  var predicate: String?
  /// The search, instead of a predicate.
  var find: String?
  /// Values for `%@` and the like.
  var arguments: [ArgumentValue]?
  /// Values of variables, without the `$`.
  var variables: [String: ArgumentValue]?
  /// What `now()` means (RFC 3339).
  var now: String?
  /// The zone of days.
  var timezone: String?
  /// The order.
  var sort: [Key]?
  /// By what sections are made.
  var section: Key?
  /// The key paths or properties of which each result has the values.
  var columns: [String]?
  /// How many results are left out.
  var offset: Whole?
  /// How many results are given at most.
  var limit: Whole?

  /// The most columns of a request.
  private static let mostColumns = 100

  /// Why a line is no request, as a sentence without a full stop.
  struct Fault: Error {
    /// What is wrong, for the answer.
    var message: String
  }

  /// Reads a line.
  ///
  /// - Throws: `Fault` for a line that is no JSON object, or whose members are missing or of the wrong type.
  static func read(_ bytes: [UInt8]) throws(Fault) -> QueryLine {
    do {
      return try JSONDecoder().decode(QueryLine.self, from: Data(bytes))
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context)
    {
      if context.codingPath.isEmpty { throw Fault(message: "the line is not a JSON object") }
      throw Fault(message: "the member '\(path(context))' has the wrong type")
    } catch let fault as Fault {
      throw fault
    } catch DecodingError.keyNotFound(let key, let context) {
      let parent = context.codingPath.isEmpty ? "" : path(context) + "."
      throw Fault(message: "the member '\(parent)\(key.stringValue)' is missing")
    } catch {
      throw Fault(message: "the line is not a JSON object")
    }
  }

  /// The path of a member, for messages.
  private static func path(_ context: DecodingError.Context) -> String {
    context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
  }

  /// The identifier of a line that is otherwise no request; nil where it has none.
  static func identifier(_ bytes: [UInt8]) -> Identifier? {
    /// The only member that is read.
    struct Named: Decodable { var id: Identifier? }
    return (try? JSONDecoder().decode(Named.self, from: Data(bytes)))?.id
  }

  /// The request with its arguments, without sort keys and section.
  ///
  /// - Parameter clock: The time and zone of requests that name none.
  /// - Throws: `Fault` for members that contradict each other, and for values that can't be used.
  func request(_ clock: QueryClock) throws(Fault) -> QueryRequest {
    var clock = clock
    if let now {
      guard let time = Timestamp(rfc3339: now) else { throw Fault(message: "'now' is not a time (RFC 3339)") }
      clock.now = time
    }
    if let timezone {
      guard let zone = TimeZoneRules(timezone) else { throw Fault(message: "'timezone' is unknown") }
      clock.zone = zone
    }
    let known: [EntityKind] = [.note, .folder, .keyword, .attachment, .source]
    guard let kind = entity.map({ EntityKind(rawValue: $0) }) ?? .note, known.contains(kind) else {
      throw Fault(message: "'entity' is one of \(known.map(\.rawValue).joined(separator: ", "))")
    }
    guard columns?.count ?? 0 <= QueryLine.mostColumns else {
      throw Fault(message: "'columns' has at most \(QueryLine.mostColumns) paths")
    }
    guard (predicate == nil) != (find == nil) else {
      throw Fault(message: "a request has either 'predicate' or 'find'")
    }
    guard find == nil || kind == .note else { throw Fault(message: "'find' finds notes only") }
    guard offset?.value ?? 0 >= 0, limit?.value ?? 0 >= 0 else {
      throw Fault(message: "'offset' and 'limit' can't be negative")
    }
    var request = QueryRequest(predicate ?? "TRUEPREDICATE", of: kind, clock: clock)
    request.arguments = (arguments ?? []).map(\.value)
    request.variables = (variables ?? [:]).mapValues(\.value)
    request.offset = offset?.value ?? 0
    request.limit = limit?.value
    return request
  }
}

/// A JSON value as an argument of a predicate.
///
/// A string, number, true, false, null, a list of these, or `{"date": "RFC 3339"}`. Anything else
/// is an argument that no query can use, so that the error names its place in the predicate.
struct ArgumentValue: Decodable {
  /// The argument.
  var value: QueryArgument

  /// Reads any JSON value.
  init(from decoder: any Decoder) throws {
    if var list = try? decoder.unkeyedContainer() {
      var elements: [QueryArgument] = []
      while !list.isAtEnd { elements.append(try list.decode(ArgumentValue.self).value) }
      value = .list(elements)
      return
    }
    if let members = try? decoder.container(keyedBy: MemberName.self) {
      let names = members.allKeys
      guard names.count == 1, names[0].stringValue == "date",
        let text = try? members.decode(String.self, forKey: names[0]), let time = Timestamp(rfc3339: text)
      else {
        value = .unusable(QueryArgument.forms)
        return
      }
      value = .date(time)
      return
    }
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      value = .null
    } else if let text = try? single.decode(String.self) {
      value = .string(text)
    } else if let flag = try? single.decode(Bool.self) {
      value = .bool(flag)
    } else if let number = try? single.decode(Int64.self) {
      value = .integer(number)
    } else if let number = try? single.decode(Double.self) {
      // A whole number is an integer, and that has 64 bits.
      value = number == number.rounded() ? .largeNumber(number) : .double(number)
    } else {
      value = .unusable("number too large")
    }
  }

  /// Reads an argument of the command line: JSON where it is some, else the text itself.
  init(argument: String) {
    value =
      (try? JSONDecoder().decode(ArgumentValue.self, from: Data(argument.utf8)))?.value ?? .string(argument)
  }
}
