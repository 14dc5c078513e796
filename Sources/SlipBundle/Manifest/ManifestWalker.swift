internal import SlipBase
internal import XMLSyntax

/// Takes the manifest's elements as `ManifestWalker` tells them apart.
protocol ManifestConsumer: AnyObject {
  func start(_ kind: ManifestElement, _ element: XMLElement) throws(SlipError)
  /// Comes before `start` from the first element on of which it isn't sure that the schema allows it.
  func doubtful(_ kind: ManifestElement, _ element: XMLElement) throws(SlipError)
  func end(_ kind: ManifestElement) throws(SlipError)
  /// A foreign element, serialised; comes before its parent's end.
  func foreign(_ text: String, in parent: ManifestElement) throws(SlipError)
  /// An element or text that has no place in a manifest. The element is passed over with all that is in it.
  func unexpected(at offset: Int) throws(SlipError)
  func schemaFault(_ fault: XMLFault) throws(SlipError)
}

extension ManifestConsumer {
  func doubtful(_ kind: ManifestElement, _ element: XMLElement) throws(SlipError) {}
  func end(_ kind: ManifestElement) throws(SlipError) {}
  func foreign(_ text: String, in parent: ManifestElement) throws(SlipError) {}
  func unexpected(at offset: Int) throws(SlipError) {}
  func schemaFault(_ fault: XMLFault) throws(SlipError) {}
}

/// Follows the nesting of a manifest's elements by the rows of `ManifestElement`.
final class ManifestWalker<Consumer: ManifestConsumer>: XMLHandler {
  private let consumer: Consumer
  private var open: [ManifestElement] = []
  /// Elements open below one that is passed over.
  private var skipped = 0
  private var fragment: XMLFragment?
  private var lastTagEnd = 0
  private(set) var form = ManifestForm()
  private let foreignLimit: Int
  private var foreignBytes = 0
  /// The tag end of the element by which foreign elements came to exceed their limit; no more are taken from there on.
  private(set) var excess: Int?

  init(_ consumer: Consumer, limits: Limits = Limits()) {
    self.consumer = consumer
    foreignLimit = limits.foreignBytes
  }

  func startElement(_ element: XMLElement) throws(SlipError) {
    lastTagEnd = element.tagEnd
    if fragment != nil {
      form.insideForeign(element)
      fragment?.start(element)
      boundForeign()
    } else if skipped > 0 {
      skipped += 1
    } else if let kind = ManifestElement.child(of: open.last, element) {
      form.start(kind, element)
      open.append(kind)
      if form.needsSchemaCheck { try consumer.doubtful(kind, element) }
      try consumer.start(kind, element)
    } else if let parent = open.last, parent.row.holdsForeign, element.namespace != nil,
      !element.isIn(namespace: ManifestElement.namespace)
    {
      form.foreign(element)
      fragment = XMLFragment()
      fragment?.start(element)
    } else {
      form.doubt()
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
      boundForeign()
    } else if skipped == 0, bytes.contains(where: { $0 > 0x20 }) {
      form.doubt()
      try consumer.unexpected(at: lastTagEnd)
    }
  }

  /// Past the limit a foreign element is gone through, and nothing of it is held.
  private func boundForeign() {
    guard let held = fragment?.text.utf8.count, excess != nil || foreignBytes + held > foreignLimit else {
      return
    }
    if excess == nil { excess = lastTagEnd }
    fragment?.forget()
  }

  func schemaFault(_ fault: XMLFault) throws(SlipError) { try consumer.schemaFault(fault) }
}
