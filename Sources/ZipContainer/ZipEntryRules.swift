internal import SlipFiles
internal import SlipBase

#if SLIP_ARCHIVES
  internal import CLibZip
#else
  internal import CLibZipNone
#endif

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// Checks the entries of a ZIP file by its directory alone, before anything is unpacked.
///
/// Refused are unsafe names, links and special files, encryption, unknown methods of compression,
/// and ZIP bombs: entries that expand too far one by one, all together, or because they share the
/// same packed bytes. Where the directory understates a length, unpacking fails later, since no
/// more than that is read.
struct ZipEntryRules {
  /// The ZIP file's path for messages.
  let path: String?
  /// The ZIP file's length in bytes.
  let fileLength: Int
  /// The limits on numbers and lengths.
  let limits: Limits
  /// The packed bytes of the entries so far. More than the file's length means that entries
  /// overlap.
  private var packedTotal = 0
  /// The unpacked bytes of the entries so far.
  private var unpackedTotal = 0

  /// How names are decoded that aren't UTF-8; nil refuses them.
  private var names: ZipNames?
  /// Which names are separated by backslashes; by default none.
  private var backslashes = Backslashes.none
  /// Whether symbolic links are listed, which nobody follows, instead of breaking a rule.
  private var passesLinks = false
  /// For which systems names have to be safe.
  private let scope: SafePath.Scope

  /// Creates rules for one archive. Every entry has to be checked once, in order.
  init(path: String?, scope: SafePath.Scope = .everySystem, fileLength: Int, limits: Limits) {
    self.path = path
    self.scope = scope
    self.fileLength = fileLength
    self.limits = limits
  }

  /// The unpacked length up to which an entry may have any ratio.
  private static let harmlessSize = 1 << 20

  /// Whether an entry unpacks to more than 1 MiB and to more than `ratio` times its packed length.
  static func expands(_ size: Int, _ packed: Int, moreThan ratio: Int) -> Bool {
    let (allowed, overflow) = packed.multipliedReportingOverflow(by: ratio)
    return size > harmlessSize && !overflow && size > allowed
  }

  /// The names and unpacked lengths of all entries, in the file's order. Names are checked for this
  /// system only.
  ///
  /// - Parameter decodesNames: Whether names that aren't UTF-8 are decoded. Otherwise they break a rule.
  /// - Returns: The entries, and the code page of names that aren't UTF-8; nil where all of them are.
  /// - Throws: `SlipError` at the first entry that breaks a rule.
  static func entries(
    of archive: ZipArchive, fileLength: Int, limits: Limits, decodesNames: Bool = false
  ) throws(SlipError) -> (entries: [Listed], codePage: Int?) {
    try archive.withHandle { zip throws(SlipError) in
      let count = try ZipEntryRules.count(zip, archive.path, limits)
      var rules = ZipEntryRules(
        path: archive.path, scope: .thisSystem, fileLength: fileLength, limits: limits)
      if decodesNames { rules.names = otherNames(zip, count) }
      rules.passesLinks = decodesNames
      if decodesNames { rules.backslashes = backslashes(zip, count) }
      var entries: [Listed] = []
      for entry in 0..<count {
        let (name, stat) = try rules.check(entry, of: zip)
        entries.append(
          Listed(
            name: name, size: Int(clamping: stat.size), modified: time(stat),
            isLink: kind(entry, zip) == 0o120000))
      }
      return (entries, rules.names?.number)
    }
  }

  /// Which names of a ZIP are separated by backslashes.
  private enum Backslashes {
    /// None.
    case none
    /// Those of entries that were made on Windows, where no name contains one.
    case ofWindows
    /// All, since no name has a slash.
    case all
  }

  /// Which names are separated by backslashes, as PowerShell and old programs of Windows write them.
  private static func backslashes(_ zip: OpaquePointer, _ count: Int) -> Backslashes {
    for entry in 0..<count {
      if let name = zip_get_name(zip, UInt64(entry), UInt32(ZIP_FL_ENC_RAW)),
        bytes(of: name).contains(UInt8(ascii: "/"))
      {
        return .ofWindows
      }
    }
    return .all
  }

