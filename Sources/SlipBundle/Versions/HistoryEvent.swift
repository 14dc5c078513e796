internal import SlipNotes

/// An entry in the history of a box before schema version 6: what was done, and by which tool.
struct HistoryEvent: Sendable, Equatable {
  /// What was done.
  enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Files were imported.
    case `import`
    /// The bundle was migrated to another schema version.
    case migration
    /// `validate --fix` repaired the bundle.
    case repair
    /// A note was edited.
    case edit
    /// Bodies that other programs had changed were taken over.
    case refresh
  }
  /// What was done.
  var kind: Kind
  /// The schema version before a migration; nil for other events.
  var from: String?
  /// The schema version after a migration; nil for other events.
  var to: String?
  /// The tool and its version, such as `slipconv 0.1.0`.
  var tool: String
  /// Creates an entry.
  init(kind: Kind, from: String? = nil, to: String? = nil, tool: String) {
    self.kind = kind
    self.from = from
    self.to = to
    self.tool = tool
  }
}
