package import SlipBase
internal import SlipDocument
internal import SlipFormats
internal import SlipRTF
package import SlipRTFD

/// Packages whose text is no RTF.
///
/// Programs also write packages that hold a text in another format, or no text but a picture or a file. A package
/// with RTF is made of them, so that everything behind needs to know one form only.
package enum RTFDParts {
  /// A package with RTF.
  ///
  /// - Parameters:
  ///   - package: The package. One with RTF stays as it is, and so does one without any file.
  ///   - limits: Bounds for reading the text.
  /// - Returns: The package with `TXT.rtf` in place of its text. Without a text, `TXT.rtf` is empty.
  package static func readable(_ package: FilePackage, _ limits: Limits) -> FilePackage {
    guard RTFDContents(package) == nil, package.entries.contains(where: { $0.bytes != nil }) else {
      return package
    }
    let text = self.text(of: package)
    var result = FilePackage()
    for (index, entry) in package.entries.enumerated() where index != text {
      // A file that only has the name of the text is a file like others.
      let isTaken = entry.path.utf8.elementsEqual(RTFDWriter.textName.utf8)
      result.add(isTaken ? "TXT.rtf.bin" : entry.path, entry.bytes)
    }
    let bytes = text.flatMap { package.entries[$0].bytes } ?? []
    result.add(RTFDWriter.textName, rtf(bytes, limits))
    return result
  }

  /// The place of the text: RTF under any name at the top, else a file named `TXT`, else the only text.
  ///
  /// - Returns: Nil where there is none, and where several files may be it.
  private static func text(of package: FilePackage) -> Int? {
    let top = package.entries.indices.filter { index in
      package.entries[index].bytes?.isEmpty == false && !package.entries[index].path.contains("/")
    }
    /// Whether a file is RTF.
    func isRTF(_ index: Int) -> Bool {
      package.entries[index].bytes?.withUnsafeBytes { RTFProbe.isRTF($0) } ?? false
    }
    /// Whether a file is a text.
    func isText(_ index: Int) -> Bool {
      guard let bytes = package.entries[index].bytes else { return false }
      let type = bytes.withUnsafeBytes { MediaType.sniff($0) }
      return type == .plainText || type == .html || isRTF(index)
    }
    if let rtf = top.first(where: isRTF) { return rtf }
    let texts = top.filter(isText)
    let named = texts.first { package.entries[$0].path.stem.lowercased() == "txt" }
    return named ?? (texts.count == 1 ? texts.first : nil)
  }

  /// A text as RTF: RTF itself, HTML or plain text.
  private static func rtf(_ bytes: [UInt8], _ limits: Limits) -> [UInt8] {
    bytes.withUnsafeBytes { bytes in
      if RTFProbe.isRTF(bytes) { return Array(bytes) }
      let isHTML = MediaType.sniff(bytes) == .html
      let result = isHTML ? HTMLReader.read(bytes, limits: limits) : PlainTextReader.read(bytes)
      return RTFWriter.write(result.document)
    }
  }
}
