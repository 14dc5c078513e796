/// The text of an INCLUDEPICTURE field.
enum RTFPictureField {
  /// The group of the field's instruction: `{\*\fldinst INCLUDEPICTURE "PATH" \\d}`. `\d` keeps the data out of the file.
  static func instruction(path: String) -> [UInt8] {
    var text = Array("{\\*\\fldinst".utf8)
    // How many characters stand for a `\u` depends on the place, so say it.
    if !path.utf8.allSatisfy({ $0 < 0x80 }) { text += Array("\\uc1".utf8) }
    return text + Array(" INCLUDEPICTURE \"".utf8) + escaped(path) + Array("\" \\\\d}".utf8)
  }

  /// A path within a field's quotes, where a backslash stands for another, and then within RTF.
  private static func escaped(_ path: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for unit in path.utf16 {
      switch unit {
      case 0x5C: bytes += [0x5C, 0x5C, 0x5C, 0x5C]
      case 0x22: bytes += [0x5C, 0x5C, 0x22]
      case 0x7B, 0x7D: bytes += [0x5C, UInt8(unit)]
      case 0x20..<0x7F: bytes.append(UInt8(unit))
      default: bytes += Array("\\u\(Int16(bitPattern: unit))?".utf8)
      }
    }
    return bytes
  }
}
