#if canImport(Darwin)
  internal import Darwin
  internal import Foundation
  internal import SlipBase
  internal import SlipFiles
  internal import Synchronization

  /// Requests by the system of Apple's platforms, one at a time, without cookies, caches and redirects.
  ///
  /// Where there is no libcurl, as on iOS, this is the default.
  public final class URLSessionTransport: HTTPTransport {
    /// Lets one thread at a time make a request.
    private let lock = Mutex(())

    /// Creates a transport without a connection.
    public init() {}

    /// What an answer consists of so far. The session calls it on a queue of its own, and is done before the answer is read.
    private final class Collector: NSObject, URLSessionDataDelegate, @unchecked Sendable {
      var answer: HTTPAnswer?
      var body = BytesCollector()
      var isFull = false
      var isTooLarge = false
      var fault: (any Error)?
      let most: Int
      let done = DispatchSemaphore(value: 0)

      init(_ most: Int) { self.most = most }

      func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
      ) { completionHandler(nil) }

      func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
      ) {
        if let response = response as? HTTPURLResponse {
          var answer = HTTPAnswer(status: response.statusCode)
          for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String {
              answer.headers[name.lowercased()] = value
            }
          }
          self.answer = answer
        }
        completionHandler(.allow)
      }

      func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard data.count <= most - body.count else {
          isTooLarge = true
          return dataTask.cancel()
        }
        guard data.withUnsafeBytes({ body.append($0) }) else {
          isFull = true
          return dataTask.cancel()
        }
      }

      func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        fault = error
        done.signal()
      }
    }

    /// Makes one GET request.
    public func get(_ url: String, headers: [(String, String)], _ limits: HTTPLimits) -> HTTPTry {
      lock.withLock { _ in answer(url, headers, limits) }
    }

    /// Makes one GET request. The caller has the lock.
    private func answer(_ url: String, _ headers: [(String, String)], _ limits: HTTPLimits) -> HTTPTry {
      guard let address = URL(string: url) else { return .lasting("this is no address") }
      let configuration = URLSessionConfiguration.ephemeral
      configuration.timeoutIntervalForRequest = Double(limits.stall)
      configuration.timeoutIntervalForResource = Double(limits.total) / 1_000
      configuration.urlCache = nil
      let collector = Collector(limits.bytes)
      let session = URLSession(configuration: configuration, delegate: collector, delegateQueue: nil)
      defer { session.invalidateAndCancel() }
      var request = URLRequest(url: address)
      request.httpShouldHandleCookies = false
      for (name, value) in headers { request.addValue(value, forHTTPHeaderField: name) }
      session.dataTask(with: request).resume()
      collector.done.wait()
      if collector.isTooLarge { return .tooLarge }
      if collector.isFull {
        return .lasting("there is no room for the answer in the folder of temporary files")
      }
      if let fault = collector.fault { return URLSessionTransport.outcome(of: fault) }
      guard var answer = collector.answer else { return .passing("The connection ended within the header.") }
      do throws(SlipError) {
        answer.body = try collector.body.finish()
      } catch {
        return .lasting(error.message)
      }
      return .answer(answer)
    }

    /// Whether another try may succeed.
    private static func outcome(of fault: any Error) -> HTTPTry {
      let error = fault as NSError
      let text = error.localizedDescription
      let lasting = [
        NSURLErrorBadURL, NSURLErrorUnsupportedURL, NSURLErrorServerCertificateUntrusted,
        NSURLErrorServerCertificateHasBadDate, NSURLErrorServerCertificateHasUnknownRoot,
        NSURLErrorAppTransportSecurityRequiresSecureConnection,
      ]
      return lasting.contains(error.code) ? .lasting(text) : .passing(text)
    }
  }
#endif
