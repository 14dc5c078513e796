internal import SlipFiles
public import SlipBase

/// An attachment as Cocoa writes it: `{{\NeXTGraphic NAME \widthN \heightN …}¬}`.
enum RTFDGraphic {
  /// Twips of the icon that stands for a file whose size nobody said: 32 points.
  static let icon = 640

  static func group(_ name: String, width: Int?, height: Int?) -> [UInt8] {
    [0x7B] + content(name, width: width, height: height) + [0x7D]
  }

  /// The same for a place that is a group already.
  static func content(_ name: String, width: Int?, height: Int?) -> [UInt8] {
    let size = "\\width\(held(width)) \\height\(held(height))"
    return Array("{\\NeXTGraphic ".utf8) + escaped(name)
      + Array(" \(size) \\appleattachmentpadding0 \\appleembedtype0 \\appleaqc\n}\\'ac".utf8)
  }

  /// As Cocoa does it, a name stands in UTF-8, whatever the code page is.
  static func escaped(_ name: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in name.utf8 where byte >= 0x20 {
      if byte == 0x5C || byte == 0x7B || byte == 0x7D { bytes.append(0x5C) }
      bytes.append(byte)
    }
    return bytes
  }

  private static func held(_ size: Int?) -> Int {
    guard let size, size > 0 else { return icon }
    return min(size, Int(Int32.max))
  }
}

/// Gives files of one folder names of their own.
public struct RTFDNames: Sendable {
  /// `TXT.rtf` is the text's.
  private var taken: Set<String> = [TextFolding.caseFolded(RTFDWriter.textName)]

  public init() {}

  /// `name` without folders and without what can't be in a name on some system, with ` 2` and so on where it is taken. A
  /// name without extension gets one: Cocoa goes by it.
  public mutating func name(_ name: String?, _ mediaType: MediaType, _ digest: Digest) -> String {
    let last =
      name.flatMap { $0.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) } ?? ""
    var stem = RTFDNames.safe(last)
    if stem.isEmpty { stem = "attachment-\(digest.hex.prefix(8))" }
    var suffix = "." + mediaType.fileExtension
    if let dot = stem.lastIndex(of: "."), dot > stem.startIndex {
      suffix = String(stem[dot...])
      stem = String(stem[..<dot])
    }
    var (candidate, number) = (stem + suffix, 2)
    while !taken.insert(TextFolding.caseFolded(candidate)).inserted {
      candidate = stem + " \(number)" + suffix
      number += 1
    }
    return candidate
  }

  private static func safe(_ name: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars where scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) {
      scalars.append(":*?\"<>|".unicodeScalars.contains(scalar) ? "-" : scalar)
    }
    var text = String(scalars)
    while text.utf8.count > 200 { text.removeLast() }
    while let last = text.last, last == "." || last == " " { text.removeLast() }
    while let first = text.first, first == "." || first == " " || first == "~" { text.removeFirst() }
    // A device's name is one with any extension.
    return SafePath.fault(in: text) == .deviceName ? "_" + text : text
  }
}
