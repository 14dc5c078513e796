internal import AppleArchives
internal import SlipBase

/// The files beside a store with its large values.
///
/// Where the model allows a value to lie in a file, it begins with a tag: 1 and the value itself,
/// or 2 and the name of a file, which is a UUID.
package struct ExternalData: Sendable {
  /// What a tagged value is.
  package enum Content: Sendable, Equatable {
    /// The value itself.
    case value([UInt8])
    /// The file of this name, in upper case, which is missing.
    case missing(String)
    /// The tag is unknown. The value is given with it.
    case unknown([UInt8])
  }

  /// The files' names in upper case, with their paths.
  private let paths: [String: String]
  /// Gives the bytes of a file; nil for one that can't be read.
  private let read: @Sendable (String) -> [UInt8]?

  /// The folder within a support folder.
  private static let folder = "_EXTERNAL_DATA"

  /// Creates the files from all paths beside a store.
  ///
  /// - Parameters:
  ///   - store: The store's file name. Its folder is called like it, unless there is only one such
  ///     folder.
  ///   - read: Gives the bytes of a file at one of the paths; nil for one that can't be read.
  package init(
    store: String, beside all: [String], read: @escaping @Sendable (String) -> [UInt8]?
  ) {
    self.read = read
    let stem = store.lastIndex(of: ".").map { String(store[..<$0]) } ?? store
    let own = "." + (stem.isEmpty ? store : stem) + "_SUPPORT"
    var found: [String: [String: String]] = [:]
    for path in all {
      let parts = path.split(separator: "/")
      guard parts.count == 3, parts[0].hasSuffix("_SUPPORT"), parts[1] == ExternalData.folder,
        UniqueID(parts[2]) != nil
      else { continue }
      found[String(parts[0]), default: [:]][parts[2].uppercased()] = path
    }
    paths = found[own] ?? (found.count == 1 ? found.values.first ?? [:] : [:])
  }

  /// The names of all files, in upper case, sorted.
  package var names: [String] { paths.keys.sorted() }

  /// The content of a value.
  ///
  /// - Parameter isTagged: Whether the model says that values have tags; nil where there is no
  ///   model. Then only what can't be anything else counts as a tag.
  package func content(_ bytes: [UInt8], isTagged: Bool?) -> Content {
    guard isTagged != false, let tag = bytes.first else { return .value(bytes) }
    if let name = ExternalData.reference(bytes) {
      guard let path = paths[name], let content = read(path) else { return .missing(name) }
      return .value(content)
    }
    if tag == 1, isTagged == true || ExternalData.isWrapped(bytes) { return .value(Array(bytes.dropFirst())) }
    return isTagged == true ? .unknown(bytes) : .value(bytes)
  }

  /// The name of the file that a value refers to, in upper case; nil for other values.
  package static func reference(_ bytes: [UInt8]) -> String? {
    guard bytes.first == 2, bytes.count == 37 || bytes.count == 38 && bytes[37] == 0 else { return nil }
    let name = String(decoding: bytes[1..<37], as: UTF8.self)
    return UniqueID(name) == nil ? nil : name.uppercased()
  }

  /// Whether bytes are something known behind their first one, and nothing known with it.
  private static func isWrapped(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { raw in
      let rest = UnsafeRawBufferPointer(rebasing: raw[1...])
      let isKnown =
        ![.binary, .plainText].contains(MediaType.sniff(rest))
        || [.rtf, .flatRTFD, .propertyList, .typedStream].contains(BodyForm(rest))
      return isKnown && MediaType.sniff(raw) == .binary
    }
  }
}
