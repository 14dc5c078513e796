internal import SlipBase
internal import SlipNotes

/// What the start page reads first: counts, folders, keywords, and where words are.
struct SiteMeta {
  /// The file.
  static let path = "x/meta.js"

  /// The site.
  let site: SiteBox
  /// The number of words of all notes.
  let words: Int
  /// How many notes a file of facts has.
  let chunk: Int
  /// Whether dates have parts of seconds.
  let hasFractions: Bool
  /// Where words are.
  let shards: SiteIndex.Shards
  /// How many texts are in each file of texts.
  let texts: [Int]

  /// The script.
  func script() -> [UInt8] {
    var script = SiteScript("meta", 0)
    script.raw("{\"n\":\(site.notes.count),\"words\":\(words),\"chunk\":\(chunk)")
    script.raw(",\"dir\":\(SiteIndex.filesInFolder),\"open\":\(SiteTexts.openingsInFile)")
    script.raw(",\"micro\":\(hasFractions),\"first\":")
    strings(shards.first, &script)
    script.raw(",\"parts\":{\"i\":{\(members(shards.parts))},\"p\":{\(members(shards.placeParts))}}")
    script.raw(",\"texts\":\"")
    var counts: [UInt8] = []
    for count in texts { SiteNumber.append(count, digits: 1, to: &counts) }
    script.raw(counts)
    script.raw("\",\"folders\":[")
    for (number, id) in site.folders.enumerated() {
      script.raw(number == 0 ? "[" : ",[")
      script.string(site.box.folder(id)?.name ?? "")
      script.raw(",\(site.parent(ofFolder: number) ?? -1),\"\(site.addresses.folder(number))\"]")
    }
    script.raw("],\"keywords\":[")
    for (number, id) in site.keywords.enumerated() {
      script.raw(number == 0 ? "[" : ",[")
      script.string(site.box.keyword(id)?.name ?? "")
      script.raw(",\(site.parent(ofKeyword: number) ?? -1),\"\(site.addresses.keyword(number))\"]")
    }
    script.raw("],\"saved\":[")
    var isFirst = true
    for search in site.content.searches {
      guard let number = site.folderNumbers[search.folder] else { continue }
      script.raw(isFirst ? "[" : ",[")
      isFirst = false
      script.raw("\(number),\"\(site.addresses.search(ofFolder: number))\",[")
      script.raw(search.notes.compactMap { site.slots[$0] }.map(String.init).joined(separator: ","))
      script.raw("]]")
    }
    script.raw("]}")
    return script.finished()
  }

  /// Writes an array of strings.
  private func strings(_ strings: [String], _ script: inout SiteScript) {
    for (index, string) in strings.enumerated() {
      script.raw(index == 0 ? "[" : ",")
      script.string(string)
    }
    script.raw(strings.isEmpty ? "[]" : "]")
  }

  /// The members of an object of numbers.
  private func members(_ numbers: [Int: Int]) -> String {
    numbers.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
  }
}
