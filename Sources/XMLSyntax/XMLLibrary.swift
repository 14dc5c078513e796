internal import CLibXML2

/// libxml2's process-wide set-up.
enum XMLLibrary {
  // Lazy set-up inside libxml2 is not safe when threads race for it.
  static let ready: Void = xmlInitParser()
}
