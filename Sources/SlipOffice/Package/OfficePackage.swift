internal import SlipBase
internal import SlipDocument
internal import XMLSyntax
internal import ZipContainer

/// The parts of an office document and how they refer to each other (ECMA-376 part 2, "Open Packaging Conventions").
///
/// Names of parts are compared without case, and with `\` as `/`, because programs write them so. Of several parts of one
/// name the first counts.
struct OfficePackage: Sendable {
  /// A reference from one part to another, or to something outside.
  struct Relationship: Sendable {
    /// The last step of the type's address, such as `image`, which transitional and strict documents share.
    var type: String
    /// The part's name, or the address as the file spells it.
    var target: String
    /// Whether the target lies outside the file.
    var isExternal: Bool
  }

  private let zip: ZipListing
  /// Places in the ZIP by name in lower case.
  private let places: [String: Int]
  private let limits: Limits

  /// The longest part that is read.
  private static let longestPart = 256 << 20

  /// Opens a package.
  ///
  /// - Throws: `SlipError` for what is no sound ZIP file, or unpacks too far.
  init(_ bytes: UnsafeRawBufferPointer, limits: Limits) throws(SlipError) {
    var limits = limits
    limits.files = min(limits.files, 10_000)
    limits.zipBytes = min(limits.zipBytes, 1 << 30)
    limits.fileBytes = min(limits.fileBytes, OfficePackage.longestPart)
    self.limits = limits
    zip = try ZipListing([UInt8](bytes), limits: limits)
    var places: [String: Int] = [:]
    for (index, entry) in zip.entries.enumerated() {
      let key = OfficePackage.key(entry.path)
      if places[key] == nil { places[key] = index }
    }
    self.places = places
  }

  /// The name by which a part is found.
  static func key(_ name: String) -> String {
    var key = name.lowercased()
    if key.utf8.contains(UInt8(ascii: "\\")) { key = String(key.map { $0 == "\\" ? "/" : $0 }) }
    return key.hasPrefix("/") ? String(key.dropFirst()) : key
  }

  /// Whether there is a part of this name.
  func has(_ part: String) -> Bool { places[OfficePackage.key(part)] != nil }

  /// The names of all parts, in bytewise order.
  var names: [String] { zip.entries.map(\.path) }

  /// The bytes of a part; nil where there is none.
  ///
  /// - Throws: `SlipError` where it is damaged.
  func read(_ part: String) throws(SlipError) -> [UInt8]? {
    guard let place = places[OfficePackage.key(part)] else { return nil }
    return try zip.read(place)
  }

  /// A part as a tree; nil where there is none.
  ///
  /// - Parameter isMixed: Whether text between elements counts.
  /// - Throws: `SlipError` where it is damaged, or not well-formed from its beginning on.
  func tree(
    _ part: String, _ findings: inout OfficeFindings, isMixed: Bool = false
  ) throws(SlipError) -> OfficeTree? {
    guard let bytes = try read(part) else { return nil }
    let limits = limits
    let (tree, fault) = try slipErrors {
      try bytes.withUnsafeBytes { try OfficeTreeReader.read($0, limits: limits, isMixed: isMixed) }
    }
    guard let fault else { return tree }
    if tree.rows.isEmpty || fault.code == XMLCode.doctype {
      throw SlipError(
        .badInput, code: OfficeCode.badPart, "A part of the document can't be read: \(fault.message).",
        at: SourceLocation(.object(part)))
    }
    findings.note(.cutPart, in: part)
    return tree
  }

  // MARK: Relationships

  /// The relationships of a part by id; those of the package for an empty name.
  func relationships(
    of part: String, _ findings: inout OfficeFindings
  ) throws(SlipError) -> [String: Relationship] {
    let folder = part.split(separator: "/").dropLast().joined(separator: "/")
    let name = part.split(separator: "/").last.map(String.init) ?? ""
    let path = (folder.isEmpty ? "" : folder + "/") + "_rels/" + name + ".rels"
    guard let root = try tree(path, &findings)?.root else { return [:] }
    var found: [String: Relationship] = [:]
    for child in root.children where child.name == "rel:Relationship" || child.name == "Relationship" {
      guard let id = child["Id"], let target = child["Target"], found[id] == nil else { continue }
      let type = child["Type"]?.split(separator: "/").last.map(String.init) ?? ""
      let isExternal = child["TargetMode"]?.lowercased() == "external"
      found[id] = Relationship(
        type: type, target: isExternal ? target : OfficePackage.resolved(target, in: folder),
        isExternal: isExternal)
    }
    return found
  }

  /// The name of a part that a target means, which is relative to a folder unless it begins with a slash.
  static func resolved(_ target: String, in folder: String) -> String {
    let decoded = String(decoding: RelativeURL.decodedBytes(target.utf8), as: UTF8.self)
    let path = String(decoded.map { $0 == "\\" ? "/" : $0 })
    var steps = path.hasPrefix("/") ? [] : folder.split(separator: "/").map(String.init)
    for step in path.prefix(while: { $0 != "#" }).split(separator: "/") {
      switch step {
      case ".": break
      case "..": _ = steps.popLast()
      default: steps.append(String(step))
      }
    }
    return steps.joined(separator: "/")
  }

  /// The main part, by its relationship, or by the name that programs give it.
  func mainPart(_ findings: inout OfficeFindings) throws(SlipError) -> String? {
    let links = try relationships(of: "", &findings)
    let named = links.keys.sorted().compactMap { id in
      links[id].flatMap { $0.type == "officeDocument" && !$0.isExternal ? $0.target : nil }
    }
    return named.first(where: has) ?? ["word/document.xml", "word/document2.xml"].first(where: has)
  }

  /// What the package says of the type of a part, in lower case.
  func contentType(of part: String, _ findings: inout OfficeFindings) throws(SlipError) -> String? {
    guard let root = try tree("[Content_Types].xml", &findings)?.root else { return nil }
    let key = OfficePackage.key(part)
    let suffix = key.split(separator: ".").last.map(String.init) ?? ""
    var byDefault: String?
    for child in root.children {
      if child["PartName"].map(OfficePackage.key) == key { return child["ContentType"]?.lowercased() }
      if child["Extension"]?.lowercased() == suffix { byDefault = child["ContentType"]?.lowercased() }
    }
    return byDefault
  }
}
