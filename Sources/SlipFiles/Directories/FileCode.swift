public import SlipBase

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// Codes of errors that come from the file system or that keep a file from being written.
///
/// They appear as the `code` of a `SlipError`. Callers may compare them, for example to try again
/// later after `locked`. A code keeps its meaning for ever.
public enum FileCode {
  /// The system refused a call; the message says why.
  public static let systemCall = "SBXG001"
  /// There is no file or directory of that name.
  public static let missing = "SBXG002"
  /// A regular file is expected, but a directory, device or something else is there.
  public static let notRegularFile = "SBXG003"
  /// The file is larger than the caller's limit.
  public static let tooLarge = "SBXG004"
  /// Another process is writing to the same target.
  public static let locked = "SBXG005"
  /// The target exists and must not be replaced.
  public static let exists = "SBXG006"
  /// The file system cannot exchange two directories in one step.
  public static let cannotExchange = "SBXG007"
  /// Someone else changed something while it was read, or while a new version of it was being made.
  public static let changedMeanwhile = "SBXG008"
  /// The same path was written twice with different contents.
  public static let writtenTwice = "SBXG009"
  /// Directories are nested deeper than the limit.
  public static let tooDeep = "SBXG010"
  /// A name is not UTF-8.
  public static let nameNotUnicode = "SBXG011"
  /// The file or directory that is to be changed is read-only.
  public static let readOnly = "SBXG012"
  /// Something else is where the new version is to be put.
  public static let inTheWay = "SBXG013"

  /// The file system has no locks.
  public static let cannotLock = "SBXG014"

  /// The error for a file that someone wrote to while it was read.
  static func changedWhileRead(_ path: String) -> SlipError {
    SlipError(
      .cannotDo, code: changedMeanwhile, "Another program wrote to this file while it was read. Try again.",
      at: SourceLocation(file: path))
  }

  /// The user may not do this to the file or directory.
  public static let permissionDenied = "SBXG015"
  /// A change was made and is not complete, and can't be completed now.
  public static let unfinished = "SBXG016"

  /// Whether the error number of a failed look-up means that there is nothing: `ENOENT`, or
  /// `ENOTDIR` where a file is in the place of a folder. After any other error it is unknown
  /// whether something is there.
  static func meansNothing(_ code: Int32) -> Bool { code == ENOENT || code == ENOTDIR }
}

extension SlipError {
  /// An error for a system call that failed.
  ///
  ///     throw .system("Cannot open the file", path, errno: errno)
  ///     // notes.rtf: Cannot open the file: permission denied.
  ///
  /// - Parameters:
  ///   - action: The start of the sentence.
  ///   - path: The file or directory, which becomes the error's location.
  ///   - code: The value of `errno`. The error's code depends on it.
  public static func system(_ action: String, _ path: String, errno code: Int32) -> SlipError {
    var error = SlipError(
      .cannotDo, code: self.code(code), "\(action): \(reason(code)).", at: SourceLocation(file: path))
    error.systemNumber = code
    return error
  }

  /// Whether the system or a device failed, so that nothing is known about the file: neither is its name to blame nor
  /// the rights of the user.
  package var isFaultOfSystem: Bool {
    guard let systemNumber else { return false }
    return ![ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, EINVAL, EACCES, EPERM].contains(systemNumber)
  }

  /// The code of the error: missing files and missing rights have codes of their own.
  private static func code(_ code: Int32) -> String {
    switch code {
    case ENOENT: FileCode.missing
    case EACCES, EPERM: FileCode.permissionDenied
    default: FileCode.systemCall
    }
  }

  /// The end of the sentence, in plain words for the common error numbers and in the system's for
  /// the others.
  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT: "there is no such file or directory"
    case EACCES, EPERM: "permission denied"
    case ENOSPC: "no space is left on the device"
    case EDQUOT: "the disk quota is used up"
    case EROFS: "the file system is read-only"
    case ENOTDIR: "a part of the path is not a directory"
    case EISDIR: "it is a directory"
    case EEXIST: "it exists already"
    case ELOOP: "a symbolic link is in the way"
    case ENAMETOOLONG: "the name is too long"
    case EMFILE, ENFILE: "too many files are open"
    case EXDEV: "it is on another file system"
    case EBUSY: "it is in use or a mount point"
    case EIO: "the device reports an error"
    default: String(cString: strerror(code))
    }
  }
}

/// Calls a system function again when a signal interrupts it, but not for ever: a function that is interrupted each
/// time has failed.
@inline(__always)
func retrying<T: SignedInteger>(_ call: () -> T) -> T {
  var result = call()
  var left = 1_000
  while result == -1, errno == EINTR, left > 0 {
    result = call()
    left -= 1
  }
  return result
}

extension FileCode {
  /// What each code means and what to do about it, as `slipconv explain` shows it.
  public static let texts: [CodeText] = [
    CodeText(
      systemCall, "The system refused a call; the message says why",
      advice: "Remove the cause that the message names, such as a full disk, and run the command again."),
    CodeText(
      missing, "There is no such file or directory",
      advice: """
        Correct the path, or mount the disk that it is on. Where a symbolic link leads to nothing, correct \
        the link.
        """),
    CodeText(
      notRegularFile, "A directory or device was found where a regular file is expected",
      advice: """
        Name a regular file instead. `slipconv convert -` reads what another program writes to a pipe.
        """),
    CodeText(
      tooLarge, "A file is larger than the limit",
      advice: """
        Split the file into smaller ones, or the notes among several bundles. The message names the limit, \
        which no option changes.
        """),
    CodeText(
      locked, "Another process writes to the same target",
      advice: "Nothing was changed. Run the command again when the other process is done."),
    CodeText(
      exists, "The target exists and may not be replaced",
      advice: """
        Name another output, or let the command replace it: exports with --replace, most other commands with \
        --force. A folder with other files is never replaced.
        """),
    CodeText(
      cannotExchange, "The file system can't exchange two directories in one step",
      advice: """
        Nothing was changed. Move the bundle to a local disk with a file system such as ext4, Btrfs or APFS.
        """),
    CodeText(
      changedMeanwhile, "Another program changed something while a new version was written",
      advice: "Nothing was changed. Run the command again when no other program writes there."),
    CodeText(
      writtenTwice, "The same path was written twice with different contents",
      advice: """
        Nothing was changed. This is a fault of slipconv: please report it, with the command that you gave.
        """),
    CodeText(
      tooDeep, "Directories are nested deeper than the limit",
      advice: "Move the deeper folders higher up, or give them to the command by themselves."),
    CodeText(
      unfinished, "A change of a bundle was interrupted and could not be completed yet",
      advice: """
        Don't give the command again: its change counts as made, and the next command on the bundle \
        completes it. If the message names a directory to move away, do that first.
        """),
    CodeText(
      nameNotUnicode, "A name is not UTF-8",
      advice: "Rename the file or folder, for example with `convmv`, and run the command again."),
    CodeText(
      readOnly, "The permissions of the target forbid changes",
      advice: "Nothing was changed. Give yourself the right to write (`chmod u+w`) if this may be changed."),
    CodeText(
      inTheWay, "A file of another program is in the way",
      advice: """
        Nothing was changed. Move the file that the message names away; `slipconv validate` lists all files \
        that don't belong to a bundle.
        """),
    CodeText(
      cannotLock, "The file system doesn't support locks",
      advice: """
        Nothing was changed. Move the bundle to a file system with locks, such as that of a local disk.
        """),
    CodeText(
      permissionDenied, "The user lacks the permission for this file or directory",
      advice: "Get the right to read the file, or to write to its folder, and run the command again."),
  ]
}
