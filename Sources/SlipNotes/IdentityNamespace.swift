public import SlipBase

/// Namespaces of the name-based UUIDs (RFC 9562, version 5) that Slipbox gives. They never change.
public enum IdentityNamespace {
  /// 5029eb6d-e4ae-409f-b86d-c0d7db9a34cd: notes, by the key of their source.
  public static let note = UniqueID(high: 0x5029_eb6d_e4ae_409f, low: 0xb86d_c0d7_db9a_34cd)
  /// c7ebaf44-1d28-49f1-a73e-7a63fbae453d: folders, by path.
  public static let folder = UniqueID(high: 0xc7eb_af44_1d28_49f1, low: 0xa73e_7a63_fbae_453d)
  /// 94d5f33c-b80e-42d8-886c-eacddfaaf151: keywords, by folded name.
  public static let keyword = UniqueID(high: 0x94d5_f33c_b80e_42d8, low: 0x886c_eacd_dfaa_f151)
}

extension UniqueID {
  /// The UUID of a name, or of the name with the first number from 2 that makes it unused.
  ///
  /// The number follows a line end, which no name in a slip-box has.
  public static func unused<E: Error>(
    in namespace: UniqueID, for name: String, isUnused: (UniqueID) throws(E) -> Bool
  ) throws(E) -> UniqueID {
    var id = UniqueID(namespace: namespace, name: name)
    var number = 2
    while try !isUnused(id) {
      id = UniqueID(namespace: namespace, name: "\(name)\n\(number)")
      number += 1
    }
    return id
  }
}
