#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif
internal import SlipBase

/// Plays the records of EMF+ ([MS-EMFPLUS]), which stand in comments of an enhanced metafile.
///
/// Any bytes are accepted: records that are cut off or unknown are passed over. Points go through the transformation of
/// the world, that of the page, which has the unit, and those of the containers that are open. `device.context.world`
/// is all of them together, so that the shapes of `GDIDevice` can be used.
struct PlusPlayer {
  /// Whether EMF+ records stand alone, or plain records say the same (`EmfPlusDual`).
  enum Kind { case alone, dual }

  /// What the records draw on.
  var device: GDIDevice
  /// Whether plain records that come now belong to the drawing.
  private(set) var takesPlainRecords = false
  /// Bounds on the drawing.
  let limits: Limits
  /// The rectangle that the picture shows.
  let frame: SVGPath
  /// How many metafiles the records lie in.
  let depth: Int
  /// The objects by number.
  var objects: [Int: PlusObject] = [:]
  /// The state that is saved and restored.
  var state = State()
  /// The saved states with their numbers.
  private var saved: [(number: Int, state: State)] = []
  /// How many pixels an inch has.
  private var perInch = 96.0
  /// An object whose data come in several records.
  private var unfinished: (flags: Int, size: Int, data: [UInt8])?

  /// What `EmfPlusSave` saves.
  struct State {
    /// The transformation of the world.
    var world = GDIContext.Transform()
    /// How many pixels a unit of the page has.
    var pageScale = 1.0
    /// The transformation of the containers that are open.
    var container = GDIContext.Transform()
    /// What drawing is confined to, in device units.
    var clips: [SVGPath] = []
  }

  /// How many states may be saved.
  private static let mostSaved = 1_000

  /// Creates a player with an empty drawing.
  init(_ limits: Limits, frame: DrawingBounds, depth: Int) {
    (self.limits, self.depth) = (limits, depth)
    device = GDIDevice(limits)
    let corner = frame.least ?? DrawingPoint(0, 0)
    self.frame = device.rectangle(
      corner.x, corner.y, corner.x + max(1, frame.width), corner.y + max(1, frame.height))
  }

  /// Whether the first records of a file say that plain records say the same.
  static func kind(_ records: ByteView) -> Kind {
    records.unsigned16(0) == Record.header && (records.unsigned16(2) ?? 0) & 1 == 0 ? .alone : .dual
  }

  /// Plays the records of a comment.
  mutating func play(_ records: ByteView) {
    takesPlainRecords = false
    device.svg.clip(to: state.clips)
    var offset = 0
    while let type = records.unsigned16(offset), let flags = records.unsigned16(offset + 2),
      let size = records.unsigned32(offset + 4), size >= 12, let length = records.unsigned32(offset + 8),
      let data = records.part(from: offset + 12, length: min(length, size - 12))
    {
      play(type, flags, data)
      if device.svg.isFull { return }
      offset += size
    }
  }

  /// Plays a record.
  private mutating func play(_ type: Int, _ flags: Int, _ data: ByteView) {
    switch type {
    case Record.header:
      perInch = Double(min(10_000, max(1, data.unsigned32(8) ?? 96)))
    case Record.plainRecords: takesPlainRecords = true
    case Record.object: define(flags, data)
    default:
      if !playState(type, flags, data), !playShapes(type, flags, data) { playPictures(type, flags, data) }
    }
  }

  // MARK: Objects

  /// Defines an object. One that goes on in further records has its whole size at the beginning of each.
  private mutating func define(_ flags: Int, _ data: ByteView) {
    let id = flags & 0x7FFF
    guard flags & Flag.colorOrContinued != 0 else {
      if let open = unfinished, open.flags == id, data.count >= open.size - open.data.count {
        // The last part of some writers has neither flag nor size.
        unfinished = nil
        let isSized = data.unsigned32(0) == open.size && data.count - 4 >= open.size - open.data.count
        return define(id, whole: open.data + data.bytes.dropFirst(isSized ? 4 : 0))
      }
      unfinished = nil
      return create(id, data)
    }
    guard let size = data.unsigned32(0), let part = data.part(from: 4) else { return }
    var open = unfinished ?? (id, size, [])
    unfinished = nil
    if open.flags != id || open.size != size { open = (id, size, []) }
    open.data += part.bytes
    if open.data.count >= open.size { define(id, whole: open.data) } else { unfinished = open }
  }

  /// Defines an object that came in parts.
  private mutating func define(_ id: Int, whole: [UInt8]) {
    whole.withUnsafeBytes { create(id, ByteView($0, order: .little)) }
  }

  /// Creates an object with the number and the type in the flags.
  private mutating func create(_ id: Int, _ data: ByteView) {
    let number = id & 0xFF
    objects[number] = nil
    switch PlusObject.Kind(rawValue: id >> 8) {
    case .brush:
      objects[number] = .brush(PlusBrush(data) { PlusImage.average(of: $0, &device.svg, limits) })
    case .pen: objects[number] = .pen(PlusPen(data) { PlusImage.average(of: $0, &device.svg, limits) })
    case .path: objects[number] = .path(PlusPath(data))
    case .region: objects[number] = .region(PlusRegion(data))
    case .image:
      objects[number] = PlusImage(data, &device.svg, limits, depth: depth).map { .image($0) }
    case .font: objects[number] = .font(PlusFont(data))
    case .textFormat: objects[number] = .format(PlusTextFormat(data))
    case nil: break
    }
  }

