package import SlipBase
package import SlipDocument

/// Addresses by which programs open their own notes.
///
/// ```
/// dayone://view?entryId=5CAD…                        joplin://x-callback-url/openNote?id=1026…
/// bear://x-callback-url/open-note?id=A15C…           bear://x-callback-url/open-note?title=Garden
/// obsidian://open?vault=Garden&file=notes%2FBees     evernote:///view/12/s1/1d0a…/1d0a…/
/// simplenote://note/1051939b-…                       upnote://x-callback-url/openNote?noteId=5d1…
/// applenotes:note/0a1b2c3d-…?ownerIdentifier=…       mobilenotes://showNote?identifier=0A1B…
/// denote:20240506T070809::#heading
/// ```
///
/// Any note may have such an address, also one of another program: notes that are imported together are found by their ids.
package enum AppAddress {
  /// Schemes of such addresses, in lower case.
  private static let schemes = [
    "applenotes", "bear", "dayone", "dayone2", "denote", "evernote", "joplin", "mobilenotes", "obsidian",
    "simplenote", "upnote",
  ]
  /// Those that no two slashes follow.
  private static let opaque: Set<String> = ["applenotes", "denote"]
  /// How long a scheme is at most.
  private static let longestScheme = 12
  /// The longest address that is looked at, in bytes.
  private static let longest = 2_048

  /// The note that an address opens; nil for other addresses, and where no note of the import has the id.
  package static func note(_ address: String, _ context: SourceContext) -> UniqueID? {
    guard let scheme = scheme(of: address) else { return nil }
    let target = RelativePath.withoutEncoding(address)
    switch scheme {
    case "dayone", "dayone2": return value("entryid", in: target).flatMap { note(id: $0, context) }
    case "joplin":
      let id = value("id", in: target) ?? String(target.lastName.prefix { !"?#".contains($0) })
      return note(id: id, context)
    case "applenotes", "mobilenotes":
      let id = value("identifier", in: target) ?? String(target.prefix { !"?#".contains($0) }.lastName)
      return note(id: String(id.drop { $0 == ":" }), context)
    case "denote":
      let number = String(target.dropFirst(scheme.count + 1).prefix { $0.isLetter || $0.isNumber })
      return note(id: number, context) ?? note(named: number, context)
    case "upnote": return value("noteid", in: target).flatMap { note(id: $0, context) }
    case "simplenote":
      // The ids of old notes are no UUIDs.
      return note(id: String(target.lastName.prefix { !"?#".contains($0) }), context)
    case "bear":
      if let note = value("id", in: target).flatMap({ note(id: $0, context) }) { return note }
      return value("title", in: target).flatMap { note(named: $0, context) }
    case "obsidian":
      guard let file = value("file", in: target) else { return nil }
      return note(id: file, context) ?? note(id: file + ".md", context)
        ?? note(named: String(file.lastName), context)
    default:
      let ids = target.split { "/?#&=".contains($0) }.filter { UniqueID($0) != nil }
      return ids.lazy.compactMap { note(id: String($0), context) }.first
    }
  }

  /// The scheme of an address of this kind, in lower case; nil for all others.
  package static func scheme(of address: String) -> String? {
    guard address.utf8.count <= longest, let colon = address.utf8.firstIndex(of: 0x3A) else { return nil }
    let scheme = address[..<colon].lowercased()
    return schemes.contains(scheme) ? scheme : nil
  }

  /// The value of a parameter, whose name is in lower case; nil where the address has none.
  package static func value(_ name: String, in address: String) -> String? {
    guard let mark = address.firstIndex(of: "?") else { return nil }
    for part in address[address.index(after: mark)...].split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1)
      if pair.count == 2, pair[0].lowercased() == name { return String(pair[1]) }
    }
    return nil
  }

  /// The note with an id. Programs write letters of ids in one case, and their addresses sometimes in the other.
  private static func note(id: String, _ context: SourceContext) -> UniqueID? {
    context.note(id) ?? context.note(id.lowercased()) ?? context.note(id.uppercased())
  }

  /// The only note with a name.
  private static func note(named name: String, _ context: SourceContext) -> UniqueID? {
    if case .note(let id) = context.note(named: name) { id } else { nil }
  }

  /// The addresses of this kind in a text, in order: up to a blank, a quotation mark or an angle bracket, without punctuation
  /// at the end.
  package static func ranges(in text: String) -> [Range<String.Index>] {
    let bytes = text.utf8
    var found: [Range<String.Index>] = []
    var position = bytes.startIndex
    while let colon = bytes[position...].firstIndex(of: 0x3A) {
      position = bytes.index(after: colon)
      let name = bytes[..<colon].suffix(longestScheme).reversed().prefix {
        $0.isASCIIAlphanumeric
      }
      let start = bytes.index(colon, offsetBy: -name.count)
      let scheme = text[start..<colon].lowercased()
      guard schemes.contains(scheme),
        opaque.contains(scheme) || bytes[position...].starts(with: "//".utf8),
        found.last.map({ $0.upperBound <= start }) ?? true
      else { continue }
      var end =
        bytes[position...].firstIndex { $0 <= 0x20 || [0x22, 0x27, 0x3C, 0x3E].contains($0) }
        ?? bytes.endIndex
      while end > position, ".,;:!?)]}*_".utf8.contains(bytes[bytes.index(before: end)]) {
        end = bytes.index(before: end)
      }
      if bytes.distance(from: position, to: end) > 2 { found.append(start..<end) }
      position = end
    }
    return found
  }
}

extension Document {
  /// Makes links of addresses that stand in the text and open notes of the import. Code stays as it is.
  ///
  /// - Parameter target: The target for an address; nil where it opens no note, and stays text.
  package mutating func linkAddresses(_ target: (String) -> String?) {
    editProse { inline in
      guard case .run(let run) = inline, run.style.link == nil else { return nil }
      let ranges = AppAddress.ranges(in: run.text)
      if ranges.isEmpty { return nil }
      var inlines: [Inline] = []
      var position = run.text.startIndex
      for range in ranges {
        guard let link = target(String(run.text[range])) else { continue }
        var style = run.style
        if position < range.lowerBound {
          inlines.append(.run(Run(String(run.text[position..<range.lowerBound]), style: style)))
        }
        style.link = Hyperlink(target: link)
        inlines.append(.run(Run(String(run.text[range]), style: style)))
        position = range.upperBound
      }
      if position < run.text.endIndex {
        inlines.append(.run(Run(String(run.text[position...]), style: run.style)))
      }
      return inlines
    }
  }
}
