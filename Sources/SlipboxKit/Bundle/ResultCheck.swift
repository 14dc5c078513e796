#if DEBUG
  internal import SlipBase
  internal import SlipBundle

  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #elseif canImport(Android)
    internal import Android
  #else
    internal import Darwin
  #endif

  /// Validates the result of every change of a bundle. Tests turn it on, with the environment variable
  /// `SLIPBOX_CHECK_RESULTS`; programs that are built for use don't have it.
  enum ResultCheck {
    /// Whether results are checked.
    private static let isOn = getenv("SLIPBOX_CHECK_RESULTS") != nil
    /// The most notes of a bundle that is checked, so that tests of large ones stay fast.
    private static let mostNotes = 2_000

    /// The errors of a bundle; nil where it isn't looked at. A fault that was there before is none of the change.
    static func faults(of storage: DirectoryStorage?) -> Set<String>? {
      guard isOn else { return nil }
      guard let storage else { return [] }
      do throws(SlipError) { return try faults(in: DirectoryStorage(storage.displayPath)) } catch {
        return nil
      }
    }

    /// The errors in a bundle, by code and file; nil for a large one.
    private static func faults(in storage: DirectoryStorage) throws(SlipError) -> Set<String>? {
      let report = try Validator(storage: storage).run()
      guard report.notes <= mostNotes else { return nil }
      return Set(
        report.diagnostics.filter { $0.severity == .error }.map {
          "\($0.code) \($0.message) \($0.location.file ?? "")"
        })
    }

    /// Checks that a bundle has no error that it didn't have before.
    static func expectValid(_ path: String, before: Set<String>?) throws(SlipError) {
      guard let before, let now = try faults(in: DirectoryStorage(path)) else { return }
      let new = now.subtracting(before).sorted()
      guard new.isEmpty else {
        throw SlipError(
          .cannotDo, "The change made an invalid bundle: \(new.joined(separator: "; "))",
          at: SourceLocation(file: path))
      }
    }
  }
#endif
