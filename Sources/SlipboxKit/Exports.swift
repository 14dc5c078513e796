// The modules whose types the library's own functions take and return, so that `import SlipboxKit` is all that a program
// needs, also under the upcoming feature `MemberImportVisibility`.
@_exported public import SlipBase
@_exported public import SlipBundle
@_exported public import SlipDocument
@_exported public import SlipNotes
@_exported public import SlipQuery
