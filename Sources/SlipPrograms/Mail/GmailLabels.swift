/// The labels that Gmail gives messages itself, in the language of the account: where a message is, and what was done with it.
enum GmailLabels {
  /// The labels of a language.
  private struct Language {
    /// Trash and spam.
    var trash: [String]
    /// The star.
    var starred: [String]
    /// All others.
    var others: [String]
    /// What the names of categories begin with.
    var category: String
  }

  /// The languages that are known.
  private static let languages = [
    Language(
      trash: ["Trash", "Spam"], starred: ["Starred"],
      others: ["Inbox", "Sent", "Unread", "Opened", "Important", "Archived", "Chat", "Drafts"],
      category: "Category "),
    Language(
      trash: ["Papierkorb", "Spam"], starred: ["Markiert"],
      others: [
        "Posteingang", "Gesendet", "Ungelesen", "Geöffnet", "Wichtig", "Archiviert", "Chat", "Entwürfe",
      ], category: "Kategorie"),
    Language(
      trash: ["Corbeille", "Spam"], starred: ["Suivis", "Messages suivis"],
      others: [
        "Boîte de réception", "Envoyé", "Envoyés", "Messages envoyés", "Non lus", "Ouvert", "Important",
        "Archivé", "Archivés", "Chat", "Brouillons",
      ], category: "Catégorie"),
    Language(
      trash: ["Papelera", "Spam"], starred: ["Destacado", "Destacados"],
      others: [
        "Recibidos", "Enviado", "Enviados", "No leído", "No leídos", "Abierto", "Abiertos", "Importante",
        "Importantes", "Archivado", "Archivados", "Chat", "Borradores",
      ], category: "Categoría"),
    Language(
      trash: ["Cestino", "Spam"], starred: ["Speciale", "Speciali"],
      others: [
        "Posta in arrivo", "Inviata", "Posta inviata", "Da leggere", "Non letti", "Aperto", "Aperti",
        "Importante", "Importanti", "Archiviato", "Archiviati", "Chat", "Bozze",
      ], category: "Categoria"),
    Language(
      trash: ["Lixeira", "Spam"], starred: ["Com estrela"],
      others: [
        "Caixa de entrada", "Enviado", "Enviados", "Não lidas", "Não lidos", "Aberto", "Abertos",
        "Importante", "Arquivado", "Arquivados", "Chat", "Rascunhos",
      ], category: "Categoria"),
    Language(
      trash: ["Prullenbak", "Spam"], starred: ["Met ster"],
      others: [
        "Postvak IN", "Verzonden", "Ongelezen", "Geopend", "Belangrijk", "Gearchiveerd", "Chat", "Concepten",
      ], category: "Categorie"),
  ]

  private static let trash = Set(languages.flatMap(\.trash))
  private static let starred = Set(languages.flatMap(\.starred))
  private static let others = Set(languages.flatMap(\.others))

  /// Whether a label says that the message was thrown away.
  static func isTrash(_ label: String) -> Bool { trash.contains(label) }

  /// Whether a label is the star.
  static func isStar(_ label: String) -> Bool { starred.contains(label) }

  /// Whether Gmail gives a label, and not the user.
  static func isOwn(_ label: String) -> Bool {
    if trash.contains(label) || starred.contains(label) || others.contains(label) { return true }
    return languages.contains { language in
      guard label.hasPrefix(language.category) else { return false }
      // `Category Updates`, `Kategorie: Neuigkeiten`, `Catégorie : Réseaux sociaux`
      let rest = label.dropFirst(language.category.count)
      return language.category.hasSuffix(" ") || rest.drop(while: \.isWhitespace).first == ":"
    }
  }
}
