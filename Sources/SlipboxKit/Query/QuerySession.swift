internal import SlipBundle
internal import SlipNotes
internal import SlipBase
public import SlipQuery
internal import Synchronization

/// One open bundle that answers many requests, each a line of JSON: `slipconv query`.
///
/// ```swift
/// let session = QuerySession(try OpenBundle("my.slipbox"), clock: clock)
/// let answer = session.answer(Array(#"{"id": 1, "predicate": "status == 'draft'"}"#.utf8))
/// ```
///
/// Each answer is from one state of the bundle. A bundle that changes while the session is open is read again.
public struct QuerySession: Sendable {
  /// The answer to one request, as `Schemas/query.schema.json` describes it.
  public struct Answer: Sendable, Encodable {
    /// Whether the request could be answered.
    public var isAnswered: Bool { fault == nil }

    /// The identifier of the request; nil where it had none.
    var id: QueryLine.Identifier?
    /// The UUIDs of what was found, in order, or digests of attachments and keys of sources; nil where nothing was run.
    var ids: [String]?
    /// How many were found, with those that offset and limit leave out; nil where nothing was run.
    var count: Int?
    /// The values of the columns by their names, one object for each of `ids`; nil where none were asked for.
    var rows: [[String: JSONValue]]?
    /// The sections; nil where none were asked for.
    var sections: [SectionRecord]?
    /// The predicate in its canonical form; nil unless requests are only checked.
    var canonical: String?
    /// Why there is no answer; nil where there is one.
    var fault: FaultRecord?

    /// The keys of the JSON form.
    private enum CodingKeys: String, CodingKey {
      case id, ids, count, rows, sections, canonical
      case fault = "error"
    }
  }

  /// A section in JSON.
  struct SectionRecord: Encodable {
    /// The value; nil is written as null.
    var key: QueryValue
    /// The UUIDs in order.
    var ids: [String]

    /// The keys of the JSON form.
    private enum CodingKeys: String, CodingKey { case key, ids }

