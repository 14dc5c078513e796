public import SlipBase
public import SlipBundle
internal import SlipNotes

extension EditSession {
  /// Edits a bundle in memory. Nothing is written to disk, and nothing is read from there.
  ///
  /// ```swift
  /// let memory = MemoryBundle()
  /// var session = try EditSession(inMemory: memory)
  /// try session.create(NoteDraft(title: "Swarm", body: .markdown("In the *apple tree*.")))
  /// try session.save()
  /// let bundle = OpenBundle(memory)
  /// ```
  ///
  /// - Parameters:
  ///   - bundle: The bundle, which other sessions can't edit meanwhile.
  ///   - date: The time of the edits.
  ///   - limits: Bounds on what is read.
  /// - Throws: `SlipError` with code `FileCode.locked` where another session edits the bundle.
  public init(
    inMemory bundle: MemoryBundle, date: Timestamp? = nil, limits: Limits = Limits()
  ) throws(SlipError) {
    let output = try bundle.begin()
    let transaction = BundleTransaction(output, bundle.box, limits: limits)
    self.init(transaction, path: bundle.name, date: date, limits: limits)
    payload = EditPayload(isInMemory: true)
  }
}

extension OpenBundle {
  /// Opens a bundle in memory as it is now. Later edits don't show in it.
  public init(_ bundle: MemoryBundle) {
    let now = bundle.snapshot
    self.init(
      path: bundle.name, storage: MemoryStorage(files: now.files, displayPath: bundle.name), box: now.box)
  }
}

extension MemoryBundle {
  /// A small box for previews and tests: five notes about bees in two folders, with keywords and links.
  ///
  /// Each call gives the same notes with the same UUIDs.
  ///
  /// - Throws: `SlipError`, which nothing in the samples causes.
  public static func sample() throws(SlipError) -> MemoryBundle {
    let bundle = MemoryBundle(named: "sample.slipbox")
    var session = try EditSession(
      inMemory: bundle, date: Timestamp(rfc3339: "2024-05-06T09:00:00Z"))
    var ids: [String: Note.ID] = [:]
    for note in samples {
      ids[note.title] = try session.create(
        NoteDraft(title: note.title, body: .markdown(note.text), folder: note.folder, keywords: note.keywords)
      )
    }
    if let swarm = ids["Swarm in the apple tree"] {
      try session.edit { box throws(SlipError) in
        try box.update(note: swarm) { ($0.isFavorite, $0.status) = (true, .review) }
      }
    }
    try session.save()
    return bundle
  }

  /// The notes of the sample.
  private static let samples: [(title: String, text: String, folder: String?, keywords: [String])] = [
    (
      "Welcome",
      "# Welcome\n\nA small box about *bees*. Its notes are in two folders, and some have keywords.\n", nil,
      ["bees", "garden"]
    ),
    (
      "Spring check",
      "# Spring check\n\n- Does the colony have a queen?\n- Is there food for *three weeks*?\n\n"
        + "| hive | weight |\n| --- | --- |\n| 1 | 21 kg |\n| 2 | 18 kg |\n",
      "Hives", ["bees"]
    ),
    ("Weights", "# Weights\n\nA hive gains up to 4 kg on a day in May.\n", "Hives", ["bees/scales"]),
    (
      "Swarm in the apple tree",
      "# Swarm in the apple tree\n\nFour metres up, at noon. **Bring the ladder.**\n", "Journal", ["bees"]
    ),
    ("Honey prices", "# Honey prices\n\nA jar of 500 g costs 7.50.\n", nil, ["money", "bees"]),
  ]
}
