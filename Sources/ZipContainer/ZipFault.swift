/// The permanent codes of errors about ZIP files (`SBXC…`) and about paths in them (`SBXS…`).
package enum ZipFault {
  /// The file is no ZIP file, or a damaged one.
  package static let badZip = "SBXC003"
  /// An entry is encrypted.
  package static let encrypted = "SBXC004"
  /// An entry, or the whole file, unpacks to more than a limit allows.
  package static let expandsTooFar = "SBXC005"
  /// There are more files than the limit allows.
  package static let tooManyFiles = "SBXC006"
  /// The data of an entry don't fit its checksum or length.
  package static let damagedEntry = "SBXC008"
  /// An entry is compressed by another method than deflate.
  package static let unknownMethod = "SBXC009"
  /// Entries of the file overlap each other or the directory.
  package static let overlappingEntries = "SBXC012"
  /// Some file system takes two of the paths for the same.
  package static let collidingPaths = "SBXS002"
  /// An entry is a symbolic link.
  package static let symbolicLink = "SBXS003"
  /// An entry is a device, socket or pipe.
  package static let specialFile = "SBXS004"
  /// A name is not UTF-8.
  package static let nameNotUnicode = "SBXS005"
  /// The same name occurs twice.
  package static let duplicatePath = "SBXS006"
}
