// What all modules share is in three parts, so that a reader of RTF needs neither hashes nor Foundation: this module has
// all of them.
@_exported public import SlipCore
@_exported public import SlipDigests
