// All that a program needs for RTF comes with `import RTF`.
@_exported public import SlipCore
@_exported public import SlipDocument
@_exported public import SlipMarkup
@_exported public import SlipRTF
