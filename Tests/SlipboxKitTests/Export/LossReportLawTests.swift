import Foundation
import SlipPrograms
import SlipBase
import SlipBundle
import SlipDocument
import SlipExchange
import SlipFormats
import SlipNotes
import SlipRTF
import SlipTestSupport
import Testing

@testable import SlipboxKit

/// A report of losses is true in both directions: what it doesn't name comes back, and what it calls lost doesn't.
@Suite struct LossReportLawTests {
  /// What an export is made as.
  enum Target: Sendable, CustomTestStringConvertible {
    case files(ExportTarget, hasFrontMatter: Bool)
    case container(ContainerTarget, ContainerBox.FrontMatter)

    // Nothing reads publications.
    static let all: [Target] =
      [.files(.markdown, hasFrontMatter: false)]
      + ExchangeTable.targets.filter { $0.kind != nil && $0.kind != .book }.map {
        .files($0, hasFrontMatter: true)
      }
      + ProgramTable.containers.map { .container($0, .full) } + [
        .container(.obsidian, .basic), .container(.obsidian, .none),
      ]

    /// The name on the command line.
    var name: String {
      switch self {
      case .files(let target, _): target.name
      case .container(let target, _): target.name
      }
    }

    var testDescription: String {
      switch self {
      case .files(let target, let hasFrontMatter):
        target.name + (hasFrontMatter ? "" : " without front matter")
      case .container(let target, let matter): "\(target.name) \(matter)"
      }
    }

    func fate(_ feature: BoxFeature) -> BoxFeature.Fate? {
      switch self {
      case .files(let target, let hasFrontMatter): target.fate(of: feature, hasFrontMatter: hasFrontMatter)
      case .container(let target, let matter): target.fate(of: feature, frontMatter: matter)
      }
    }

    /// Exports a bundle and imports the export; what comes back, and the report of losses.
    func roundTrip(_ bundle: String, in directory: TemporaryDirectory) throws -> (
      bundle: String, report: LossReport
    ) {
      let back = directory.path("back.slipbox")
      var output = directory.path("Out")
      let report: LossReport
      switch self {
      case .files(let target, let hasFrontMatter):
        var request = ExportRequest(bundle: bundle, output: output, target: target)
        request.hasFrontMatter = hasFrontMatter
        report = try request.report()
        _ = try request.run()
      case .container(let target, let matter):
        output += target.suffix.isEmpty ? "" : "." + target.suffix
        var request = ContainerExport(bundle: bundle, output: output, target: target)
        request.frontMatter = matter
        report = try request.report()
        _ = try request.run()
      }
      var importing = ImportRequest(inputs: [output])
      importing.target = .at(back)
      importing.sourceName = "Out"
      _ = try importing.run()
      return (back, report)
    }
  }

