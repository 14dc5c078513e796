/// The program's name and version, as history rows and reports give it.
public enum Tool {
  public static let version = "0.1.0"
  public static let name = "slipconv \(version)"
  /// The schema version that is written.
  public static let schemaVersion = 5
}

/// Codes of faults in what was asked for (G).
enum KitCode {
  static let noSuchNote = "SBXG101"
  static let ambiguousTitle = "SBXG102"
  static let noSuchInput = "SBXG103"
  static let noTarget = "SBXG104"
  static let packedTarget = "SBXG105"
  static let unknownFormat = "SBXG106"
  static let oneWayFormat = "SBXG107"
  static let noSuchBundle = "SBXG108"
  static let emptyName = "SBXG109"
  static let unreadablePicture = "SBXG110"
  static let unreadableBody = "SBXG111"
  static let oldVersion = "SBXG113"
  static let notRTF = "SBXG112"
  static let bundleTaken = "SBXG120"
  static let configurationBroken = "SBXG501"
  static let configurationWrong = "SBXG502"
  static let unusedIgnore = "SBXG503"
  static let baselineMissing = "SBXG504"
  static let baselineBroken = "SBXG505"
  static let staleBaseline = "SBXG506"
  static let needsUnsafeRepair = "SBXG507"
  static let cannotRepair = "SBXG508"
  static let uncheckedRepair = "SBXG509"
  static let insideBundle = "SBXG114"
  static let missingPicture = "SBXG116"
  static let outputIsInput = "SBXG115"
  /// A path that can't stand below the output folder.
  static let outsidePath = "SBXG118"
  /// Two files would be converted to one.
  static let outputTaken = "SBXG117"
}
