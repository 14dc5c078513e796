internal import SlipDocument

/// The style sheet of standalone pages: it makes them readable without being a design.
///
/// - Lines have a width that is easy to read, and break in narrow windows. Wide tables and code scroll by themselves.
/// - Quotations, code, text boxes, breaks and notes can be told apart from text.
/// - Notes stand in a grid, with their marks in a column of their own.
/// - In dark mode, backgrounds are dark, and the document's own colours give way to
///   readable ones.
/// - In print, margins are left to the printer, headings stay with their text, and
///   pictures and rows of tables aren't torn apart.
///
/// Callers add their own rules with `PageOptions.styleSheets`, which come behind these.
enum HTMLStyleSheet {
  /// Declarations that hide an element from the eye but not from programs that read pages
  /// aloud. The same as those of `.page-title`, for pages that have style sheets of their
  /// own.
  static let visuallyHidden =
    "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap"

  /// The colour of text in the rules.
  static let ink = DocumentColor(red: 0x23, green: 0x21, blue: 0x1D)

  /// The rules. They contain no text of users and refer to nothing outside of the page.
  static let rules: StaticString = """
    html{font:112.5%/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;background:#fdfcfa;color:#23211d}
    body{max-width:34em;margin:2em auto;padding:0 1em;overflow-wrap:break-word}
    a{color:#0b57a4}
    p{margin:0 0 .6em}
    p.empty{margin:0;line-height:.8}
    li>p,td>p,th>p{margin:0}
    h1,h2,h3,h4,h5,h6{line-height:1.25;margin:1.2em 0 .4em}
    h1{font-size:1.7rem}
    h2{font-size:1.35rem}
    h3{font-size:1.15rem}
    h4,h5,h6{font-size:1rem}
    ul,ol{padding-left:1.4em}
    ul>.task-list-item{list-style:none}
    .table{overflow-x:auto;margin:0 0 1em}
    table{border-collapse:collapse;font-size:.95em}
    td,th{border:0;border-bottom:1px solid #ccc6ba;padding:.25em .7em .25em 0;vertical-align:top;text-align:left}
    th{border-bottom:2px solid #aaa498}
    .borderless>*>*>*,.borderless>td,.borderless>th,.filler{border:0}
    blockquote{margin:0 0 1em;border-left:3px solid #ccc6ba;padding-left:1em}
    pre{overflow-x:auto;background:#f1eee6;padding:.5em 1em;border-radius:.3em}
    code{font-size:.92em;background:#f1eee6;border-radius:.2em;padding:.05em .2em}
    pre code{background:none;padding:0}
    img{max-width:100%;height:auto;vertical-align:bottom}
    sup,sub{line-height:0;font-size:.75em}
    [role=doc-noteref],[role=doc-backlink]{text-decoration:none}
    mark{color:inherit}
    ins{color:#0a5c24}
    del{color:#a11}
    u.thick{text-decoration:none;border-bottom:.12em solid}
    .page-title{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
    .page-title.shown{position:static;width:auto;height:auto;overflow:visible;clip-path:none;white-space:normal}
    .text-box{border:1px solid #ccc6ba;padding:.5em 1em;margin:1em 0}
    .annotation{border-left:3px solid #ccc6ba;padding-left:.6em;margin:1em 0}
    hr.page-break,hr.section-break,hr.column-break{border:0;border-top:1px dashed #999}
    .notes{margin-top:2em;border-top:1px solid #ccc6ba;padding-top:1em;font-size:.92em}
    .notes>div{display:grid;grid-template-columns:minmax(2em,max-content) 1fr;column-gap:.4em}
    .notes>div>*{grid-column:2}
    .notes>div>[role=doc-backlink]{grid-column:1}
    .notes>div>p{margin-left:0!important;text-indent:0!important}
    .facts{color:#5f5a50;font-size:.85rem;border-bottom:1px solid #ccc6ba;margin-bottom:1.2em;padding-bottom:.5em}
    .facts p{margin:0}
    .related{border-top:1px solid #ccc6ba;margin-top:2em;font-size:.92em}
    .related h2{font-size:1rem}
    @media (prefers-color-scheme:dark){
    html{background:#191a1c;color:#e4e1da}
    body{color:inherit!important}
    a{color:#8ab8f0}
    ins{color:#7fd89b}
    del{color:#ff9d9d}
    pre,code{background:#26272a}
    .facts{color:#a9a59b}
    td,th,blockquote,.text-box,.annotation,.notes,.facts,.related{border-color:#3a3b3e}
    [style*="color:"]{color:inherit!important;border-color:#5a5b5e!important}
    mark,[style*="background-color:"]{background-color:#4a4420!important;color:#eee!important}
    }
    @media print{
    html{background:#fff;color:#000}
    body{max-width:none;margin:0;padding:0}
    .table,pre{overflow:visible}
    pre{white-space:pre-wrap}
    h1,h2,h3,h4,h5,h6{break-after:avoid}
    img,tr{break-inside:avoid}
    hr.page-break{break-after:page;visibility:hidden}
    .related{display:none}
    }

    """
}