  /// A box of one note in a folder that has a fact.
  private func make(_ feature: BoxFeature, in directory: TemporaryDirectory) throws -> String {
    let bundle = directory.path("box.slipbox")
    _ = try BundleTransaction.begin(at: bundle, limits: Limits()).output.commit(
      SlipBox(), replacing: SlipBox())
    var session = try EditSession(opening: bundle, date: Timestamp(seconds: 1_700_000_000))
    let other = try session.create(NoteDraft(title: "Other", body: .text("Other\n\nother text")))
    let more = try ["Alpha", "Zeta", "Meadow"].map { (title: String) in
      try session.create(NoteDraft(title: title, body: .text("\(title)\n\nmore text")))
    }
    let keywords: [BoxFeature: [String]] = [
      .keywords: ["bees"], .nestedKeywords: ["bees/queens"], .keywordSpelling: ["two words"],
      .keywordColors: ["bees"],
    ]
    let id = try session.create(
      NoteDraft(
        title: "Plan", body: .text("Plan\n\nsome text"),
        folder: feature == .folder || feature == .savedSearch ? "Work" : nil,
        keywords: keywords[feature] ?? []))
    if feature == .unshownAttachments || feature == .attachmentFacts {
      let shows = feature == .attachmentFacts
      try session.attach(
        Array("a file".utf8), named: "plan.bin", description: shows ? "What is planned" : nil,
        to: shows ? id : other)
    }
    let files = session.box.note(other)?.attachments ?? []
    try session.edit { (box) throws(SlipError) in
      try box.update(note: id) { note in
        (note.created, note.modified) = (nil, nil)
        switch feature {
        case .title: note.title = "Plan: 50/50?"
        case .status: note.status = .review
        case .favorite: note.isFavorite = true
        case .dates:
          (note.created, note.modified) = (
            Timestamp(seconds: 1_600_000_000), Timestamp(seconds: 1_600_000_100)
          )
        case .fractions:
          note.created = Timestamp(seconds: 1_600_000_000, microseconds: 250_000)
          note.modified = Timestamp(seconds: 1_600_000_100, microseconds: 250_000)
        case .unshownAttachments: note.attachments = files
        case .order: note.order = 1  // before others whose names come first
        case .properties: note.properties = [Property("zettel:kind", .text, "literature")]
        case .propertyNames: note.properties = [Property("mood", .text, "fine")]
        case .manualLinks:
          note.links = [other]
          note.manualLinks = [other]
        default: break
        }
      }
      if feature == .order {
        for (order, note) in [more[1], other, more[0], more[2]].enumerated() {
          try box.update(note: note) { $0.order = order + 2 }
        }
      }
      if feature == .keywordColors, let keyword = box.note(id)?.keywords.first {
        try box.update(keyword: keyword) { $0.color = Keyword.Color(red: 1, green: 0.5, blue: 0.25) }
      }
      if feature == .savedSearch, let folder = box.note(id)?.folder {
        try box.update(folder: folder) {
          $0.properties = [Property(Property.WellKnown.search, .text, "text")]
        }
      }
    }
    try session.save()
    return bundle
  }

  /// What a box says about a fact.
  private func value(_ feature: BoxFeature, _ bundle: String) throws -> String? {
    let box = try OpenBundle(bundle).box
    if feature == .savedSearch { return box.folders.compactMap { SavedSearch($0) }.isEmpty ? nil : "search" }
    guard let note = box.notes.first(where: { $0.title.hasPrefix("Plan") }) else { return nil }
    return switch feature {
    case .title: note.title
    case .status: note.status.rawValue
    case .favorite: "\(note.isFavorite)"
    case .dates, .fractions: "\(note.created?.rfc3339 ?? "-") \(note.modified?.rfc3339 ?? "-")"
    case .folder: box.path(of: note.folder).last
    case .order: "\(box.notes(in: note.folder).map(\.title))"
    case .keywords, .nestedKeywords, .keywordSpelling: "\(note.keywords.map { box.path(ofKeyword: $0) })"
    case .keywordColors: "\(note.keywords.compactMap { box.keyword($0)?.color.hex })"
    case .properties, .propertyNames:
      "\(note.properties.filter { $0.name.hasPrefix("zettel:") || $0.name == "mood" }.map { $0.name + "=" + $0.value })"
    case .manualLinks: "\(note.links.compactMap { box.note($0)?.title })"
    case .unshownAttachments: "\(note.attachments.map(\.attachment.hex))"
    case .attachmentFacts: "\(note.attachments.map { $0.description ?? "-" })"
    case .savedSearch: nil
    }
  }

  /// The facts without which others can't be there: where they are named as lost, those aren't.
  private static let whole: [BoxFeature: BoxFeature] = [
    .fractions: .dates, .nestedKeywords: .keywords, .keywordSpelling: .keywords, .keywordColors: .keywords,
    .propertyNames: .properties,
  ]

  /// Whether a fact comes back as it was.
  private func isKept(_ feature: BoxFeature, _ target: Target) -> Bool {
    if let whole = LossReportLawTests.whole[feature], !isKept(whole, target) { return false }
    return switch target.fate(feature) {
    case nil: true
    case .lost: false
    case .becomes(_, let isReadBack): isReadBack
    }
  }