  /// The numbers of systems on which no name contains a backslash: MS-DOS and NTFS.
  private static let windows: Set<UInt8> = [0, 10]

  /// A name with slashes between its parts.
  private func separated(_ name: String, _ entry: Int, _ zip: OpaquePointer) -> String {
    guard name.utf8.contains(UInt8(ascii: "\\")) else { return name }
    switch backslashes {
    case .none: return name
    case .all: return name.replacing("\\", with: "/")
    case .ofWindows:
      let isOfWindows = ZipEntryRules.attributes(entry, zip).map { ZipEntryRules.windows.contains($0.system) }
      return isOfWindows ?? false ? name.replacing("\\", with: "/") : name
    }
  }

  /// An entry as the directory lists it.
  struct Listed {
    /// Its path, with `/` at its end for a folder.
    var name: String
    /// Its unpacked length in bytes.
    var size: Int
    /// When it was changed, by the clock of whoever made the archive and as if that showed UTC; nil where none is given.
    var modified: Timestamp?
    /// Whether it is a symbolic link.
    var isLink: Bool
  }

  /// The time of an entry. A ZIP has the time on a clock without a zone, and libzip takes it for local.
  private static func time(_ stat: zip_stat_t) -> Timestamp? {
    guard stat.valid & UInt64(ZIP_STAT_MTIME) != 0 else { return nil }
    var (seconds, clock) = (stat.mtime, tm())
    guard localtime_r(&seconds, &clock) != nil, clock.tm_year > 80 else { return nil }
    return Timestamp(
      year: Int(clock.tm_year) + 1_900, month: Int(clock.tm_mon) + 1, day: Int(clock.tm_mday),
      hour: Int(clock.tm_hour), minute: Int(clock.tm_min), second: min(Int(clock.tm_sec), 59))
  }

  /// How names are decoded that aren't UTF-8; nil where all of them are.
  private static func otherNames(_ zip: OpaquePointer, _ count: Int) -> ZipNames? {
    var names: [[UInt8]] = []
    for entry in 0..<count where names.count < mostNames {
      guard let name = zip_get_name(zip, UInt64(entry), UInt32(ZIP_FL_ENC_RAW)),
        String(validatingCString: name) == nil
      else { continue }
      names.append(bytes(of: name))
    }
    return names.isEmpty ? nil : ZipNames(names)
  }

  /// The bytes of a C string without its end.
  private static func bytes(of name: UnsafePointer<CChar>) -> [UInt8] {
    var bytes: [UInt8] = []
    while name[bytes.count] != 0 { bytes.append(UInt8(bitPattern: name[bytes.count])) }
    return bytes
  }

  /// How many names are looked at to find their code page.
  private static let mostNames = 4_096

  /// The number of entries.
  ///
  /// - Throws: `SlipError`, with code `ZipCode.tooManyFiles` where there are more than the limit.
  static func count(_ zip: OpaquePointer, _ path: String?, _ limits: Limits) throws(SlipError) -> Int {
    let count = Int(clamping: zip_get_num_entries(zip, 0))
    guard count <= min(limits.files, Int(Int32.max)) else {
      throw SlipError(
        .badInput, code: ZipCode.tooManyFiles, "The ZIP file has more than \(limits.files) entries.",
        at: SourceLocation(file: path))
    }
    return count
  }

  /// Checks one entry.
  ///
  /// - Parameter entry: The entry's place in the directory, from 0.
  /// - Returns: The entry's name, with `/` at its end for a folder, and what the directory says of
  ///   it.
  /// - Throws: `SlipError` where the entry breaks a rule.
  mutating func check(_ entry: Int, of zip: OpaquePointer) throws(SlipError) -> (
    name: String, stat: zip_stat_t
  ) {
    var stat = zip_stat_t()
    zip_stat_init(&stat)
    let wanted = UInt64(ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD)
    guard zip_stat_index(zip, UInt64(entry), UInt32(ZIP_FL_ENC_RAW), &stat) == 0,
      stat.valid & wanted == wanted,
      let rawName = stat.name
    else {
      throw fault(ZipCode.badZip, "Entry \(entry + 1) of the ZIP file can't be read", nil)
    }
    guard
      let written = String(validatingCString: rawName) ?? names?.decode(ZipEntryRules.bytes(of: rawName))
    else {
      throw fault(
        ZipCode.nameNotUnicode, "The name is not well-formed UTF-8", String(cString: rawName))
    }
    let name = separated(written, entry, zip)
    let bare =
      name.utf8.last == UInt8(ascii: "/") ? String(decoding: name.utf8.dropLast(), as: UTF8.self) : name
    if let unsafe = SafePath.fault(in: bare, for: scope) {
      throw fault(SafePath.code, "The path \(unsafe.explanation)", name)
    }
    try checkKind(entry, zip, name)
    try checkPacking(stat, name)
    return (name, stat)
  }

