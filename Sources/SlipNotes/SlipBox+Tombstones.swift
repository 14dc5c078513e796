extension SlipBox {
  /// Adds tombstones to the origins of their sources, which are created when missing: the part of the key
  /// before the first slash.
  ///
  /// Of a key and item that an origin has a tombstone for already, none is added.
  package mutating func bury(_ tombstones: [Tombstone]) {
    for (name, new) in Dictionary(grouping: tombstones, by: { String($0.key.prefix { $0 != "/" }) })
      .sorted(by: { $0.key < $1.key })
    {
      let index = origins.firstIndex { $0.name == name } ?? origins.count
      if index == origins.count { origins.append(Origin(name: name, token: "")) }
      /// A tombstone without its date.
      func identity(_ tombstone: Tombstone) -> Tombstone {
        Tombstone(key: tombstone.key, item: tombstone.item, date: nil)
      }
      var known = Set(origins[index].tombstones.map(identity))
      origins[index].tombstones += new.filter { known.insert(identity($0)).inserted }
    }
  }
}
