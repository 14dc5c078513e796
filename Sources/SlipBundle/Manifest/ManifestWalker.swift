internal import SlipBase
internal import XMLSyntax

/// Takes the elements of a manifest that `ManifestWalker` has recognised by name and place.
protocol ManifestConsumer: AnyObject {
  /// An element starts. Its attributes are not checked yet.
  func start(_ kind: ManifestElement, _ element: XMLElement) throws(SlipError)
  /// The same, before `start`, from the first element on that leaves a doubt whether the manifest keeps its
  /// schema.
  func doubtful(_ kind: ManifestElement, _ element: XMLElement) throws(SlipError)
  /// An element ends.
  func end(_ kind: ManifestElement) throws(SlipError)
  /// A foreign element, serialised. It comes before its parent's end.
  func foreign(_ text: String, in parent: ManifestElement) throws(SlipError)
  /// An element or text that the schema doesn't know. Such an element is skipped with all that is in it.
  func unexpected(at offset: Int) throws(SlipError)
}

/// Most consumers need only `start`.
extension ManifestConsumer {
  func doubtful(_ kind: ManifestElement, _ element: XMLElement) throws(SlipError) {}
  func end(_ kind: ManifestElement) throws(SlipError) {}
  func foreign(_ text: String, in parent: ManifestElement) throws(SlipError) {}
  func unexpected(at offset: Int) throws(SlipError) {}
}

/// Follows the nesting of a manifest's elements by the rows of `ManifestElement`.
///
/// For each element it decides which of three it is:
///
/// - one of the schema: the consumer gets it with its kind;
/// - a foreign one, in an element that may have such: it is serialised and given to the consumer as text;
/// - anything else: it is skipped with all that is in it, and the consumer is told, which may stop.
///
/// On its way it finds out whether the XSD has to be asked (`form`), and holds foreign elements within their
/// limit. Memory doesn't grow with the manifest.
final class ManifestWalker<Consumer: ManifestConsumer>: XMLHandler {
  /// Takes what is recognised.
  private let consumer: Consumer
  /// The elements and attributes that the document may have.
  private let schema: ManifestSchema
  /// The elements of the schema that are open, from the root.
  private var open: [ManifestElement] = []
  /// How many elements are open below one that is skipped, that one included.
  private var skipped = 0
  /// The foreign element that is being serialised.
  private var fragment: XMLFragment?
  /// Where the last start tag ended: the place of text that mustn't be there.
  private var lastTagEnd = 0
  /// Whether what was read so far surely keeps the schema.
  private(set) var form: ManifestForm
  /// `Limits.foreignBytes`.
  private let foreignLimit: Int
  /// Bytes of the foreign elements that are complete.
  private var foreignBytes = 0
  /// The tag end of the element by which foreign elements exceeded their limit; nil otherwise. No more are
  /// taken from there on.
  private(set) var excess: Int?

  /// Where the document begins among those of its bundle: places are counted through all of them.
  private let base: Int

  /// Reads a document of this kind for a consumer.
  init(
    _ consumer: Consumer, _ schema: ManifestSchema = .current, limits: Limits = Limits(), base: Int = 0
  ) {
    self.consumer = consumer
    self.base = base
    self.schema = schema
    form = ManifestForm(schema)
    foreignLimit = limits.foreignBytes
  }

  func startElement(_ element: XMLElement) throws(SlipError) {
    let element = base == 0 ? element : element.moved(by: base)
    lastTagEnd = element.tagEnd
    if fragment != nil {
      form.insideForeign(element)
      fragment?.start(element)
      limitForeign()
    } else if skipped > 0 {
      skipped += 1
    } else if let kind = schema.child(of: open.last, element) {
      form.start(kind, in: open.last, element)
      open.append(kind)
      if form.needsSchemaCheck { try consumer.doubtful(kind, element) }
      try consumer.start(kind, element)
    } else if let parent = open.last, schema.allowsForeign(in: parent), element.namespace != nil,
      !element.isIn(namespace: ManifestElement.namespace)
    {
      form.foreign(element)
      fragment = XMLFragment()
      fragment?.start(element)
    } else {
      form.requireSchemaCheck()
      skipped = 1
      try consumer.unexpected(at: element.tagEnd)
    }
  }

  func endElement() throws(SlipError) {
    if fragment != nil {
      if fragment?.end() == true, let parent = open.last {
        let text = fragment?.text ?? ""
        fragment = nil
        foreignBytes += text.utf8.count
        if excess != nil { return }
        try consumer.foreign(text, in: parent)
      }
    } else if skipped > 0 {
      skipped -= 1
    } else if let kind = open.popLast() {
      form.end(kind)
      try consumer.end(kind)
    }
  }

  func text(_ bytes: UnsafeRawBufferPointer) throws(SlipError) {
    if fragment != nil {
      if excess == nil { fragment?.characters(bytes) }
      limitForeign()
    } else if skipped == 0, bytes.contains(where: { $0 > 0x20 }) {
      form.requireSchemaCheck()
      try consumer.unexpected(at: lastTagEnd)
    }
  }

  /// Beyond the limit, a foreign element is read on, but nothing of it is held.
  private func limitForeign() {
    guard let held = fragment?.text.utf8.count, excess != nil || foreignBytes + held > foreignLimit else {
      return
    }
    if excess == nil { excess = lastTagEnd }
    fragment?.forget()
  }
}
