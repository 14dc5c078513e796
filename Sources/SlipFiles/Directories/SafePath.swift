internal import SlipBase

/// Rules that keep a path inside its tree on every system that may unpack it. Pure: no file system is asked.
public enum SafePath {
  public enum Fault: String, Sendable, Hashable, CaseIterable {
    case empty
    case absolute
    case parentReference
    case emptyComponent
    case currentReference
    case backslash
    case driveLetter
    case controlCharacter
    case deviceName
    case forbiddenCharacter
    case trailingDotOrSpace
    case notUnicode
    case componentTooLong
    case pathTooLong
    case tooDeep

    /// A sentence's end: `The path …`.
    public var explanation: String {
      switch self {
      case .empty: "is empty"
      case .absolute: "is absolute"
      case .parentReference: "leads upwards with \"..\""
      case .emptyComponent: "has an empty component"
      case .currentReference: "has the component \".\""
      case .backslash: "has a backslash"
      case .driveLetter: "names a drive or a stream with a colon"
      case .controlCharacter: "has a control character"
      case .deviceName: "has the name of a device"
      case .forbiddenCharacter: "has a character that some systems forbid in names"
      case .trailingDotOrSpace: "has a component that ends in a dot or a space"
      case .notUnicode: "is not well-formed UTF-8"
      case .componentTooLong: "has a component of more than 255 bytes"
      case .pathTooLong: "is longer than 1024 bytes"
      case .tooDeep: "has more than 32 components"
      }
    }
  }

  /// Which systems a path is for.
  public enum Scope: Sendable, Hashable {
    /// All: whatever one of them forbids is a fault.
    case everySystem
    /// This one, which says itself what it can't name: only that a path stays inside its tree counts.
    case thisSystem
  }

  /// The first fault of a relative path with `/` between its components; nil when it is safe.
  public static func fault(in path: String, for scope: Scope = .everySystem) -> Fault? {
    var path = path
    return path.withUTF8 { fault(in: $0, for: scope) }
  }

  static func fault(in path: UnsafeBufferPointer<UInt8>, for scope: Scope = .everySystem) -> Fault? {
    guard let first = path.first else { return .empty }
    if first == 0x2F { return .absolute }
    if scope == .everySystem, path.count > 1024 { return .pathTooLong }
    var start = 0
    var components = 0
    for index in 0...path.count {
      guard index == path.count || path[index] == 0x2F else { continue }
      let name = UnsafeBufferPointer(rebasing: path[start..<index])
      if let fault = fault(inComponent: name, for: scope) { return fault }
      start = index + 1
      components += 1
    }
    return components > 32 && scope == .everySystem ? .tooDeep : nil
  }

  private static func fault(
    inComponent name: UnsafeBufferPointer<UInt8>, for scope: Scope
  ) -> Fault? {
    guard let last = name.last else { return .emptyComponent }
    if name.count == 1 && last == 0x2E { return .currentReference }
    if name.count == 2 && last == 0x2E && name[0] == 0x2E { return .parentReference }
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
    if last == 0x2E || last == 0x20 { return .trailingDotOrSpace }
    return isDeviceName(name) ? .deviceName : nil
  }

  /// Names that Windows gives to devices, with or without an extension (`CON`, `nul.txt`, `COM1`).
  private static func isDeviceName(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let stem = name.prefix { $0 != 0x2E }
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

  /// Equal for paths that some file system takes for the same: NFC and full case folding.
  public static func collisionKey(_ path: String) -> String { TextFolding.caseFolded(path) }
}

extension SafePath {
  /// The code of errors about unsafe paths.
  public static let code = "SBXS001"
}
