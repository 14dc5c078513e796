/// What lifting, restoring and embedding pictures report.
package enum RTFPictureCode {
  /// A picture stands where no field can take its place, such as in a shape's properties.
  package static let notInText = "SBXP201"
  /// A picture's data can't be taken out and put back byte for byte, or is cut off.
  package static let irregularData = "SBXP202"
  /// A picture's data is of no known media type.
  package static let unknownContent = "SBXP203"
  /// Putting lifted pictures back did not give the file: it is left as it was.
  package static let notRestorable = "SBXP204"
  /// What tells how to restore a file does not fit the kept file or its pictures.
  package static let wrongLiftedData = "SBXP205"
  /// A linked picture can't be embedded in RTF.
  package static let notEmbeddable = "SBXP206"
  /// Groups nest deeper than the limit: pictures are left in the file.
  package static let tooDeep = "SBXP207"
  /// A picture in a format whose look depends on the RTF around it: a metafile or a bare bitmap.
  package static let notLinkable = "SBXP208"
}
