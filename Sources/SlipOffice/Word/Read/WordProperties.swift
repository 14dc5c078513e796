internal import SlipDocument

/// The properties of an office document (ECMA-376 part 2, "Core Properties").
enum WordProperties {
  /// Reads the properties into a document's information.
  static func read(
    _ package: OfficePackage, _ links: [String: OfficePackage.Relationship], into info: inout DocumentInfo,
    _ findings: inout OfficeFindings
  ) {
    /// The outermost element of a part of properties.
    func root(_ type: String) -> OfficeNode? {
      guard let target = links.values.first(where: { $0.type == type && !$0.isExternal })?.target else {
        return nil
      }
      do { return try package.tree(target, &findings)?.root } catch {
        findings.note(.partNotRead, in: target)
        return nil
      }
    }
    for node in root("core-properties")?.children ?? .none {
      let text = trimmed(node.text)
      guard !text.isEmpty else { continue }
      switch node.name {
      case "dc:title": info.title = text
      case "dc:subject": info.subject = text
      case "dc:creator": info.author = text
      case "dc:description": info.comment = text
      case "cp:category": info.category = text
      case "cp:keywords": info.keywords = keywords(text)
      case "dcterms:created": info.created = WordValue.date(text)
      case "dcterms:modified": info.modified = WordValue.date(text)
      default: break
      }
    }
    for node in root("extended-properties")?.children ?? .none {
      let text = trimmed(node.text)
      guard !text.isEmpty else { continue }
      switch node.name {
      case "ap:Manager": info.manager = text
      case "ap:Company": info.company = text
      default: break
      }
    }
    for node in root("custom-properties")?.children ?? .none {
      guard let name = node["name"], !name.isEmpty, let value = node.first, value.first == nil else {
        continue
      }
      let text = trimmed(value.text)
      if !text.isEmpty { info.userProperties.append(UserProperty(name: name, value: text)) }
    }
  }

  /// The keywords of one text: separated by semicolons, or else by commas.
  private static func keywords(_ text: String) -> [String] {
    let separator: Character = text.contains(";") ? ";" : ","
    return text.split(separator: separator).map { trimmed(String($0)) }.filter { !$0.isEmpty }
  }

  /// A text on one line, without blanks at its ends.
  private static func trimmed(_ text: String) -> String {
    text.split { $0.isWhitespace }.joined(separator: " ")
  }
}
