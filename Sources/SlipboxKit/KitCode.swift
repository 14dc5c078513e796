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
}
