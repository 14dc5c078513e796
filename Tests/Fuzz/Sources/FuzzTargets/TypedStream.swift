import AppleArchives

enum TypedStreamFuzzer {
  /// What each stream begins with.
  private static let head: [UInt8] = [4, 11] + Array("streamtyped".utf8) + [0x81, 0xE8, 3]

  /// Any bytes behind the head of a stream: objects whose values can be asked for, and a text that becomes a document.
  static func run(_ bytes: UnsafeRawBufferPointer) {
    let whole = TypedStream.isStream(bytes) ? Array(bytes) : head + bytes
    guard let stream = whole.withUnsafeBytes({ TypedStream($0) }) else { return }
    for (index, entry) in stream.entries.enumerated() {
      _ = stream.classNames(index)
      if case .object(let type, _) = entry { claim(type < stream.entries.count, "class") }
      _ = stream.pairs(.object(index)).count
    }
    _ = AttributedText(stream)?.document()
  }
}
