/// An attachment as Cocoa writes it: `{{\NeXTGraphic NAME \widthN \heightN …}¬}`. The sign ¬ (0xAC) is
/// a placeholder, which Cocoa replaces by the file.
package enum RTFDGraphic {
  /// The size in twips of the icon for a file without a known size: 32 points.
  package static let icon = 640

  /// The group of an attachment. Sizes are in twips.
  package static func group(_ name: String, width: Int?, height: Int?) -> [UInt8] {
    [0x7B] + content(name, width: width, height: height) + [0x7D]
  }

  /// The content of that group, for a place that is a group already. The byte 0xAC behind it is the
  /// placeholder character.
  package static func content(_ name: String, width: Int?, height: Int?) -> [UInt8] {
    let size = "\\width\(held(width)) \\height\(held(height))"
    return Array("{\\NeXTGraphic ".utf8) + escaped(name)
      + Array(" \(size) \\appleattachmentpadding0 \\appleembedtype0 \\appleaqc\n}\\'ac".utf8)
  }

  /// A name in RTF. It is written in UTF-8 as Cocoa does it, whatever the code page is.
  package static func escaped(_ name: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in name.utf8 where byte >= 0x20 {
      if byte == 0x5C || byte == 0x7B || byte == 0x7D { bytes.append(0x5C) }
      bytes.append(byte)
    }
    return bytes
  }

  /// A size within the bounds of a parameter; the size of an icon when it is unknown.
  private static func held(_ size: Int?) -> Int {
    guard let size, size > 0 else { return icon }
    return min(size, Int(Int32.max))
  }
}
