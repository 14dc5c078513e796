import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What happens with a claim that doesn't hold: nil stops the process with its line, so that libFuzzer keeps the input.
public let claimHandler = Mutex<(@Sendable (String) -> Void)?>(nil)

/// Reports a claim that doesn't hold.
func claim(
  _ condition: Bool, _ what: @autoclosure () -> String = "", file: String = #fileID, line: Int = #line
) {
  if condition { return }
  let message = "the claim in \(file):\(line) does not hold: \(what())"
  if let handler = claimHandler.withLock({ $0 }) { return handler(message) }
  let bytes = Array((message + "\n").utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
  abort()
}

/// Claims that what was written as HTML reads back as the same text. The number of a heading is text in HTML, with a blank behind it
/// in place of the tab.
func claimSameText(
  _ first: [UInt8], _ second: [UInt8], file: String = #fileID, line: Int = #line
) {
  let texts = [first, second].map { $0.map { $0 == 0x09 ? UInt8(0x20) : $0 } }
  claim(texts[0] == texts[1], difference(first, second), file: file, line: line)
}

/// Where two texts part, with some of what is around it.
func difference(_ first: some Collection<UInt8>, _ second: some Collection<UInt8>) -> String {
  let (a, b) = (Array(first), Array(second))
  let at = zip(a, b).enumerated().first { $1.0 != $1.1 }?.offset ?? min(a.count, b.count)
  func part(_ bytes: [UInt8]) -> String {
    String(decoding: bytes[max(0, at - 120)..<min(bytes.count, at + 120)], as: UTF8.self).debugDescription
  }
  return "byte \(at)\n\(part(a))\n\(part(b))"
}
