/// The rules of a standalone page: readable without being a design.
enum HTMLStyleSheet {
  static let rules: StaticString = """
    body{max-width:46em;margin:2em auto;padding:0 1em;line-height:1.5;overflow-wrap:break-word}
    p{margin:0 0 .6em}
    li>p,td>p,th>p{margin:0}
    table{border-collapse:collapse;margin:0 0 1em}
    td,th{border:1px solid #999;padding:.2em .5em;vertical-align:top;text-align:left}
    blockquote{margin:0 0 1em 2em;border-left:3px solid #ccc;padding-left:1em}
    pre{overflow-x:auto;background:#f6f6f6;padding:.5em 1em}
    img{max-width:100%;height:auto}
    aside{border:1px solid #999;padding:.5em 1em;margin:1em 0}
    hr.page-break,hr.section-break,hr.column-break{border:0;border-top:1px dashed #999}
    section[role=doc-endnotes]{margin-top:2em;border-top:1px solid #999;padding-top:1em}
    section[role=doc-endnotes] [role=doc-backlink]{float:left;margin-right:.6em}
    @media print{hr.page-break{break-after:page;visibility:hidden}}

    """
}
