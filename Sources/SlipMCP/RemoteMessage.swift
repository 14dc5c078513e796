internal import SlipBase

/// A message of JSON-RPC 2.0 that a client sent.
enum RemoteMessage {
  /// A request, which gets an answer with the same id.
  case request(id: JSONValue, method: String, parameters: JSONValue?)
  /// A notification, or an answer to something that nobody asked; neither gets an answer.
  case silent

  /// Reads a message.
  ///
  /// - Throws: `RemoteFault` for a value that is no message.
  init(_ value: JSONValue) throws(RemoteFault) {
    guard case .object(let members) = value, members["jsonrpc"] == .string("2.0") else {
      throw RemoteFault(.invalidRequest, "This is no message of JSON-RPC 2.0.")
    }
    guard let method = members["method"] else {
      guard members["result"] != nil || members["error"] != nil else {
        throw RemoteFault(.invalidRequest, "`method` is missing.")
      }
      self = .silent
      return
    }
    guard case .string(let name) = method else {
      throw RemoteFault(.invalidRequest, "`method` must be a string.")
    }
    guard let id = members["id"] else {
      self = .silent
      return
    }
    guard RemoteMessage.isID(id) else {
      throw RemoteFault(.invalidRequest, "`id` must be a string or a whole number.")
    }
    self = .request(id: id, method: name, parameters: members["params"])
  }

  /// Whether a value can be the id of a request.
  private static func isID(_ value: JSONValue) -> Bool {
    switch value {
    case .string, .int: true
    default: false
    }
  }

  /// The id that an answer to a value repeats; null where it has none.
  static func id(of value: JSONValue) -> JSONValue {
    guard case .object(let members) = value, let id = members["id"], isID(id) else { return .null }
    return id
  }

  /// The answer to a request.
  static func answer(_ id: JSONValue, _ result: JSONValue) -> JSONValue {
    .object(["jsonrpc": .string("2.0"), "id": id, "result": result])
  }

  /// The answer to something that can't be done.
  static func failure(_ id: JSONValue, _ fault: RemoteFault) -> JSONValue {
    let error = JSONValue.object(["code": .number(fault.code.rawValue), "message": .string(fault.message)])
    return .object(["jsonrpc": .string("2.0"), "id": id, "error": error])
  }
}

/// Why a message has no result.
struct RemoteFault: Error {
  /// The numbers that JSON-RPC 2.0, section 5.1, gives to errors.
  enum Code: Int {
    /// The line isn't JSON.
    case notJSON = -32_700
    /// The JSON is no message, or comes at the wrong time.
    case invalidRequest = -32_600
    /// There is no such method.
    case unknownMethod = -32_601
    /// The parameters of a method are wrong.
    case invalidParameters = -32_602
  }

  /// The number.
  var code: Code
  /// One sentence.
  var message: String

  /// Creates a fault.
  init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }
}
