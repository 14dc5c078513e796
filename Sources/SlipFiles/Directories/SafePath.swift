internal import SlipBase

/// Rules that keep a path from outside within its tree, on every system that may unpack it.
///
/// The rules look at the text of the path only; no file system is consulted. Names in ZIP files and
/// manifests are checked by them before they are used.
///
///     SafePath.fault(in: "notes/a.rtf")    // nil
///     SafePath.fault(in: "../a.rtf")       // .parentReference
///     SafePath.fault(in: "notes/NUL.txt")  // .deviceName
public enum SafePath {
  /// Why a path is unsafe.
  public enum Fault: String, Sendable, Hashable, CaseIterable {
    /// The path is empty.
    case empty
    /// The path begins with `/`.
    case absolute
    /// A component is `..`.
    case parentReference
    /// A component is empty: two slashes in a row, or one at the end.
    case emptyComponent
    /// A component is `.`.
    case currentReference
    /// The path has a backslash, which separates folders on Windows.
    case backslash
    /// The path has a colon, which ends a drive's name or begins a stream's on Windows.
    case driveLetter
    /// The path has a C0 or C1 control or DEL; in paths for this system only NUL counts.
    case controlCharacter
    /// A component is a device's name on Windows, such as `CON` or `nul.txt`.
    case deviceName
    /// The path has one of `"`, `*`, `<`, `>`, `?` and `|`, which Windows forbids in names.
    case forbiddenCharacter
    /// A component ends in a dot or space, which Windows drops silently.
    case trailingDotOrSpace
    /// A component has more than 255 bytes.
    case componentTooLong
    /// The path has more than 1,024 bytes.
    case pathTooLong
    /// The path has more than 32 components.
    case tooDeep

    /// The end of a sentence that begins with "The path".
    public var explanation: String {
      switch self {
      case .empty: "is empty"
      case .absolute: "is absolute"
      case .parentReference: "has the component \"..\""
      case .emptyComponent: "has an empty component"
      case .currentReference: "has the component \".\""
      case .backslash: "has a backslash"
      case .driveLetter: "has a colon"
      case .controlCharacter: "has a control character"
      case .deviceName: "has the name of a device"
      case .forbiddenCharacter: "has a character that some systems forbid in names"
      case .trailingDotOrSpace: "has a component that ends in a dot or a space"
      case .componentTooLong: "has a component of more than 255 bytes"
      case .pathTooLong: "is longer than 1024 bytes"
      case .tooDeep: "has more than 32 components"
      }
    }
  }

  /// For which systems a path has to be safe.
  public enum Scope: Sendable, Hashable {
    /// For all systems: what any of them forbids is a fault. Use this for paths in files that are
    /// passed on.
    case everySystem
    /// For the system that the program runs on. Only what leads outside the tree is a fault, since
    /// the system itself refuses names that it can't have.
    case thisSystem
  }

  /// The first fault of a relative path with `/` between its components; nil where the path is
  /// safe.
  public static func fault(in path: String, for scope: Scope = .everySystem) -> Fault? {
    var path = path
    return path.withUTF8 { fault(in: $0, for: scope) }
  }

  /// The first fault of a path given as UTF-8.
  static func fault(in path: UnsafeBufferPointer<UInt8>, for scope: Scope = .everySystem) -> Fault? {
    guard let first = path.first else { return .empty }
    if first == UInt8(ascii: "/") { return .absolute }
    if scope == .everySystem, path.count > 1024 { return .pathTooLong }
    var start = 0
    var components = 0
    for index in 0...path.count {
      guard index == path.count || path[index] == UInt8(ascii: "/") else { continue }
      let name = UnsafeBufferPointer(rebasing: path[start..<index])
      if let fault = fault(inComponent: name, for: scope) { return fault }
      start = index + 1
      components += 1
    }
    return components > 32 && scope == .everySystem ? .tooDeep : nil
  }

  /// The first fault of one component.
  private static func fault(
    inComponent name: UnsafeBufferPointer<UInt8>, for scope: Scope
  ) -> Fault? {
    guard let last = name.last else { return .emptyComponent }
    if name.count == 1 && last == UInt8(ascii: ".") { return .currentReference }
    if name.count == 2 && last == UInt8(ascii: ".") && name[0] == UInt8(ascii: ".") {
      return .parentReference
    }
    if name.count > 255 { return .componentTooLong }
    if scope == .thisSystem { return name.contains(0) ? .controlCharacter : nil }
    for (index, byte) in name.enumerated() {
      switch byte {
      case 0..<0x20, 0x7F: return .controlCharacter
      // C1 controls: U+0080 to U+009F are C2 80 to C2 9F.
      case 0xC2 where index + 1 < name.count && name[index + 1] < 0xA0: return .controlCharacter
      case 0x5C: return .backslash
      case 0x3A: return .driveLetter
      case 0x22, 0x2A, 0x3C, 0x3E, 0x3F, 0x7C: return .forbiddenCharacter
      default: break
      }
    }
    if last == UInt8(ascii: ".") || last == UInt8(ascii: " ") { return .trailingDotOrSpace }
    return isDeviceName(name) ? .deviceName : nil
  }

  /// Whether Windows takes a name for a device's, with or without an extension: `CON`, `nul.txt`,
  /// `COM1`, `LPT¹`.
  private static func isDeviceName(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let stem = name.prefix { $0 != UInt8(ascii: ".") }
    guard stem.count <= 8 else { return false }
    var text = String(decoding: stem, as: UTF8.self).lowercased()
    while text.hasSuffix(" ") { text.removeLast() }
    switch text {
    case "con", "prn", "aux", "nul", "conin$", "conout$", "clock$": return true
    default: break
    }
    guard text.hasPrefix("com") || text.hasPrefix("lpt"), text.count == 4, let digit = text.last else {
      return false
    }
    return "0123456789¹²³".contains(digit)
  }

  /// A key that is equal for paths that some file system takes for the same: the path in NFC with
  /// full case folding. `Ä.rtf` and `ä.RTF` collide.
  public static func collisionKey(_ path: String) -> String { TextFolding.caseFolded(path) }
}

extension SafePath {
  /// The code of errors about unsafe paths.
  public static let code = "SBXS001"
}
