internal import SlipBase

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Finds single entities in a manifest of canonical form by halving, since they are in the order of their ids.
/// A million notes take some thirty looks.
struct CanonicalPlaces {
  /// The sections in the order in which they stand.
  enum Section: Int {
    case head, origins, folders, keywords, parts, attachments, sources, notes, end
  }

  /// What is looked for in a section.
  enum Target {
    /// The line with which the section begins.
    case start
    /// The entity whose first attribute has these bytes, which order as the entities do.
    case bytes([UInt8])
    /// The source with this key.
    case key(String)
  }

  /// What a line is.
  private enum Line {
    /// The begin or the end of a section.
    case edge(Section, isStart: Bool)
    /// The first line of an entity, and where the value of its first attribute begins.
    case entity(Section, Int)
    /// A line within an entity.
    case inner
  }

  /// The manifest.
  let bytes: UnsafeRawBufferPointer

  /// The first line that doesn't stand before the one that is looked for; the end where there is none.
  private func firstLine(of section: Section, _ target: Target) throws(Deviation) -> Int {
    var (low, high) = (0, bytes.count)
    while low < high {
      let middle = low + (high - low) / 2
      let start = try decisiveLine(from: middle)
      if start < high, try isBefore(start, section, target) { low = start + 1 } else { high = middle }
    }
    return try decisiveLine(from: low)
  }

  /// Where the line begins that is looked for.
  ///
  /// - Returns: Nil where there is none.
  func line(of section: Section, _ target: Target) throws(Deviation) -> Int? {
    let start = try firstLine(of: section, target)
    guard start < bytes.count else { return nil }
    switch (line(at: start), target) {
    case (.edge(section, isStart: true), .start): return start
    case (.entity(section, let value), .bytes(let wanted)):
      let end = value + wanted.count
      guard end < bytes.count, bytes[end] == UInt8(ascii: "\""), bytes[value..<end].elementsEqual(wanted)
      else { return nil }
      return start
    case (.entity(section, let value), .key(let wanted)):
      var cursor = CanonicalCursor(bytes, at: value, releases: false)
      return try cursor.text() == wanted ? start : nil
    default: return nil
    }
  }

  /// Whether a line stands before the one that is looked for.
  private func isBefore(_ start: Int, _ section: Section, _ target: Target) throws(Deviation) -> Bool {
    switch line(at: start) {
    case .edge(let other, let isStart):
      if other != section { return other.rawValue < section.rawValue }
      if case .start = target { return false }
      return isStart
    case .entity(let other, let value):
      if other != section { return other.rawValue < section.rawValue }
      switch target {
      case .start: return false
      case .bytes(let wanted):
        let end = bytes[value...].prefix(wanted.count + 1).firstIndex(of: UInt8(ascii: "\""))
        let found = bytes[value..<(end ?? min(value + wanted.count, bytes.count))]
        return found.lexicographicallyPrecedes(wanted)
      case .key(let wanted):
        var cursor = CanonicalCursor(bytes, at: value, releases: false)
        return try cursor.text() < wanted
      }
    case .inner: throw Deviation()
    }
  }

  /// The first line at or after a place that isn't within an entity; the end where there is none.
  private func decisiveLine(from place: Int) throws(Deviation) -> Int {
    var start = place
    if start > 0, bytes[start - 1] != 0x0A { start = nextLine(after: start) }
    while start < bytes.count {
      if case .inner = line(at: start) {
        start = nextLine(after: start)
      } else {
        return start
      }
    }
    return bytes.count
  }

  /// Where the line after a place begins.
  private func nextLine(after place: Int) -> Int {
    guard let base = bytes.baseAddress, let found = memchr(base + place, 0x0A, bytes.count - place) else {
      return bytes.count
    }
    return base.distance(to: UnsafeRawPointer(found)) + 1
  }

  /// How the first lines of entities begin.
  private static let entities: [(text: StaticString, section: Section)] = [
    ("    <note id=\"", .notes), ("    <part id=\"", .parts), ("    <source key=\"", .sources),
    ("    <attachment sha256=\"", .attachments), ("    <keyword id=\"", .keywords),
    ("    <folder id=\"", .folders), ("    <origin name=\"", .origins),
  ]

  /// How the lines at the edges of sections go on after their indentation.
  private static let edges: [(text: StaticString, section: Section)] = [
    ("notes", .notes), ("parts", .parts), ("sources", .sources), ("attachments", .attachments),
    ("keywords", .keywords), ("folders", .folders), ("origins", .origins),
  ]

  /// What the line at a place is.
  private func line(at start: Int) -> Line {
    if has("      ", at: start) || has("    </", at: start) { return .inner }
    for (text, section) in CanonicalPlaces.entities where has(text, at: start) {
      return .entity(section, start + text.utf8CodeUnitCount)
    }
    if has("</slipbox>", at: start) { return .edge(.end, isStart: true) }
    for (text, section) in CanonicalPlaces.edges {
      if has("  <", at: start), has(text, at: start + 3) { return .edge(section, isStart: true) }
      if has("  </", at: start), has(text, at: start + 4) { return .edge(section, isStart: false) }
    }
    return .edge(.head, isStart: true)
  }

  /// Whether these bytes are at a place.
  private func has(_ text: StaticString, at start: Int) -> Bool {
    guard bytes.count - start >= text.utf8CodeUnitCount, let base = bytes.baseAddress else { return false }
    return memcmp(base + start, text.utf8Start, text.utf8CodeUnitCount) == 0
  }
}