  @Test(arguments: Target.all, BoxFeature.allCases)
  func factsComeBackOrAreNamed(_ target: Target, _ feature: BoxFeature) throws {
    let directory = try TemporaryDirectory()
    let bundle = try make(feature, in: directory)
    let before = try #require(try value(feature, bundle))
    let (back, report) = try target.roundTrip(bundle, in: directory)
    let after = try value(feature, back)
    let isNamed = report.totals.contains { $0.loss.name == feature.rawValue }
    #expect((before == after) == isKept(feature, target), "\(before) became \(after ?? "nothing")")
    #expect(isNamed == (target.fate(feature) != nil))
  }

  // MARK: Texts

  /// Features that a note has as a fact, and not as a part of its text.
  private static let ofNotes: Set<ExportFeature> = [.title, .authorAndKeywords, .dates, .properties]

  /// Those, spacing, of which markup has its own, and files that no box has.
  private static let left = ofNotes.union([.spacing, .attachedFile])

  /// A file is one of these, by where it lies and whether RTF holds it.
  private static let files: Set<ExportFeature> = [.attachment, .attachedFile, .foreignPicture, .picture]

  /// What a feature may come back as.
  private static func group(of feature: ExportFeature) -> Set<ExportFeature> {
    files.contains(feature) ? files : [feature]
  }

  /// Each note has a text with one feature of `ExportFeature`, which must come back unless the report names it.
  @Test(arguments: Target.all)
  func textsComeBackOrTheirLossIsNamed(_ target: Target) throws {
    let directory = try TemporaryDirectory()
    let bundle = directory.path("box.slipbox")
    _ = try BundleTransaction.begin(at: bundle, limits: Limits()).output.commit(
      SlipBox(), replacing: SlipBox())
    var session = try EditSession(opening: bundle, date: Timestamp(seconds: 1_700_000_000))
    for feature in ExportFeature.allCases where !LossReportLawTests.ofNotes.contains(feature) {
      _ = try session.create(
        NoteDraft(title: feature.rawValue, body: .document(ExportSamples.document(feature))))
    }
    try session.save()
    let (back, report) = try target.roundTrip(bundle, in: directory)
    let hasTitles =
      if case .files(let target, _) = target { target.kind == .html || target.kind == .markdown } else {
        true
      }
    let (before, after) = (try features(bundle), try features(back, byFile: !hasTitles))
    var wrong: [String] = []
    for (title, features) in before {
      let entry = try #require(report.entries.first { $0.path == title || $0.path.hasPrefix(title + ".") })
      for feature in features where !LossReportLawTests.left.contains(feature) {
        let isNamed = entry.losses.contains { $0.name == feature.rawValue }
        let isThere = !(after[title] ?? []).isDisjoint(
          with: LossReportLawTests.group(of: feature))
        if isNamed == isThere {
          wrong.append("\(title): \(feature.rawValue) " + (isThere ? "stays" : "goes"))
        }
      }
    }
    #expect(wrong.sorted() == [])
  }

  /// The features of each note's text, by its title, or by the name of its file.
  private func features(_ bundle: String, byFile: Bool = false) throws -> [String: Set<ExportFeature>] {
    let opened = try OpenBundle(bundle)
    var options = ExportLosses.Options()
    // A picture that is a file of the box is what its file can become.
    options.rendersFiles = true
    var found: [String: Set<ExportFeature>] = [:]
    for note in opened.box.notes {
      let document = try opened.body(of: note).withUnsafeBytes { RTFReader.read($0) }.document
      let file = note.source.map { $0.split(separator: "/").last?.prefix { $0 != "." } ?? "" }.map(
        String.init)
      found[byFile ? file ?? "" : note.title] = Set(
        ExportLosses.of(document, as: .plainText, options: options).map(\.feature))
    }
    return found
  }
}
