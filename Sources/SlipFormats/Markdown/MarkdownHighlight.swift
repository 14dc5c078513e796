internal import SlipDocument

extension Color {
  /// Whether text on this background is highlighted, as with a felt pen: the colour is bright, and neither white nor grey.
  var isHighlight: Bool {
    let (most, least) = (max(red, green, blue), min(red, green, blue))
    return most >= 160 && most - least >= 40
  }
}