  // MARK: State

  /// Plays a record that changes the state; returns false for other records.
  private mutating func playState(_ type: Int, _ flags: Int, _ data: ByteView) -> Bool {
    func n(_ offset: Int) -> Double { EnhancedMetafile.real(data, offset) }
    switch type {
    case Record.save: save(data.unsigned32(0) ?? 0)
    case Record.restore, Record.endContainer: restore(data.unsigned32(0) ?? 0)
    case Record.beginContainer: beginContainer(flags, data)
    case Record.beginPlainContainer:
      save(data.unsigned32(0) ?? 0)
      enterContainer(GDIContext.Transform())
    case Record.setTransform: state.world = data.transform(0)
    case Record.resetTransform: state.world = GDIContext.Transform()
    case Record.multiplyTransform: transform(data.transform(0), flags)
    case Record.translateTransform: transform(GDIContext.Transform(e: n(0), f: n(4)), flags)
    case Record.scaleTransform: transform(GDIContext.Transform(a: n(0), d: n(4)), flags)
    case Record.rotateTransform:
      let angle = n(0) * .pi / 180
      transform(GDIContext.Transform(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle)), flags)
    case Record.setPage: state.pageScale = pixels(unit: flags & 0xFF) * max(1e-6, abs(n(0)))
    case Record.resetClip: confine(to: PlusRegion(), mode: 0)
    case Record.setClipRectangle: confine(to: PlusRegion(data.rectangle(0).path), mode: flags >> 8 & 0xF)
    case Record.setClipPath:
      if case .path(let path) = objects[flags & 0xFF] {
        confine(to: PlusRegion(path), mode: flags >> 8 & 0xF)
      }
    case Record.setClipRegion:
      if case .region(let region) = objects[flags & 0xFF] { confine(to: region, mode: flags >> 8 & 0xF) }
    default: return false
    }
    updateContext()
    return true
  }

  /// Combines a transformation with that of the world.
  private mutating func transform(_ new: GDIContext.Transform, _ flags: Int) {
    state.world =
      flags & Flag.closedOrAfter != 0 ? state.world.followed(by: new) : new.followed(by: state.world)
  }

  /// How many pixels a unit has ([MS-EMFPLUS], section 2.1.1.32): pixels, points, inches, 1/300 of an inch, millimetres.
  func pixels(unit: Int) -> Double {
    switch unit {
    case 3: perInch / 72
    case 4: perInch
    case 5: perInch / 300
    case 6: perInch / 25.4
    default: 1
    }
  }

  /// From the page to pixels of the drawing.
  private var page: GDIContext.Transform {
    GDIContext.Transform(a: state.pageScale, d: state.pageScale).followed(by: state.container)
  }

  /// Lets the device use the state's transformations.
  private mutating func updateContext() { device.context.world = state.world.followed(by: page) }

  /// Saves the state under a number.
  private mutating func save(_ number: Int) {
    if saved.count < PlusPlayer.mostSaved { saved.append((number, state)) }
  }

  /// Restores the state with a number, and forgets those that were saved after it.
  private mutating func restore(_ number: Int) {
    guard let index = saved.lastIndex(where: { $0.number == number }) else { return }
    state = saved[index].state
    saved.removeSubrange(index...)
    device.svg.clip(to: state.clips)
  }

  /// Begins a container that shows one rectangle in another.
  private mutating func beginContainer(_ flags: Int, _ data: ByteView) {
    save(data.unsigned32(32) ?? 0)
    let (target, source) = (data.rectangle(0), data.rectangle(16))
    guard source.width != 0, source.height != 0 else { return enterContainer(GDIContext.Transform()) }
    let unit = pixels(unit: flags & 0xFF)
    let (x, y) = (target.width / source.width, target.height / source.height)
    enterContainer(
      GDIContext.Transform(
        a: x / unit, d: y / unit, e: target.x - source.x * x, f: target.y - source.y * y))
  }

  /// Begins a container.
  private mutating func enterContainer(_ inner: GDIContext.Transform) {
    state.container = inner.followed(by: state.world).followed(by: page)
    (state.world, state.pageScale) = (GDIContext.Transform(), 1)
  }

  /// Confines what follows to a region, combined with what it is confined to already.
  ///
  /// SVG intersects paths. Where a path is excluded, the inside is that of the path and the picture's frame; unions aren't
  /// confined, so that nothing is lost.
  private mutating func confine(to region: PlusRegion, mode: Int) {
    var context = device.context
    context.world = state.world.followed(by: page)
    // Only what is written afterwards is made, as that is bounded.
    switch mode {
    case 1:
      state.clips += region.shapes(context, frame: frame)
      state.clips = state.clips.suffix(PlusRegion.mostParts)
    case 2, 3: state.clips = []
    case 4:
      guard region.parts.count == 1, state.clips.count < PlusRegion.mostParts else { break }
      var outside = frame
      for shape in region.shapes(context, frame: frame) { outside.add(shape) }
      state.clips.append(outside)
    default: state.clips = region.shapes(context, frame: frame)
    }
    device.svg.clip(to: state.clips)
  }
}
