internal import SlipBase
package import SlipDocument

extension Document {
  /// Gives files that the document refers to by path their bytes.
  ///
  /// What isn't found is no longer shown, and reported. Nothing is fetched from the web: a reference with a scheme is a
  /// link at most.
  ///
  /// - Parameter file: The name and content of the file at a path; nil where there is none.
  /// - Returns: The paths that aren't found.
  package mutating func takeFiles<E: Error>(
    _ file: (String) throws(E) -> (name: String, bytes: [UInt8])?
  ) throws(E) -> [String] {
    var missing: [String] = []
    var gone: Set<Int> = []
    for index in resources.indices {
      guard case .file(let path) = resources[index].content else { continue }
      if let found = try file(path), !found.bytes.isEmpty {
        resources[index].content = .bytes(found.bytes)
        resources[index].name = found.name
      } else {
        missing.append(path)
        gone.insert(index)
      }
    }
    if !gone.isEmpty {
      editInlines { inline in
        switch inline {
        case .picture(let picture) where gone.contains(picture.resource): []
        case .attachment(let file) where gone.contains(file.resource): []
        default: nil
        }
      }
    }
    return missing
  }

  /// Changes the targets of links; nil takes a link away and leaves its text.
  ///
  /// Pictures have links, too. Where nothing changes, the document keeps its storage.
  package mutating func retarget(_ change: (String) -> String?) {
    editLinks { link in change(link.target).map { Hyperlink(target: $0, tip: link.tip) } }
  }
}

extension SourceNote {
  /// Reports files that the text shows and that aren't there. Of many only the first 100 are named. What is on the web was never part
  /// of the container.
  package mutating func reportMissing(_ paths: [String]) {
    let isRemote = { (path: String) in
      ["http:", "https:", "ftp:", "//"].contains { path.lowercased().hasPrefix($0) }
    }
    reportRemote(paths.filter(isRemote))
    for (index, path) in paths.filter({ !isRemote($0) }).enumerated() {
      diagnostics.append(SourceFault.missingFile(SourceNote.missing(path, index)))
    }
  }

  /// Reports files that the text shows and that were never part of the container. An import doesn't fail for them.
  package mutating func reportRemote(_ paths: [String]) {
    for (index, path) in paths.enumerated() {
      var finding = SourceFault.missingFile(SourceNote.missing(path, index))
      finding.severity = .warning
      diagnostics.append(finding)
    }
  }

  /// The message about a file that is missing.
  private static func missing(_ path: String, _ index: Int) -> String {
    let name = path.isEmpty || index >= 100 ? "" : ": '\(PrintableText.of(path))'"
    return "A file that the text shows is missing\(name)."
  }
}

extension Document {
  /// The words of the document in one line, such as for a title.
  package var line: String {
    var words: [String] = []
    for block in blocks {
      var text = ""
      for inline in block.inlines {
        switch inline {
        case .run(let run): text += run.text
        case .lineBreak: text += " "
        default: break
        }
      }
      if !text.isEmpty { words.append(text) }
    }
    return words.joined(separator: " ").trimmingBlanks()
  }
}