    /// Writes numbers and truth values as such, dates as text (RFC 3339), and no value as null.
    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: CodingKeys.self)
      try members.encode(ids, forKey: .ids)
      switch key {
      case .integer(let number): try members.encode(number, forKey: .key)
      case .double(let number): try members.encode(number, forKey: .key)
      case .bool(let flag): try members.encode(flag, forKey: .key)
      case .date(let time): try members.encode(time.rfc3339, forKey: .key)
      default:
        if let text = key.text {
          try members.encode(text, forKey: .key)
        } else {
          try members.encodeNil(forKey: .key)
        }
      }
    }
  }

  /// Why a request has no answer, in JSON.
  struct FaultRecord: Encodable {
    /// `request` for a line that is no request, else `QueryError.Phase`.
    var phase: String
    /// Bytes from the beginning of the text that is to blame.
    var offset: Int
    /// One sentence without a full stop.
    var message: String
    /// What could have stood there.
    var expected: [String]?
    /// What to write instead.
    var hint: String?
    /// The member whose text is to blame.
    var member: String?
  }

  /// A state of the bundle.
  private struct State: Sendable {
    /// The bundle.
    let bundle: OpenBundle
    /// The same as predicates see it.
    let view: BoxView
    /// The properties of its notes.
    let properties: PropertyKeys

    init(_ bundle: OpenBundle) {
      self.bundle = bundle
      view = BoxView(bundle.box, texts: MirrorTexts(bundle: bundle))
      properties = PropertyKeys(SearchNames(bundle.box))
    }
  }

  /// The state that was read last.
  private final class Latest: Sendable {
    private let state: Mutex<State?>

    init(_ bundle: OpenBundle?) { state = Mutex(bundle.map(State.init)) }

    /// The state; nil where requests are only checked.
    var value: State? {
      get { state.withLock { $0 } }
      set { state.withLock { $0 = newValue } }
    }
  }

  /// The state that was read last.
  private let latest: Latest
  /// The time and zone of requests that name none.
  private let clock: QueryClock

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - bundle: The bundle; nil to only check requests, and give the canonical form of their
  ///     predicates.
  ///   - clock: The time and zone of requests that name none.
  public init(_ bundle: OpenBundle?, clock: QueryClock) {
    latest = Latest(bundle)
    self.clock = clock
  }

  /// Answers a line. Whatever is wrong with it is in the answer.
  public func answer(_ line: [UInt8]) -> Answer {
    let request: QueryLine
    do throws(QueryLine.Fault) {
      request = try QueryLine.read(line)
    } catch {
      return refusal(QueryLine.identifier(line), error)
    }
    do throws(QueryLine.Fault) {
      return try answer(request, to: try request.request(clock))
    } catch {
      return refusal(request.id, error)
    }
  }

  /// Answers a request from one state of the bundle: the latest that was read, or the present one where that has
  /// changed.
  private func answer(_ line: QueryLine, to request: QueryRequest) throws(QueryLine.Fault) -> Answer {
    guard let state = latest.value else { return try answer(line, to: request, from: nil) }
    let answer = try answer(line, to: request, from: state)
    do throws(SlipError) {
      try state.bundle.expectCurrent()
      return answer
    } catch {
      // The texts may be of another state than the facts.
    }
    let result: Result<Answer, QueryLine.Fault>
    do throws(SlipError) {
      result = try retryingWhenReplaced { () throws(SlipError) in
        let now = State(try OpenBundle(state.bundle.path))
        let result = Result { () throws(QueryLine.Fault) in try self.answer(line, to: request, from: now) }
        try now.bundle.expectCurrent()
        latest.value = now
        return result
      }
    } catch {
      throw QueryLine.Fault(message: "the slip-box can't be read: \(error.message)")
    }
    return try result.get()
  }

  /// The notes that a search finds, best first.
  ///
  /// - Returns: The notes within the request's offset and limit, and how many there are.
  /// - Throws: `QueryError`, such as where a text can't be read.
  private func found(
    _ search: SearchQuery, _ request: QueryRequest, in state: State
  ) throws(QueryError) -> (objects: [any QueryObject], count: Int) {
    let hits = try SearchRun(search).hits(in: state.bundle.box, texts: MirrorTexts(bundle: state.bundle))
    let part = hits.dropFirst(request.offset).prefix(request.limit ?? .max)
    return (part.compactMap { state.view.note($0.note) }, hits.count)
  }

  /// Puts what was found into an answer: identifiers, their number, and the values of the columns.
  private func put(
    _ objects: [any QueryObject], count: Int, columns: QueryColumns?, into answer: inout Answer
  ) throws(QueryError) {
    var ids: [String] = []
    var rows: [[String: JSONValue]] = []
    for object in objects {
      ids.append(
        try QueryError.evaluating { () throws(SlipError) in try QuerySession.identifier(of: object) })
      guard let columns else { continue }
      let values = try columns.values(of: object)
      rows.append(Dictionary(zip(columns.paths, values.map(\.json))) { first, _ in first })
    }
    (answer.ids, answer.count, answer.rows) = (ids, count, columns == nil ? nil : rows)
  }

  /// What identifies an object: its UUID, the digest of an attachment, the key of a source.
  private static func identifier(of object: any QueryObject) throws(SlipError) -> String {
    if let id = object.uniqueID { return id.description }
    return try object.value(forKey: object.kind == .attachment ? "sha256" : "key").text ?? ""
  }

  /// Answers a request from a state of the bundle; nil only checks it.
  private func answer(
    _ line: QueryLine, to request: QueryRequest, from state: State?
  ) throws(QueryLine.Fault) -> Answer {
    var answer = Answer(id: line.id)
    var (request, member) = (request, "predicate")
    request.properties = state?.properties ?? .none
    do throws(QueryError) {
      var columns: QueryColumns?
      if let paths = line.columns {
        member = "columns"
        columns = try QueryColumns(
          paths, of: request.entity, properties: request.properties, clock: request.clock)
        member = "predicate"
      }
      if let find = line.find {
        member = "find"
        var search = try SearchQuery(find, clock: request.clock)
        if let state { search = try search.meaning(in: state.bundle.box) }
        if let place = search.openSavedSearch {
          throw QueryError(.check, at: place, "a saved search needs a slip-box")
        }
        request.source = .tree(search.predicate)
        if line.section == nil, line.sort?.isEmpty ?? true, let state {
          let (objects, count) = try found(search, request, in: state)
          try put(objects, count: count, columns: columns, into: &answer)
          return answer
        }
      }
      // Step by step, so that the error names the member.
      var query = try request.prepare()
      if let section = line.section?.keys.first {
        member = "section"
        request.section = section
        query = try request.prepare()
      }
      if let sort = line.sort, !sort.isEmpty {
        member = "sort"
        request.sort = sort.flatMap(\.keys)
        query = try request.prepare()
      }
      guard let view = state?.view else {
        answer.canonical = query.predicate.description
        return answer
      }
      member = "predicate"
      let result = try query.run(over: view)
      try put(result.objects, count: result.count, columns: columns, into: &answer)
      guard let sections = result.sections else { return answer }
      var records: [SectionRecord] = []
      for section in sections {
        var part = Answer()
        try put(section.objects, count: 0, columns: nil, into: &part)
        records.append(SectionRecord(key: section.key, ids: part.ids ?? []))
      }
      answer.sections = records
    } catch {
      answer.fault = FaultRecord(
        phase: error.phase.rawValue, offset: error.offset, message: error.message,
        expected: error.expected.isEmpty ? nil : error.expected, hint: error.hint,
        member: member == "predicate" ? nil : member)
    }
    return answer
  }

  /// The answer to a line that is no request.
  private func refusal(_ id: QueryLine.Identifier?, _ fault: QueryLine.Fault) -> Answer {
    Answer(id: id, fault: FaultRecord(phase: "request", offset: 0, message: fault.message))
  }
}
