/// A path as key of sets and dictionaries: compared byte by byte, as file systems do. Swift's strings are equal when
/// they are canonically equivalent.
struct PathKey: Hashable, Sendable {
  let path: String

  static func == (a: PathKey, b: PathKey) -> Bool { a.path.utf8.elementsEqual(b.path.utf8) }

  func hash(into hasher: inout Hasher) {
    var path = path
    path.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
