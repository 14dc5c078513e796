internal import SlipDocument

/// The front matter of a file, at its very beginning: YAML between `---` and `---` or `...`, or TOML
/// between `+++` lines.
///
/// ```
/// ---                            +++
/// title: "A day in May"          title = "A day in May"
/// author: A. Writer              authors = ["A. Writer"]
/// keywords: [travel, work]       tags = ["travel", "work"]
/// lang: en-GB                    date = 2024-05-06
/// ---                            +++
/// ```
///
/// Only flat lines with a key and a value and lists of plain words are understood, which is what
/// publishing tools write. Everything else is ignored. The front matter is never part of
/// the text.
struct MarkdownFrontMatter {
  /// Where the text begins, in bytes; 0 without a front matter.
  private(set) var end = 0
  /// Keys in lower case, each with its values, in order.
  private var values: [(key: String, value: [String])] = []

  /// How a front matter is written.
  private enum Form {
    /// `key: value`, between `---` lines.
    case yaml
    /// `key = value`, between `+++` lines.
    case toml
  }

  /// Reads the front matter of a file, if there is one that ends.
  ///
  /// - Parameter readsTOML: Whether `+++` begins one, which is text to GitHub.
  init(_ source: [UInt8], readsTOML: Bool) {
    let form: Form
    if source.starts(with: Array("---\n".utf8)) {
      form = .yaml
    } else if readsTOML, source.starts(with: Array("+++\n".utf8)) {
      form = .toml
    } else {
      return
    }
    var position = 4
    var found = Lines(form: form)
    while position < source.count {
      let lineEnd = source[position...].firstIndex(of: 0x0A) ?? source.count
      let line = String(decoding: source[position..<lineEnd], as: UTF8.self)
      position = min(lineEnd + 1, source.count)
      let bare = line.trimmingSpaces()
      if form == .yaml ? bare == "---" || bare == "..." : bare == "+++" {
        (end, values) = (position, found.values)
        return
      }
      // YAML has no blank lines here: the line at the top was a thematic break.
      if bare.isEmpty, form == .yaml { return }
      found.add(line, bare)
    }
  }

  /// The lines of a front matter.
  private struct Lines {
    let form: Form
    /// Keys in lower case, each with its values, in order.
    var values: [(key: String, value: [String])] = []
    /// Whether what follows belongs to a table of TOML.
    private var isInTable = false
    /// The lines so far of a list of TOML that isn't closed yet, with its key.
    private var open: (key: String, value: String)?

    init(form: Form) { self.form = form }

    /// Reads a line: a further item of the last key, or a key with a value or a list in
    /// brackets.
    ///
    /// - Parameters:
    ///   - line: the line as it stands; keys begin in its first column.
    ///   - bare: the line without white space at its ends.
    mutating func add(_ line: String, _ bare: String) {
      switch form {
      case .yaml:
        if bare.hasPrefix("- "), let last = values.indices.last {
          values[last].value.append(MarkdownFrontMatter.unquoted(String(bare.dropFirst(2))))
        } else if let colon = line.firstIndex(of: ":"), line.utf8.first != UInt8(ascii: " ") {
          append(line[..<colon].lowercased(), String(line[line.index(after: colon)...]).trimmingSpaces())
        }
      case .toml: addTOML(bare)
      }
    }

    /// Reads a line of TOML. What stands in tables is left out.
    private mutating func addTOML(_ bare: String) {
      if let (key, value) = open {
        open = nil
        return close(key, value + " " + bare)
      }
      if bare.hasPrefix("[") { isInTable = true }
      guard !isInTable, !bare.hasPrefix("#"), let equals = bare.firstIndex(of: "=") else { return }
      let key = MarkdownFrontMatter.unquoted(String(bare[..<equals])).lowercased()
      close(key, String(bare[bare.index(after: equals)...]).trimmingSpaces())
    }

    /// Adds a value of TOML, unless it is a list that goes on.
    private mutating func close(_ key: String, _ value: String) {
      if value.hasPrefix("["), !value.hasSuffix("]"), value.utf8.count < 65_536 {
        open = (key, value)
      } else {
        append(key, value)
      }
    }

    private mutating func append(_ key: String, _ value: String) {
      let items =
        value.hasPrefix("[") && value.hasSuffix("]")
        ? value.dropFirst().dropLast().split(separator: ",").map { MarkdownFrontMatter.unquoted(String($0)) }
        : value.isEmpty ? [] : [MarkdownFrontMatter.unquoted(value)]
      values.append((key, items))
    }
  }

  /// A value without white space and quotation marks around it.
  private static func unquoted(_ text: String) -> String {
    let text = text.trimmingSpaces()
    guard text.utf8.count >= 2, let first = text.first, first == "\"" || first == "'", text.last == first
    else {
      return text
    }
    return String(text.dropFirst().dropLast())
  }

  /// Sets title, author, subject, keywords and language. Other keys are ignored, and a later key
  /// replaces an earlier one, except that keywords add up.
  func apply(to document: inout Document) {
    for (key, value) in values {
      switch key {
      case "title": document.info.title = value.first
      case "author", "authors": document.info.author = value.isEmpty ? nil : value.joined(separator: ", ")
      case "description", "subject": document.info.subject = value.first
      case "keywords", "tags": document.info.keywords += value.filter { !$0.isEmpty }
      case "lang", "language":
        document.defaultLanguage = value.first.flatMap(LanguageTag.valid) ?? document.defaultLanguage
      default: break
      }
    }
  }
}
