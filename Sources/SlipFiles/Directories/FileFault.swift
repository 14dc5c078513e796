public import SlipBase

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Codes of faults that the file system reports or that stand in the way of writing.
public enum FileFault {
  /// The system refused a call; the message says why.
  public static let systemCall = "SBXG001"
  /// There is no such file or directory.
  public static let missing = "SBXG002"
  /// A directory, device or the like stands where a regular file is wanted.
  public static let notRegularFile = "SBXG003"
  /// The file is larger than the caller's limit.
  public static let tooLarge = "SBXG004"
  /// Another process writes to the same target.
  public static let locked = "SBXG005"
  /// The target exists and may not be replaced.
  public static let exists = "SBXG006"
  /// The file system cannot exchange two directories in one step.
  public static let cannotExchange = "SBXG007"
  /// Something was changed by somebody else while a new version was being made.
  public static let changedMeanwhile = "SBXG008"
  /// The same path was written twice with different contents.
  public static let writtenTwice = "SBXG009"
  /// Directories are nested deeper than the limit.
  public static let tooDeep = "SBXG010"
  /// A name is not UTF-8.
  public static let nameNotUnicode = "SBXG011"
  /// What is to be changed is read-only.
  public static let readOnly = "SBXG012"
  /// Something lies where the new version is to have something else.
  public static let inTheWay = "SBXG013"

  /// The file system has no locks.
  public static let cannotLock = "SBXG014"

  static func changedWhileRead(_ path: String) -> SlipError {
    SlipError(
      .cannotDo, code: changedMeanwhile, "Another program wrote to this file while it was read. Try again.",
      at: SourceLocation(file: path))
  }

  /// The user may not do this to the file or directory.
  public static let permissionDenied = "SBXG015"

  /// Whether a failed look-up says that there is nothing; any other error says that the system can't tell.
  static func meansNothing(_ code: Int32) -> Bool { code == ENOENT || code == ENOTDIR }
}

extension SlipError {
  /// What a failed system call means: `action` is the start of a sentence, such as `Cannot open the file`.
  public static func system(_ action: String, _ path: String, errno code: Int32) -> SlipError {
    SlipError(
      .cannotDo, code: self.code(code), "\(action): \(reason(code)).", at: SourceLocation(file: path))
  }

  private static func code(_ code: Int32) -> String {
    switch code {
    case ENOENT: FileFault.missing
    case EACCES, EPERM: FileFault.permissionDenied
    default: FileFault.systemCall
    }
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT: "there is no such file or directory"
    case EACCES, EPERM: "permission is denied"
    case ENOSPC: "no space is left on the device"
    case EDQUOT: "the disk quota is used up"
    case EROFS: "the file system is read-only"
    case ENOTDIR: "a part of the path is not a directory"
    case EISDIR: "it is a directory"
    case EEXIST: "it exists already"
    case ELOOP: "a symbolic link is in the way"
    case ENAMETOOLONG: "the name is too long"
    case EMFILE, ENFILE: "too many files are open"
    case EXDEV: "it lies on another file system"
    case EBUSY: "it is in use or a mount point"
    case EIO: "the device reports an error"
    default: String(cString: strerror(code))
    }
  }
}

/// Repeats a system call that a signal interrupted.
@inline(__always)
func retrying<T: SignedInteger>(_ call: () -> T) -> T {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
