import AppleArchives
import FuzzSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What each stream begins with.
let head: [UInt8] = [4, 11] + Array("streamtyped".utf8) + [0x81, 0xE8, 3]

// Any bytes behind the head of a stream: objects whose values can be asked for, and a text that becomes a document.
let result = fuzz { bytes in
  let whole = TypedStream.isStream(bytes) ? Array(bytes) : head + bytes
  guard let stream = whole.withUnsafeBytes({ TypedStream($0) }) else { return }
  for (index, entry) in stream.entries.enumerated() {
    _ = stream.classNames(index)
    if case .object(let type, _) = entry { claim(type < stream.entries.count, "class") }
    _ = stream.pairs(.object(index)).count
  }
  _ = AttributedText(stream)?.document()
}
exit(result)
