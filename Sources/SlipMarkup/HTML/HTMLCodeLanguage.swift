/// The language of a block of code, as pages state it.
///
/// | page | written by |
/// | --- | --- |
/// | `<pre><code class="language-swift">` | CommonMark, Prism |
/// | `<pre class="lang-swift">`, `<pre lang="swift">` | GitHub, Stack Overflow |
/// | `<code class="hljs swift">` | highlight.js |
/// | `<div class="highlight-source-swift"><pre>` | GitHub's pages |
/// | `<pre class="sourceCode swift">` | pandoc |
/// | `<pre class="brush: swift">`, `<pre class="src src-swift">`, `<pre data-lang="swift">` | others |
enum HTMLCodeLanguage {
  /// The language that an element states; nil if it states none.
  static func named(by tag: HTMLTag) -> String? {
    for name in ["data-info", "data-lang", "data-language", "data-enlighter-language", "syntax"] {
      if let value = tag[name].flatMap(cleaned) { return value }
    }
    let classes = (tag["class"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    for name in classes {
      for prefix in ["language-", "lang-", "highlight-source-", "highlight-text-", "src-", "brush:"] {
        if name.hasPrefix(prefix), let value = cleaned(String(name.dropFirst(prefix.count))) { return value }
      }
    }
    if let brush = classes.firstIndex(of: "brush:"), brush + 1 < classes.count {
      return cleaned(classes[brush + 1])
    }
    if let marker = classes.firstIndex(where: { $0 == "hljs" || $0 == "sourceCode" }) {
      let others = classes.indices.filter { $0 != marker && !reserved.contains(classes[$0].lowercased()) }
      return others.first.flatMap { cleaned(classes[$0]) }
    }
    guard tag.name == "pre", let language = tag["lang"], !isNatural(language) else { return nil }
    return cleaned(language)
  }

  /// Whether a `lang` attribute names a language of people, not of programs. `go` or `cs` on a block of code is a
  /// language of programs.
  static func isNatural(_ language: String) -> Bool {
    let primary = language.lowercased().split(separator: "-").first.map(String.init) ?? ""
    return language.contains("-") && !["c", "objective", "f", "x"].contains(primary)
      || natural.contains(primary)
  }

  /// Languages of people that aren't names of languages of programs as well.
  private static let natural: Set<String> = [
    "", "af", "ar", "be", "bg", "bn", "ca", "cy", "da", "de", "el", "en", "es", "et", "eu", "fa", "fi", "fr",
    "ga",
    "gl", "he", "hi", "hr", "hu", "hy", "id", "is", "it", "ja", "ka", "ko", "la", "lt", "lv", "mk", "mn",
    "nb", "ne",
    "nl", "nn", "no", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv", "sw", "ta", "te", "th", "tr", "uk",
    "und", "ur",
    "vi", "zh",
  ]

  /// Classes of highlighters that name no language.
  private static let reserved: Set<String> = [
    "hljs", "sourcecode", "numberlines", "copy", "copyable", "line-numbers", "numbersource", "code",
    "highlight",
  ]

  /// A name without what highlighters add; nil for names that mean plain text of no language.
  private static func cleaned(_ name: String) -> String? {
    let name = name.trimmingSpaces().prefix { $0 != ";" && $0 != "{" }
    switch name.lowercased() {
    case "", "none", "nohighlight", "no-highlight", "undefined", "auto": return nil
    default: return name.unicodeScalars.allSatisfy { $0.value > 0x20 || $0 == " " } ? String(name) : nil
    }
  }
}
