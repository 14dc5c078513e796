public import SlipBase

/// The codes of errors of sites.
public enum SiteCode {
  /// A box has too many notes or bytes for one file.
  public static let tooLarge = "SBXG640"

  /// What each code means and what to do about it, as `slipconv explain` shows it.
  public static let texts: [CodeText] = [
    CodeText(
      tooLarge, "The notes are too many for a site in one file",
      advice: """
        Nothing was written. Without --one-file, `slipconv export --to site` writes a directory of any size; --where, \
        --find and --note choose fewer notes.
        """)
  ]
}
