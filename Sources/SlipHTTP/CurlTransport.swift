internal import CCurlShims
internal import SlipBase
internal import SlipFiles
internal import Synchronization

/// Requests by libcurl: TLS, proxies of the environment, gzip. Its connection stays open between requests, of which
/// it makes one at a time.
public final class CurlTransport: HTTPTransport {
  /// The handle; nil where libcurl is missing. Whoever has the lock uses it.
  private nonisolated(unsafe) let curl: OpaquePointer?
  /// Lets one thread at a time use the handle.
  private let lock = Mutex(())

  /// Creates a transport without a connection.
  public init() { curl = slip_curl_open() }

  deinit { slip_curl_close(curl) }

  /// What an answer consists of so far.
  private final class Collector {
    var headers: [String: String] = [:]
    var body = BytesCollector()
    /// Whether the disk has no room for the body.
    var isFull = false
    /// Whether the header is complete: a connection may end within it.
    var isHeaderComplete = false
    let most: Int
    init(_ most: Int) { self.most = most }

    /// Takes a line of the header. A status line begins a new header, as behind proxies.
    func take(header line: String) {
      if line.hasPrefix("HTTP/") {
        (headers, isHeaderComplete) = ([:], false)
        return
      }
      if line.allSatisfy(\.isNewline) { isHeaderComplete = true }
      guard let colon = line.firstIndex(of: ":") else { return }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      headers[line[..<colon].lowercased()] = String(value.prefix { !$0.isNewline })
    }

    /// Takes bytes of the body; false where they become too many.
    func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
      guard bytes.count <= most - body.count else { return false }
      isFull = !body.append(bytes)
      return !isFull
    }
  }

  /// Why there is no libcurl.
  #if HTTP
    private static let absence = "libcurl can't be loaded"
  #else
    private static let absence = "this program was built without HTTP"
  #endif

  /// Makes one GET request.
  public func get(_ url: String, headers: [(String, String)], _ limits: HTTPLimits) -> HTTPTry {
    lock.withLock { _ in answer(url, headers, limits) }
  }

  /// Makes one GET request. The caller has the lock.
  private func answer(_ url: String, _ headers: [(String, String)], _ limits: HTTPLimits) -> HTTPTry {
    guard let curl else { return .lasting(CurlTransport.absence) }
    let collector = Collector(limits.bytes)
    let lines = headers.map { Array("\($0.0): \($0.1)".utf8CString) }
    var (status, message) = (0, [CChar](repeating: 0, count: 512))
    let outcome = CurlTransport.withPointers(lines) { pointers in
      Array(url.utf8CString).withUnsafeBufferPointer { url in
        pointers.withUnsafeBufferPointer { list in
          var request = slip_curl_request()
          request.url = url.baseAddress
          request.headers = list.baseAddress
          request.header_count = list.count
          request.connect_milliseconds = limits.connecting
          request.total_milliseconds = limits.total
          (request.stall_seconds, request.stall_bytes) = (limits.stall, limits.slowest)
          request.context = Unmanaged.passUnretained(collector).toOpaque()
          request.on_header = { context, line, length in
            guard let context, let line else { return }
            let text = String(decoding: UnsafeRawBufferPointer(start: line, count: length), as: UTF8.self)
            Unmanaged<Collector>.fromOpaque(context).takeUnretainedValue().take(header: text)
          }
          request.on_body = { context, bytes, length in
            guard let context else { return 0 }
            let collector = Unmanaged<Collector>.fromOpaque(context).takeUnretainedValue()
            return collector.take(UnsafeRawBufferPointer(start: bytes, count: length)) ? 1 : 0
          }
          return slip_curl_get(curl, &request, &status, &message, message.count)
        }
      }
    }
    switch outcome {
    case SLIP_CURL_DONE where !collector.isHeaderComplete:
      return .passing("The connection ended within the header.")
    case SLIP_CURL_DONE:
      var answer = HTTPAnswer(status: status)
      answer.headers = collector.headers
      do throws(SlipError) {
        answer.body = try collector.body.finish()
      } catch {
        return .lasting(error.message)
      }
      return .answer(answer)
    case SLIP_CURL_STOPPED where collector.isFull:
      return .lasting("there is no room for the answer in the folder of temporary files")
    case SLIP_CURL_STOPPED: return .tooLarge
    case SLIP_CURL_LASTING: return .lasting(CurlTransport.text(message))
    default: return .passing(CurlTransport.text(message))
    }
  }

  /// The text up to its end.
  private static func text(_ message: [CChar]) -> String {
    String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Calls `body` with pointers to texts that end with a zero.
  private static func withPointers<R>(_ texts: [[CChar]], _ body: ([UnsafePointer<CChar>?]) -> R) -> R {
    let whole = texts.flatMap { $0 }
    return whole.withUnsafeBufferPointer { buffer in
      var start = 0
      var pointers: [UnsafePointer<CChar>?] = []
      for text in texts {
        pointers.append(buffer.baseAddress.map { $0 + start })
        start += text.count
      }
      return body(pointers)
    }
  }
}
