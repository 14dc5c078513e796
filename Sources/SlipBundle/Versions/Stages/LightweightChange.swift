/// One thing that a lightweight stage does, upwards; downwards it does the reverse.
enum LightweightChange: Sendable {
  case rename(ManifestElement, from: StaticString, to: StaticString)
  /// Words of a closed set get other names.
  case values(ManifestElement, StaticString, [(old: StaticString, new: StaticString)])
  /// A value that was stored and can be made of others.
  case dropDerived(ManifestElement, StaticString)
  /// A new optional attribute, absent at first.
  case add(ManifestElement, StaticString)
  /// A new container, empty at first.
  case addElement(ManifestElement)
  /// There was one at most; now there may be many.
  case toMany(ManifestElement)
  /// What bodies show and notes didn't refer to is referred to.
  case listShown(ManifestElement)

  var description: String {
    switch self {
    case .rename(let element, let from, let to): "\(element)'s \(from) becomes \(to)."
    case .values(let element, let name, let words):
      "\(element)'s \(name) becomes " + words.map { "\($0.new)" }.joined(separator: ", ") + "."
    case .dropDerived(let element, let name): "\(element)'s \(name) is dropped: it is derived."
    case .add(let element, let name): "\(element)s may have \(name)."
    case .addElement(let element): "There may be \(element)."
    case .toMany(let element): "Notes may have many \(element)s to attachments."
    case .listShown(let element): "Notes get a \(element) to each picture that their body shows."
    }
  }
}
