import SlipStores

enum ModelFuzzer {
  /// Any bytes, as an archive and as a packed one: a list of entities, or none.
  static func run(_ bytes: UnsafeRawBufferPointer) {
    let bytes = Array(bytes)
    _ = StoreParts.entities(ofModel: bytes, isPacked: false)
    _ = StoreParts.entities(ofModel: bytes, isPacked: true)
  }
}
