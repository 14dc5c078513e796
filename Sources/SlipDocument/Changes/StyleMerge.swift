extension CharacterStyle {
  /// Merges the attributes of another side into this one's.
  ///
  /// - Parameter value: Merges one attribute: the base's, this side's and the other's.
  mutating func merge(_ base: CharacterStyle, _ other: CharacterStyle, _ value: StyleMerge) {
    let (x, a, b) = (base.attributes, attributes, other.attributes)
    if a == b || b == x { return }
    if a == x { return self = other }
    edit { result in
      value.take(\.name, x, a, b, &result)
      value.take(\.isBold, x, a, b, &result)
      value.take(\.isItalic, x, a, b, &result)
      value.take(\.underline, x, a, b, &result)
      value.take(\.isStruck, x, a, b, &result)
      value.take(\.position, x, a, b, &result)
      value.take(\.capitals, x, a, b, &result)
      value.take(\.isHidden, x, a, b, &result)
      value.take(\.size, x, a, b, &result)
      value.take(\.letterSpacing, x, a, b, &result)
      value.take(\.scale, x, a, b, &result)
      value.take(\.font, x, a, b, &result)
      value.take(\.color, x, a, b, &result)
      value.take(\.background, x, a, b, &result)
      value.take(\.language, x, a, b, &result)
      value.take(\.link, x, a, b, &result)
      value.take(\.revision, x, a, b, &result)
      value.take(\.field, x, a, b, &result)
    }
  }
}

extension ParagraphStyle {
  /// Merges the attributes of another side into this one's.
  mutating func merge(_ base: ParagraphStyle, _ other: ParagraphStyle, _ value: StyleMerge) {
    let (x, a, b) = (base.attributes, attributes, other.attributes)
    if a == b || b == x { return }
    if a == x { return self = other }
    edit { result in
      value.take(\.name, x, a, b, &result)
      value.take(\.alignment, x, a, b, &result)
      value.take(\.leftIndent, x, a, b, &result)
      value.take(\.rightIndent, x, a, b, &result)
      value.take(\.firstLineIndent, x, a, b, &result)
      value.take(\.spaceBefore, x, a, b, &result)
      value.take(\.spaceAfter, x, a, b, &result)
      value.take(\.lineSpacing, x, a, b, &result)
      value.take(\.headingLevel, x, a, b, &result)
      value.take(\.isRightToLeft, x, a, b, &result)
      value.take(\.shading, x, a, b, &result)
      value.take(\.tabStops, x, a, b, &result)
      value.take(\.keepsWithNext, x, a, b, &result)
      value.take(\.startsPage, x, a, b, &result)
      value.take(\.borders, x, a, b, &result)
    }
  }
}

/// How one attribute of a style is merged.
final class StyleMerge {
  /// Which side counts where both changed an attribute: 0 this one, 1 the other.
  private let preferred: Int
  /// Whether both sides changed an attribute to different values.
  private(set) var hasConflict = false

  /// Begins without conflict.
  init(preferred: Int) { self.preferred = preferred }

  /// Takes the attribute that one side alone changed.
  ///
  /// - Parameters:
  ///   - path: The attribute.
  ///   - base: The attributes before.
  ///   - a: The attributes of this side.
  ///   - b: The attributes of the other side.
  ///   - result: Where to put the merged attribute.
  func take<Attributes, Value: Equatable>(
    _ path: WritableKeyPath<Attributes, Value>, _ base: Attributes, _ a: Attributes, _ b: Attributes,
    _ result: inout Attributes
  ) {
    let (x, y, z) = (base[keyPath: path], a[keyPath: path], b[keyPath: path])
    if y == z || z == x {
      result[keyPath: path] = y
    } else if y == x {
      result[keyPath: path] = z
    } else {
      hasConflict = true
      result[keyPath: path] = preferred == 0 ? y : z
    }
  }
}
