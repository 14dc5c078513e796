internal import SlipBase
internal import SlipExchange
internal import SlipNotes

/// What labels and relations of Trilium become.
enum TriliumFacts {
  /// Labels by which the program works.
  private static let labels: Set<String> = [
    "inbox", "disableVersioning", "calendarRoot", "archived", "excludeFromExport", "disableInclusion",
    "appCss",
    "appTheme", "appThemeBase", "hidePromotedAttributes", "readOnly", "autoReadOnlyDisabled", "cssClass",
    "iconClass",
    "keyboardShortcut", "run", "runOnInstance", "runAtHour", "customRequestHandler", "customResourceProvider",
    "widget",
    "noteInfoWidgetDisabled", "linkMapWidgetDisabled", "noteRevisionsWidgetDisabled",
    "whatLinksHereWidgetDisabled",
    "similarNotesWidgetDisabled", "workspace", "workspaceIconClass", "workspaceTabBackgroundColor",
    "workspaceCalendarRoot", "workspaceTemplate", "searchHome", "workspaceInbox", "workspaceSearchHome",
    "sqlConsoleHome", "datePattern", "pageSize", "viewType", "mapRootNoteId", "mapType", "bookmarkFolder",
    "sorted",
    "sortDirection", "sortFoldersFirst", "sortNatural", "sortLocale", "top", "bottom", "fullContentWidth",
    "shareHiddenFromTree", "shareExternalLink", "shareAlias", "shareOmitDefaultCss", "shareRoot",
    "shareDescription",
    "shareRaw", "shareDisallowRobotIndexing", "shareCredentials", "shareIndex", "shareHtmlLocation",
    "displayRelations",
    "hideRelations", "titleTemplate", "template", "toc", "color", "keepCurrentHoisting", "executeButton",
    "executeDescription", "newNotesOnTop", "clipperInbox", "hideHighlightWidget", "iconPack",
    "language",
    "bookmarked", "docName", "originalFileName", "fileSize", "versioningLimit", "excludeFromNoteMap",
    "collapsed",
    "expanded", "subtreeHidden", "hideChildrenOverview", "wordCount", "bookZoomLevel", "pageUrl", "clipType",
    "tag", "child:template",
  ]
  /// Relations by which the program works, or that the text says as well.
  private static let relations: Set<String> = [
    "internalLink", "imageLink", "includeNoteLink", "relationMapLink", "template", "inherit", "renderNote",
    "widget",
    "shareCss", "shareJs", "shareHtml", "shareTemplate", "shareFavicon", "dayTemplate", "monthTemplate",
    "weekTemplate", "yearTemplate",
  ]

  /// Whether a label is the program's own.
  static func isMachinery(label name: String) -> Bool {
    labels.contains(name) || name.hasPrefix("label:") || name.hasPrefix("relation:")
      || name.hasPrefix("child:")
  }

  /// Whether a relation is the program's own.
  static func isMachinery(relation name: String) -> Bool {
    relations.contains(name) || name.hasPrefix("child:") || name.hasPrefix("runOn")
  }

  /// Whether a label makes a note of something that would only be a folder: a keyword or a mark of the user's.
  static func isOwn(label name: String, _ value: String) -> Bool {
    ["archived", "bookmarked", "pageUrl", "webViewSrc", "tag"].contains(name)
      || value.isEmpty && !isMachinery(label: name)
  }

  /// Gives a note what its labels and relations say.
  static func apply(
    _ item: TriliumLibrary.Note, to note: inout SourceNote, _ context: SourceContext
  ) {
    for (name, value) in item.labels {
      switch name {
      case "archived": note.status = .archived
      case "bookmarked": note.isFavorite = true
      case "pageUrl", "webViewSrc":
        if !value.isEmpty { note.properties.append(Property(Property.WellKnown.sourceURL, .uri, value)) }
      case "tag": if !value.isEmpty { note.keywords.append(SourceKeyword(path: [value])) }
      case _ where isMachinery(label: name): break
      default:
        if value.isEmpty {
          note.keywords.append(SourceKeyword(path: [name]))
        } else {
          note.properties.append(Property("trilium:" + name, .text, value))
        }
      }
    }
    for (name, target) in item.relations where !isMachinery(relation: name) {
      if let id = context.note(target) {
        note.relations.append(id)
      } else {
        note.unresolved.append(SourceLink(target))
      }
    }
  }
}
