// The readers and writers of text are in a module of their own, which needs no word processor's formats.
@_exported public import SlipMarkup
