public import SlipBase
public import SlipNotes

/// Files whose names are the same but for the normalization of Unicode.
extension ImportScan {
  /// Gives variants to files whose keys have the same path. The file whose own path is in NFC, or
  /// else the first, gets none.
  mutating func distinguishTwins() {
    // Paths of printable ASCII are the same in NFC, so they have no twins.
    guard files.contains(where: { $0.path.utf8.contains { !(0x20...0x7E).contains($0) } }) else { return }
    for twins in Dictionary(grouping: files.indices, by: { ImportKey.path(of: files[$0].path) })
    where twins.value.count > 1 {
      let first = twins.value.first { files[$0].path.utf8.elementsEqual(twins.key.utf8) } ?? twins.value[0]
      for index in twins.value where index != first {
        files[index].variant = ImportKey.variant(of: files[index].path)
      }
    }
  }

  /// Lets files keep the keys by which the slip-box knows them.
  ///
  /// When a twin of an imported file appears later, it may be the one that would get the key
  /// without variant. The file that was imported under that key keeps it, and the twin gets a
  /// variant.
  ///
  /// - Parameter isSame: Whether the file's bytes are those of the source.
  ///
  /// Without this, the imported note would be taken for a changed one whenever a twin of its file
  /// appears.
  ///
  /// - Throws: What `isSame` throws.
  public mutating func keepKeys(
    of box: SlipBox, isSame: (File, Source) throws(SlipError) -> Bool
  ) throws(SlipError) {
    guard files.contains(where: { $0.variant != nil }) else { return }
    var firsts: [String: Int] = [:]
    for index in files.indices where files[index].variant == nil {
      firsts[files[index].key(in: sourceName).text] = index
    }
    for index in files.indices where files[index].variant != nil {
      let key = files[index].key(in: sourceName)
      let plain = ImportKey(sourceName: sourceName, path: key.path)
      guard let first = firsts[plain.text], let source = box.source(plain.text), !box.has(source: key.text)
      else { continue }
      let variant = ImportKey.variant(of: files[first].path)
      let other = ImportKey(sourceName: sourceName, path: key.path, variant: variant)
      if !box.has(source: other.text), try !isSame(files[index], source) { continue }
      (files[index].variant, files[first].variant) = (nil, variant)
      firsts[plain.text] = index
    }
  }
}
