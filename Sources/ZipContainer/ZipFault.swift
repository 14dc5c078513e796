/// Codes of faults of ZIP files (C) and of paths in them (S).
package enum ZipFault {
  /// Not a ZIP file, or a damaged one.
  package static let badZip = "SBXC003"
  /// An entry is encrypted.
  package static let encrypted = "SBXC004"
  /// An entry or the whole expands beyond its limit.
  package static let expandsTooFar = "SBXC005"
  /// More files than the limit.
  package static let tooManyFiles = "SBXC006"
  /// Data of an entry don't fit its checksum or length.
  package static let damagedEntry = "SBXC008"
  /// A compression method this program can't read.
  package static let unknownMethod = "SBXC009"
  /// Entries overlap.
  package static let overlappingEntries = "SBXC012"
  /// Two paths that some file system takes for the same.
  package static let collidingPaths = "SBXS002"
  /// A symbolic link.
  package static let symbolicLink = "SBXS003"
  /// A device, socket or pipe.
  package static let specialFile = "SBXS004"
  /// A name that is not UTF-8.
  package static let nameNotUnicode = "SBXS005"
  /// The same name twice.
  package static let duplicatePath = "SBXS006"
}
