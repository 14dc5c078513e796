"""Folders and files of other programs that were imported, and then changed: one note less, another text in one."""
import json
import os
import shutil
import sqlite3

# The source in `pruned`; its bundle is named after it.
SOURCES = {"vault": "vault", "mixed": "mixed", "zim": "zim", "keep": "keep", "bundles": "bundles", "store": "store/NoteStore.sqlite", "archive": "archive/all.jex"}
# The rows of operations.py, by the name of the operation.
OPERATIONS = {"import-prune-" + name: f"{{s}} import pruned/{path} --into {name}.slipbox! --source-name s --prune"
              for name, path in SOURCES.items()}


def prepare(pristine, fixtures, box, run):
    """Makes the sources in the folder `pruned`, and a bundle of each as it was before."""
    def write(path, text):
        path = os.path.join(pristine, "pruned", path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)

    def first_import(name, status=(0,)):
        run("import", "pruned/" + SOURCES[name], "-o", name + ".slipbox", "--source-name", "s", status=status)

    def change(kind, gone, other, text):
        first_import(kind)
        os.remove(os.path.join(pristine, "pruned", kind, gone))
        write(os.path.join(kind, other), text)

    zim = "Content-Type: text/x-zim-wiki\nWiki-Format: zim 0.4\n\n"
    write("vault/.obsidian/app.json", "{}")
    write("zim/notebook.txt", "[Notebook]\nversion=0.4\nname=Zim\n")
    for number in range(4):
        folder = "Sub/" if number % 2 else ""
        write(f"vault/{folder}Note {number}.md", f"# Note {number}\n\n[[Note 1]] ![](p.png)\n")
        # Linked pages beside a note that is none of them.
        write(f"mixed/{folder}Note {number}.md", f"# Note {number}\n\n[[Note 1]] ![](p.png)\n")
        write(f"zim/{folder}Note_{number}.txt", f"{zim}====== Note {number} ======\nText\n")
        write(f"keep/Note {number}.json",
              json.dumps({"title": f"Note {number}", "textContent": "Text", "isTrashed": False, "isPinned": False,
                          "isArchived": False, "userEditedTimestampUsec": 1700000000000000}))
        write(f"bundles/{folder}Note {number}.textbundle/info.json", '{"version": 2}')
        write(f"bundles/{folder}Note {number}.textbundle/text.md", f"# Note {number}\n")
    write("mixed/memo.rtf", "{\\rtf1 Memo}")
    for kind in ("vault", "mixed"):
        shutil.copy(os.path.join(fixtures, "images", "png-2-8.png"), os.path.join(pristine, "pruned", kind, "p.png"))
    change("vault", "Note 2.md", "Note 0.md", "# Note 0\n\nOther text\n")
    change("mixed", "Note 2.md", "Note 0.md", "# Note 0\n\nOther text\n")
    change("zim", "Note_2.txt", "Note_0.txt", zim + "====== Note 0 ======\nOther text\n")
    change("keep", "Note 2.json", "Note 0.json",
           '{"title": "Note 0", "textContent": "Other", "isTrashed": false, "isPinned": false, "isArchived": false}')
    change("bundles", "Note 2.textbundle/text.md", "Note 0.textbundle/text.md", "# Note 0\n\nOther text\n")
    shutil.rmtree(os.path.join(pristine, "pruned", "bundles", "Note 2.textbundle"))
    archive = os.path.join(pristine, "pruned", "archive")
    os.makedirs(archive)
    run("export", box, "-o", "pruned/archive/all.jex", "--to", "joplin")
    first_import("archive")
    os.remove(os.path.join(archive, "all.jex"))
    run("export", box, "-o", "pruned/archive/all.jex", "--to", "joplin", "--where", 'title != "Weights"')
    store = os.path.join(pristine, "pruned", "store")
    shutil.copytree(os.path.join(fixtures, "stores", "applenotes"), store)
    first_import("store", status=(0, 1))
    database = sqlite3.connect(os.path.join(store, "NoteStore.sqlite"))
    with database:
        database.execute("update ZICCLOUDSYNCINGOBJECT set ZTITLE1 = 'Other title' where Z_PK = "
                         "(select min(Z_PK) from ZICCLOUDSYNCINGOBJECT where ZTITLE1 is not null)")
    database.close()
