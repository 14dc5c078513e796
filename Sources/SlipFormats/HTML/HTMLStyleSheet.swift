/// The style sheet of standalone pages: it makes them readable without being a design.
///
/// - Lines have a width that is easy to read, and break in narrow windows.
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

  /// The rules. They contain no text of users and refer to nothing outside of the page.
  static let rules: StaticString = """
    body{max-width:46em;margin:2em auto;padding:0 1em;line-height:1.5;overflow-wrap:break-word}
    p{margin:0 0 .6em}
    li>p,td>p,th>p{margin:0}
    table{border-collapse:collapse;margin:0 0 1em}
    td,th{border:1px solid #999;padding:.2em .5em;vertical-align:top;text-align:left}
    .borderless>*>*>*,.borderless>td,.borderless>th,.filler{border:0}
    blockquote{margin:0 0 1em 2em;border-left:3px solid #ccc;padding-left:1em}
    pre{overflow-x:auto;background:#f6f6f6;padding:.5em 1em}
    img{max-width:100%;height:auto}
    mark{color:inherit}
    ins{color:#0a5c24}
    del{color:#a11}
    u.thick{text-decoration:none;border-bottom:.12em solid}
    .page-title{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
    .text-box,.annotation{border:1px solid #999;padding:.5em 1em;margin:1em 0}
    hr.page-break,hr.section-break,hr.column-break{border:0;border-top:1px dashed #999}
    .notes{margin-top:2em;border-top:1px solid #999;padding-top:1em}
    .notes>div{display:grid;grid-template-columns:minmax(2em,max-content) 1fr;column-gap:.4em}
    .notes>div>*{grid-column:2}
    .notes>div>[role=doc-backlink]{grid-column:1}
    .notes>div>p{margin-left:0!important;text-indent:0!important}
    @media (prefers-color-scheme:dark){
    body{background:#1b1b1d;color:#ddd!important}
    a{color:#8ab4f8}
    ins{color:#7fd89b}
    del{color:#ff9d9d}
    [style*="color:"]{color:inherit!important}
    mark,[style*="background-color:"]{background-color:#4a4420!important;color:#eee!important}
    }
    @media print{
    body{max-width:none;margin:0;padding:0}
    h1,h2,h3,h4,h5,h6{break-after:avoid}
    img,tr{break-inside:avoid}
    hr.page-break{break-after:page;visibility:hidden}
    }

    """
}
