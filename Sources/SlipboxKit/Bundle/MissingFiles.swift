internal import SlipDocument

extension Document {
  /// Attached files that RTF only names, as its place in RTFD had them, have nothing to link to: their names stay.
  mutating func dropMissingFiles() {
    for index in attachedResources.sorted() where resources.indices.contains(index) {
      guard case .file(let path) = resources[index].content else { continue }
      let name = path.split { $0 == "/" || $0 == "\\" }.last.map(String.init)
      resources[index].name = resources[index].name ?? name
      resources[index].content = .file("")
    }
  }
}
