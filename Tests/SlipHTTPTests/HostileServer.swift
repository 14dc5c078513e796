import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A server on this machine that answers each connection with given bytes, however wrong they are.
final class HostileServer: Sendable {
  /// What it does with a connection.
  struct Answer: Sendable {
    /// The bytes, in pieces.
    var pieces: [[UInt8]]
    /// The pause before each piece but the first, in milliseconds.
    var pause = 0
    /// How long the connection stays open after the last piece, in milliseconds.
    var linger = 0
  }

  let port: Int
  private let descriptor: Int32
  private let received = Mutex<[String]>([])
  private let isOpen = Mutex(true)
  /// Signalled when the socket is closed.
  private let ended = DispatchSemaphore(value: 0)

  /// The heads of the requests so far.
  var requests: [String] { received.withLock { $0 } }

  init(_ answers: @escaping @Sendable (Int) -> Answer) throws {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let socket = socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    var status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, length) }
    }
    guard socket >= 0, status == 0, listen(socket, 16) == 0 else { throw POSIXError(.EADDRINUSE) }
    status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
    }
    descriptor = socket
    port = Int(UInt16(bigEndian: address.sin_port))
    let thread = Thread { [self] in serve(answers) }
    thread.start()
  }

  private func serve(_ answers: (Int) -> Answer) {
    // Only this thread closes the socket: its number may be that of the next server's at once.
    defer {
      close(descriptor)
      ended.signal()
    }
    var number = 0
    while isOpen.withLock({ $0 }) {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 50) > 0 else { continue }
      let client = accept(descriptor, nil, nil)
      guard client >= 0 else { return }
      var head: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while !String(decoding: head, as: UTF8.self).contains("\r\n\r\n") {
        let count = recv(client, &buffer, buffer.count, 0)
        if count <= 0 { break }
        head += buffer.prefix(count)
      }
      received.withLock { $0.append(String(decoding: head, as: UTF8.self)) }
      let answer = answers(number)
      number += 1
      for (index, piece) in answer.pieces.enumerated() {
        if index > 0 { usleep(UInt32(answer.pause) * 1000) }
        var rest = piece[...]
        while !rest.isEmpty {
          let count = rest.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
          if count <= 0 { break }
          rest = rest.dropFirst(count)
        }
      }
      usleep(UInt32(answer.linger) * 1000)
      close(client)
    }
  }

  /// Ends the server: nobody can connect any more, unless it is still busy with an answer.
  func stop() {
    isOpen.withLock { $0 = false }
    _ = ended.wait(timeout: .now() + 1)
  }
}

extension HostileServer.Answer {
  /// An answer from text.
  init(_ text: String, body: [UInt8] = []) { self.init(pieces: [Array(text.utf8) + body]) }
}
