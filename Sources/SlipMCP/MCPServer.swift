public import SlipBase
internal import SlipNotes
public import SlipboxKit

/// A server of the Model Context Protocol for one box: programs that work for somebody search, read and, where that is
/// allowed, edit the box by its tools.
///
/// The protocol is JSON-RPC 2.0, one message a line (<https://modelcontextprotocol.io/specification/2025-11-25>). The
/// server asks nothing by itself, answers one message after the other, and takes no paths of the file system.
///
/// ```swift
/// var server = try MCPServer("my.slipbox", isWritable: false)
/// while let line = readLine() {
///   if let answer = server.answer(Array(line.utf8)) { print(String(decoding: answer, as: UTF8.self)) }
/// }
/// ```
public struct MCPServer {
  /// The versions of the protocol that the server knows, the newest first.
  public static let versions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
  /// The versions in which a line may have several messages.
  private static let versionsWithBatches: Set = ["2025-03-26", "2024-11-05"]
  /// The most bytes of a line.
  public static let longestLine = 8 << 20
  /// The most messages of a line that has several.
  static let mostMessages = 100

  /// The box, as tools see it.
  private let box: ServedBox
  /// The tools that clients may call.
  private let tools: [MCPTool]
  /// The version that was agreed on; nil before `initialize`.
  private var version: String?

  /// A server that has had no message yet.
  ///
  /// - Parameters:
  ///   - argument: The bundle: see `BundleLocator.locate`.
  ///   - isWritable: Whether there are tools that change the box.
  ///   - cache: Where indexes are; nil to do without.
  ///   - zone: The zone of days.
  ///   - now: The time of searches and edits; nil gives edits no date.
  /// - Throws: `SlipError` where there is no bundle, or where it is packed but shall be changed.
  public init(
    _ argument: String, isWritable: Bool, cache: IndexCache? = nil, zone: TimeZoneRules = .utc,
    now: @escaping () -> Timestamp? = { nil }
  ) throws(SlipError) {
    box = try ServedBox(argument, isWritable: isWritable, cache: cache, zone: zone, now: now)
    tools = MCPTool.all.filter { isWritable || !$0.writes }
  }

  /// Answers a line.
  ///
  /// - Parameters:
  ///   - line: The bytes, without the line's end.
  ///   - isCut: Whether the line was longer than `longestLine`, so that its end is missing.
  /// - Returns: The answer in one line of JSON; nil for a message that gets none.
  public mutating func answer(_ line: [UInt8], isCut: Bool = false) -> [UInt8]? {
    if isCut || line.count > MCPServer.longestLine {
      let fault = RemoteFault(.invalidRequest, "A line has at most \(MCPServer.longestLine) bytes.")
      return RemoteMessage.failure(.null, fault).bytes
    }
    let value: JSONValue
    do throws(SlipError) {
      value = try slipErrors {
        try line.withUnsafeBytes { bytes in
          var scanner = JSONScanner(bytes)
          let value = try scanner.value()
          try scanner.end()
          return value
        }
      }
    } catch {
      return RemoteMessage.failure(.null, RemoteFault(.notJSON, error.message)).bytes
    }
    guard case .array(let messages) = value else { return answer(value)?.bytes }
    guard let version, MCPServer.versionsWithBatches.contains(version),
      (1...MCPServer.mostMessages).contains(messages.count)
    else {
      return RemoteMessage.failure(.null, RemoteFault(.invalidRequest, "A line has one message.")).bytes
    }
    var answers: [JSONValue] = []
    for message in messages {
      if let answer = answer(message) { answers.append(answer) }
    }
    return answers.isEmpty ? nil : JSONValue.array(answers).bytes
  }

  /// Answers a message; nil for one that gets no answer.
  private mutating func answer(_ value: JSONValue) -> JSONValue? {
    do throws(RemoteFault) {
      guard case .request(let id, let method, let parameters) = try RemoteMessage(value) else { return nil }
      return RemoteMessage.answer(id, try result(of: method, parameters))
    } catch {
      return RemoteMessage.failure(RemoteMessage.id(of: value), error)
    }
  }

  /// The result of a method.
  private mutating func result(
    of method: String, _ parameters: JSONValue?
  ) throws(RemoteFault) -> JSONValue {
    let members: [String: JSONValue]
    switch parameters {
    case nil: members = [:]
    case .object(let given)?: members = given
    default: throw RemoteFault(.invalidParameters, "`params` must be an object.")
    }
    switch method {
    case "ping": return .object([:])
    case "initialize": return try initialize(members)
    case "tools/list", "tools/call":
      guard version != nil else {
        throw RemoteFault(.invalidRequest, "The first request is `initialize`.")
      }
      return try method == "tools/list" ? list(members) : call(members)
    default: throw RemoteFault(.unknownMethod, "There is no method `\(PrintableText.of(method))`.")
    }
  }

  /// Agrees on a version, and learns who the client is.
  private mutating func initialize(_ members: [String: JSONValue]) throws(RemoteFault) -> JSONValue {
    guard case .string(let wanted)? = members["protocolVersion"] else {
      throw RemoteFault(.invalidParameters, "`protocolVersion` must be a string.")
    }
    let agreed = MCPServer.versions.first { $0 == wanted } ?? MCPServer.versions[0]
    version = agreed
    box.setClient(members["clientInfo"]?["name"]?.string)
    let server = JSONValue.object([
      "name": .string("slipconv"), "title": .string("Slipbox"), "version": .string(SlipboxTool.version),
    ])
    return .object([
      "protocolVersion": .string(agreed), "capabilities": .object(["tools": .object([:])]),
      "serverInfo": server, "instructions": .string(MCPTool.instructions(isWritable: box.isWritable)),
    ])
  }

  /// The tools, all at once.
  private func list(_ members: [String: JSONValue]) throws(RemoteFault) -> JSONValue {
    if members["cursor"] != nil {
      throw RemoteFault(.invalidParameters, "All tools are in the first list, so there is no such cursor.")
    }
    return .object(["tools": .array(tools.map(\.description))])
  }

  /// Calls a tool. What is wrong with its arguments is a result, from which the client learns.
  private func call(_ members: [String: JSONValue]) throws(RemoteFault) -> JSONValue {
    guard case .string(let name)? = members["name"] else {
      throw RemoteFault(.invalidParameters, "`name` must be a string.")
    }
    guard let tool = tools.first(where: { $0.name == name }) else {
      let isHidden = MCPTool.all.contains { $0.name == name }
      let why = isHidden ? "The box can't be changed here; `slipconv mcp --write` allows it." : ""
      throw RemoteFault(
        .invalidParameters, isHidden ? why : "There is no tool `\(PrintableText.of(name))`.")
    }
    let arguments: JSONValue
    switch members["arguments"] {
    case nil: arguments = .object([:])
    case .object(let given)?: arguments = .object(given)
    default: throw RemoteFault(.invalidParameters, "`arguments` must be an object.")
    }
    do throws(SlipError) {
      return try tool.run(tool.checked(arguments), box).result
    } catch {
      return MCPAnswer.failure(error)
    }
  }
}
