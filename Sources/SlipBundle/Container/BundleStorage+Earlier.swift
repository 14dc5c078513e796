package import SlipBase

extension BundleStorage {
  /// The bytes of a payload file as it is or was: those in its place where they are the ones, else those that the history keeps.
  ///
  /// - Parameters:
  ///   - path: The path of the file, relative to the bundle.
  ///   - fact: The length and digest of the wanted bytes.
  /// - Returns: Nil where the bundle has them in neither place.
  /// - Throws: `SlipError` where a file can't be read.
  package func payload(_ path: String, _ fact: FileFact) throws(SlipError) -> [UInt8]? {
    var places = [path]
    if let suffix = PayloadPath(path)?.fileExtension {
      places.append(PayloadPath.replaced(fact.digest, suffix))
    }
    for place in places where try length(of: place) == fact.length {
      let bytes = try read(place)
      if FileFact(of: bytes) == fact { return bytes }
    }
    return nil
  }
}
