public import SlipBase
internal import Synchronization

/// What is there in a container but could not be read.
///
/// A source goes on without a file that it can do without. So that nothing counts as absent that only couldn't be read,
/// each failure is noted here, and the import looks at them before it changes anything.
public final class ReadFaults: Sendable {
  /// A file or folder, and why it can't be read.
  public struct Fault: Sendable, Hashable {
    /// The path in the container, or beside it.
    public var path: String
    /// Why it can't be read.
    public var error: SlipError
    /// Whether it lies beside the container and is no part of it.
    public var isBeside = false

    /// Creates a value from its parts.
    package init(path: String, error: SlipError, isBeside: Bool = false) {
      self.path = path
      self.error = error
      self.isBeside = isBeside
    }
  }

  /// What was noted, in the order of reading.
  private let noted = Mutex<[Fault]>([])

  /// Has no faults yet.
  init() {}

  /// The faults, each path once.
  public var all: [Fault] {
    var seen: Set<String> = []
    return noted.withLock { $0 }.filter { seen.insert($0.path).inserted }
  }

  /// Notes a fault. An error that is about the content, such as damage, is none.
  func note(_ path: String, _ error: SlipError, isBeside: Bool = false) {
    guard error.kind == .cannotDo else { return }
    noted.withLock { $0.append(Fault(path: path, error: error, isBeside: isBeside)) }
  }
}