  /// The kind of an entry in the mode of Unix; 0 where the program that made the archive knew none.
  private static func kind(_ entry: Int, _ zip: OpaquePointer) -> UInt32 {
    // The high half is a Unix mode, if the program that made the file knew one; else 0.
    (attributes(entry, zip)?.value ?? 0) >> 16 & 0o170000
  }

  /// The system on which an entry was made, and what that knows of the file; nil where the directory is damaged.
  private static func attributes(_ entry: Int, _ zip: OpaquePointer) -> (system: UInt8, value: UInt32)? {
    var system: UInt8 = 0
    var value: UInt32 = 0
    guard zip_file_get_external_attributes(zip, UInt64(entry), 0, &system, &value) == 0 else { return nil }
    return (system, value)
  }

  /// Checks that the entry is a file or folder. Without a Unix mode it counts as one.
  private func checkKind(_ entry: Int, _ zip: OpaquePointer, _ name: String) throws(SlipError) {
    switch ZipEntryRules.kind(entry, zip) {
    case 0, 0o100000, 0o040000: return
    case 0o120000 where passesLinks: return
    case 0o120000: throw fault(ZipCode.symbolicLink, "A bundle must not contain symbolic links", name)
    default: throw fault(ZipCode.specialFile, "A bundle must not contain special files", name)
    }
  }

  /// Checks how the entry is packed and how far it expands.
  private mutating func checkPacking(_ stat: zip_stat_t, _ name: String) throws(SlipError) {
    guard stat.encryption_method == UInt16(ZIP_EM_NONE) else {
      throw fault(ZipCode.encrypted, "The file in the archive is encrypted", name)
    }
    guard stat.comp_method == UInt16(ZIP_CM_STORE) || stat.comp_method == UInt16(ZIP_CM_DEFLATE) else {
      throw fault(ZipCode.unknownMethod, "The entry is compressed by an unsupported method", name)
    }
    let size = Int(clamping: stat.size)
    let packed = Int(clamping: stat.comp_size)
    guard size <= limits.fileBytes else {
      throw fault(ZipCode.expandsTooFar, "The entry is larger than \(limits.fileBytes) bytes", name)
    }
    let ratio = limits.ratio(ofEntry: name)
    guard !ZipEntryRules.expands(size, packed, moreThan: ratio) else {
      throw fault(ZipCode.expandsTooFar, "The entry expands to more than \(ratio) times its size", name)
    }
    unpackedTotal = unpackedTotal.addingReportingOverflow(size).overflow ? .max : unpackedTotal + size
    guard unpackedTotal <= limits.zipBytes else {
      throw fault(
        ZipCode.expandsTooFar, "The ZIP file expands to more than \(limits.zipBytes) bytes", nil)
    }
    packedTotal = packedTotal.addingReportingOverflow(packed).overflow ? .max : packedTotal + packed
    guard packedTotal <= fileLength else {
      throw fault(ZipCode.overlappingEntries, "Entries of the ZIP file overlap", name)
    }
  }

  /// An error about one entry, or about the file where there is no name.
  private func fault(_ code: String, _ message: String, _ name: String?) -> SlipError {
    SlipError(
      .badInput, code: code, message + ".",
      at: SourceLocation(file: path, name.map { .object($0) } ?? .wholeFile))
  }
}

/// The permanent codes of errors about ZIP files (`SBXC…`) and about paths in them (`SBXS…`).
package enum ZipCode {
  /// The file is no ZIP file, or a damaged one.
  package static let badZip = "SBXC003"
  /// The passphrase is another one.
  package static let wrongPassphrase = "SBXC013"
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
