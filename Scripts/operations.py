"""Every operation of the command that writes, for scripts that kill it or make its system calls fail.

`prepare` makes a folder with what all operations work on. An operation is run in a copy of it, and changes one file or
folder there, its target. Whatever becomes of the process, the target must be as before or as the operation makes it, and
everything else as it was.
"""
import collections
import contextlib
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

import pruned_sources

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "Benchmarks"))
import slipbox_bundle  # noqa: E402

# A box whose manifest has parts, and loses them when it loses a few notes.
LARGE = slipbox_bundle.Bundle(1026).notes
FIXTURES = os.path.join(HERE, "..", "Fixtures")
BOX = "box.slipbox"

# `{s}` is slipconv. The target is the first word that ends in `!`; the exclamation mark isn't part of it.
EDITS = {
    "new": "{s} new box.slipbox! --title Fresh",
    "new-file": "{s} new box.slipbox! text.md --folder Deep/Folder --keyword fresh",
    "new-picture": "{s} new box.slipbox! picture.md --title Picture",
    "set-status": "{s} set box.slipbox! Weights --status review",
    "set-title": "{s} set box.slipbox! Weights --title Loads",
    "set-keyword": "{s} set box.slipbox! Weights --keyword a/b --remove-keyword mine",
    "set-folder": "{s} set box.slipbox! Weights --folder Hives/Old",
    "set-favorite": "{s} set box.slipbox! Weights --favorite --first",
    "set-property": "{s} set box.slipbox! Weights --property size=3",
    "set-where": "{s} set box.slipbox! --where TRUEPREDICATE --status archived",
    "set-large": "{s} set large.slipbox! " + LARGE[0] + " --status review",
    "new-large": "{s} new large.slipbox! --title Fresh",
    "delete-large": "{s} delete large.slipbox! " + " ".join(LARGE[:3]) + " --keep-links",
    "delete": "{s} delete box.slipbox! Welcome",
    "delete-keep-links": "{s} delete box.slipbox! Weights --keep-links",
    "delete-where": "{s} delete box.slipbox! --find bees",
    "folder-add": "{s} folder add box.slipbox! New/Deep",
    "folder-search": "{s} folder add box.slipbox! Found --find bees",
    "folder-rename": "{s} folder rename box.slipbox! Hives Colonies",
    "folder-move": "{s} folder move box.slipbox! Hives --into Journal",
    "folder-order": "{s} folder move box.slipbox! Hives --last",
    "folder-delete": "{s} folder delete box.slipbox! Hives --notes move-up",
    "folder-delete-notes": "{s} folder delete box.slipbox! Hives --recursive",
    "keyword-add": "{s} keyword add box.slipbox! more/words",
    "keyword-rename": "{s} keyword rename box.slipbox! bees insects",
    "keyword-move": "{s} keyword move box.slipbox! bees --into garden",
    "keyword-merge": "{s} keyword merge box.slipbox! bees --into garden",
    "keyword-color": "{s} keyword color box.slipbox! bees red",
    "keyword-delete": "{s} keyword delete box.slipbox! bees --force",
    "link": "{s} link box.slipbox! Weights Welcome",
    "unlink": "{s} unlink box.slipbox! Weights Linked",
    "attach": "{s} attach box.slipbox! Weights other.png text.md",
    "detach": "{s} detach unshown.slipbox! Linked text.md",
    "apply": "{s} apply box.slipbox! <lines.ndjson",
    "undo": "{s} undo box.slipbox!",
    "undo-two": "{s} undo box.slipbox! 5 4",
    "prune": "{s} prune box.slipbox!",
    "edit": "{s} edit box.slipbox! Weights",
    "restore": "{s} restore synced.slipbox! --all",
    "refresh": "{s} refresh edited.slipbox!",
    "refresh-copies": "{s} refresh copied.slipbox!",
    "fix": "{s} validate broken.slipbox! --fix --no-config",
    "fix-unsafe": "{s} validate broken.slipbox! --fix-unsafe --no-config",
    "merge": "{s} merge good.slipbox ours.slipbox! theirs.slipbox",
    "sync": "{s} sync synced.slipbox! feed",
    "sync-full": "{s} sync synced.slipbox! feed --full --policy feed",
    "import-into": "{s} import more --into box.slipbox!",
    "import-again": "{s} import notes-edited -o box.slipbox! --source-name notes",
    "import-prune": "{s} import notes-less -o box.slipbox! --source-name notes --prune",
    "import-vault-into": "{s} import vault -o box.slipbox!",
    **pruned_sources.OPERATIONS,
}
OTHERS = {
    "new-bundle": "{s} new new.slipbox! --title Begun",
    "sync-boxes": "{s} sync ours.slipbox! theirs.slipbox",
    "sync-pack": "{s} sync ours.slipbox new-theirs.slippack!",
    "sync-both-ways": "{s} sync ours.slipbox! hub --both-ways",
    "sync-new": "{s} sync new.slipbox! feed",
    "import": "{s} import notes -o new.slipbox!",
    "import-vault": "{s} import vault -o new.slipbox!",
    "import-store": "{s} import store -o new.slipbox!",
    "import-json": "{s} import earlier.json -o new.slipbox!",
    "import-sqlite": "{s} import earlier.sqlite -o new.slipbox!",
    "fix-pack": "{s} validate broken.slippack! --fix --no-config",
    "export": "{s} export box.slipbox -o out! --to html",
    "export-replace": "{s} export box.slipbox -o earlier! --to html --replace",
    "export-original": "{s} export box.slipbox -o out! --original",
    "export-rtfd": "{s} export box.slipbox -o out! --to rtfd",
    "export-vault": "{s} export box.slipbox -o out! --to obsidian",
    "export-file": "{s} export box.slipbox -o earlier.jex! --to joplin --replace",
    "export-zip": "{s} export box.slipbox -o out.bear2bk! --to bear",
    "export-sqlite": "{s} export box.slipbox -o out.sqlite! --to sqlite",
    "export-sqlite-replace": "{s} export box.slipbox -o earlier.sqlite! --to sqlite --replace",
    "export-json": "{s} export box.slipbox -o out.json! --to json",
    "export-json-replace": "{s} export box.slipbox -o earlier.json! --to json --replace",
    "site": "{s} export box.slipbox -o out! --to site",
    "site-again": "{s} export box.slipbox -o pages! --to site",
    "export-json-beside": "{s} export box.slipbox -o out! --to json --attachments beside",
    "pack": "{s} pack edited.slipbox -o new.slippack!",
    "pack-force": "{s} pack edited.slipbox -o broken.slippack! --force",
    "unpack": "{s} unpack good.slippack -o new.slipbox!",
    "unpack-replace": "{s} unpack good.slippack -o edited.slipbox! --replace",
    "merge-new": "{s} merge good.slipbox ours.slipbox theirs.slipbox -o new.slipbox!",
    "migrate-up": "{s} migrate four.slipbox! --no-backup",
    "migrate-up-backup": "{s} migrate four.slipbox!",
    "migrate-down": "{s} migrate six.slipbox! --to 5 --allow-loss --no-backup",
    "migrate-to-file": "{s} migrate six.slipbox --to 1 --allow-loss --no-backup six.slipbox.xml!",
    "migrate-from-file": "{s} migrate one.slipbox.xml --no-backup one.slipbox!",
    "migrate-elsewhere": "{s} migrate six.slipbox --to 5 --allow-loss -o new.slipbox!",
    "convert": "{s} convert notes/index.rtf index.html!",
    "convert-force": "{s} convert notes/index.rtf text.md! --force",
    "convert-folder": "{s} convert notes texts! --to txt",
    "convert-package": "{s} convert notes/index.rtf out.rtfd!",
    "redlines": "{s} diff good.slipbox edited.slipbox --to html -o out!",
    "feed": "{s} feed box.slipbox -o out!",
    "feed-again": "{s} feed box.slipbox -o feed!",
    "index-build": "{s} index build box.slipbox cache!",
}
# Their last word only names the target.
NAMES_TARGET = {"migrate-to-file", "migrate-from-file", "index-build"}
# What else goes or comes with the target.
ALSO = {"migrate-to-file": ("six.slipbox",), "migrate-from-file": ("one.slipbox.xml",), "sync-boxes": ("theirs.slipbox",),
        "sync-both-ways": ("hub",), "sync-pack": ("ours.slipbox",)}
# Two sides are changed one after the other. Each must be valid whatever happens, and the next run ends with both equal.
TWO_SIDED = {"sync-boxes", "sync-both-ways", "sync-pack"}
# Exit statuses of a run without a fault, where it isn't 0.
EXPECTED = {"fix": (0, 1), "fix-unsafe": (0, 1), "fix-pack": (0, 1), "restore": (0,), "import-prune-store": (0, 1),
            # A note of this store is locked.
            "import-store": (1,)}
# Their files are replaced one by one, so the target may be of both states as long as the next run completes it.
PIECEWISE = {"feed", "feed-again", "site-again", "index-build", *TWO_SIDED}


class Operation:
    """One row of the tables above."""

    def __init__(self, name, text, slipconv):
        self.name = name
        text, _, self.input = text.partition(" <")
        words = text.format(s=slipconv).split()
        self.target = next(word[:-1] for word in words if word.endswith("!"))
        words = [word.rstrip("!") for word in words]
        if name in NAMES_TARGET:
            words.pop()
        self.arguments = words + ["-q"]
        self.also = ALSO.get(name, ())
        self.expected = EXPECTED.get(name, (0,))
        self.is_bundle = self.target.endswith(".slipbox")

    def run(self, folder, before=(), timeout=60, **options):
        """Runs the operation in a folder, by another program such as strace if one is given."""
        with contextlib.ExitStack() as stack:
            source = stack.enter_context(open(os.path.join(folder, self.input))) if self.input else subprocess.DEVNULL
            return subprocess.run([*before, *self.arguments], cwd=folder, stdin=source, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, timeout=timeout, env=environment(folder), **options)

    def content(self, folder):
        """A digest of the target and of what goes with it."""
        if self.name == "index-build":
            return sorted(os.path.basename(path) for path in os.listdir(os.path.join(folder, "cache")))
        return [content(os.path.join(folder, path)) for path in (self.target, *self.also)]


def operations(slipconv, names=None):
    """The operations of these names; all of them by default."""
    return [Operation(name, text, slipconv) for name, text in {**EDITS, **OTHERS}.items() if not names or name in names]


def environment(folder):
    """The environment of a command: nothing outside of the folder is written."""
    return {**os.environ, "SOURCE_DATE_EPOCH": "1770000000", "NO_COLOR": "1", "EDITOR": os.path.join(folder, "editor"),
            "VISUAL": "", "TMPDIR": os.path.join(folder, "tmp"), "XDG_CACHE_HOME": os.path.join(folder, "cache"),
            "SWIFT_BACKTRACE": "enable=no"}


def content(path):
    """A digest of all names and bytes at a path; None where there is nothing."""
    if not os.path.lexists(path):
        return None
    digest = hashlib.sha256()
    if os.path.isfile(path):
        with open(path, "rb") as file:
            digest.update(file.read())
        return digest.hexdigest()
    for root, folders, files in os.walk(path):
        folders.sort()
        for name in sorted(files):
            full = os.path.join(root, name)
            digest.update(os.path.relpath(full, path).encode() + b"\0")
            with open(full, "rb") as file:
                digest.update(hashlib.sha256(file.read()).digest())
    return digest.hexdigest()


# Hidden names of the command beside and in targets, and its folders of temporary files.
LITTER = re.compile(r"(^|/)\.[^/]*\.(lock|commit|(stage|keep|known|new)-[^/]*)$|\.new-[^/]*$|(^|/)slip(conv-copy|box)-")


def litter(folder):
    """The paths of what the command should have taken away."""
    found = []
    for root, folders, files in os.walk(folder):
        for name in folders + files:
            path = os.path.relpath(os.path.join(root, name), folder)
            if LITTER.search(path):
                found.append(path)
    return found


def others(folder, operation):
    """Digests of everything in the folder but the target, hidden litter, and what isn't the user's."""
    mine = (operation.target, *operation.also)
    return {name: content(os.path.join(folder, name)) for name in sorted(os.listdir(folder))
            if name not in mine and name not in ("cache", "tmp") and not LITTER.search(name)
            and not any(name.startswith(target + "~") for target in mine)}


def bodies(box):
    found = []
    for root, _, files in os.walk(os.path.join(box, "notes")):
        found += [os.path.join(root, name) for name in files if name.endswith(".rtf")]
    return sorted(found)


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def collide(base, ours, theirs, target):
    """Puts theirs into a copy of ours as programs do that keep folders in step: what both changed stands there as a copy."""
    def read(box):
        found = {}
        for root, _, files in os.walk(box):
            for name in files:
                with open(os.path.join(root, name), "rb") as file:
                    found[os.path.relpath(os.path.join(root, name), box)] = file.read()
        return found

    old, mine = read(base), read(ours)
    shutil.copytree(ours, target)
    for name, content in read(theirs).items():
        if content in (mine.get(name), old.get(name)):
            continue
        if name in mine and mine[name] != old.get(name):
            stem, dot, suffix = name.rpartition(".")
            name = f"{stem}.sync-conflict-20240506-101112-ABCDEFG{dot}{suffix}"
        os.makedirs(os.path.dirname(os.path.join(target, name)), exist_ok=True)
        with open(os.path.join(target, name), "wb") as file:
            file.write(content)


def prepare(slipconv, pristine):
    """Makes the folder with what the operations work on."""
    os.mkdir(pristine)
    for name in ("tmp", "cache"):
        os.mkdir(os.path.join(pristine, name))

    def run(*arguments, status=(0,)):
        result = subprocess.run([slipconv, *arguments, "-q"], cwd=pristine, capture_output=True, text=True,
                                env=environment(pristine))
        if result.returncode not in status:
            sys.exit(f"slipconv {' '.join(arguments)}: {result.stderr}")

    def path(*parts):
        return os.path.join(pristine, *parts)

    notes = path("notes")
    shutil.copytree(os.path.join(FIXTURES, "sample"), notes)
    first = sorted(name for name in os.listdir(notes) if name.endswith(".rtf"))[0]
    shutil.copy(os.path.join(notes, first), os.path.join(notes, "index.rtf"))
    shutil.copytree(notes, path("notes-less"))
    os.remove(path("notes-less", "index.rtf"))
    shutil.copytree(notes, path("notes-edited"))
    write(path("notes-edited", "index.rtf"), "{\\rtf1 Another text.}")
    for number in range(3):
        write(path("more", f"{number}.txt"), f"More {number}\n")
    for picture, name in (("png-2-8.png", "picture.png"), ("png-6-8.png", "other.png")):
        shutil.copy(os.path.join(FIXTURES, "images", picture), path(name))
    write(path("text.md"), "# Text\n\nSome *text*.\n")
    write(path("picture.md"), "A picture: ![](picture.png)\n")
    write(path("vault", ".obsidian", "app.json"), "{}")
    write(path("vault", "One.md"), "---\ntags: [bees]\n---\nSee [[Two]] and ![[picture.png]].\n")
    write(path("vault", "Sub", "Two.md"), "Text.\n")
    shutil.copy(path("picture.png"), path("vault", "picture.png"))
    shutil.copytree(os.path.join(FIXTURES, "stores", "applenotes"), path("store"))
    lines = [{"do": "new", "title": "Applied", "markdown": "Some text.", "folder": "Deep"},
             {"do": "set", "note": "Weights", "keywords": ["applied"]}]
    write(path("lines.ndjson"), "".join(json.dumps(line) + "\n" for line in lines))

    slipbox_bundle.bundle(len(LARGE), path("large.slipbox"), 3)
    run("import", "notes", "-o", BOX)
    run("pack", BOX, "-o", "good.slippack")
    run("unpack", "good.slippack", "-o", "good.slipbox")
    run("new", BOX, "--title", "Linked")
    run("set", BOX, "Weights", "--keyword", "mine")
    run("attach", BOX, "Weights", "picture.png")
    run("export", BOX, "-o", "earlier.json", "--to", "json")
    run("link", BOX, "Weights", "Linked")
    run("attach", BOX, "Linked", "text.md")
    # A note with a file that its text doesn't show, so that the file can be detached.
    run("export", BOX, "-o", "shown.json", "--to", "json")
    with open(path("shown.json")) as file:
        document = json.load(file)
    for note in document["notes"]:
        if note["title"] == "Linked":
            note["body"] = "{\\rtf1 Nothing.}"
    write(path("shown.json"), json.dumps(document))
    run("import", "shown.json", "-o", "unshown.slipbox")
    shutil.copytree(path(BOX), path("six.slipbox"))
    run("export", BOX, "-o", "earlier", "--to", "markdown")
    run("export", BOX, "-o", "earlier.jex", "--to", "joplin", "--where", "FALSEPREDICATE")
    run("export", BOX, "-o", "earlier.sqlite", "--to", "sqlite", "--attachments", "embed")
    run("unpack", "good.slippack", "-o", "server.slipbox")
    run("feed", "server.slipbox", "-o", "feed")
    run("sync", "synced.slipbox", "feed")
    run("delete", "synced.slipbox", "Welcome")
    run("set", "server.slipbox", "Weights", "--status", "review")
    run("attach", "server.slipbox", "Weights", "picture.png")
    run("feed", "server.slipbox", "-o", "feed")
    shutil.rmtree(path("server.slipbox"))
    for side, status in (("ours", "review"), ("theirs", "archived")):
        run("unpack", "good.slippack", "-o", side + ".slipbox")
        note = {"ours": "Weights", "theirs": "Welcome"}[side]
        run("set", side + ".slipbox", note, "--status", status)
        run("attach", side + ".slipbox", note, "picture.png")
    run("pack", "theirs.slipbox", "-o", "new-theirs.slippack")
    # Another box wrote the feed after ours had been in it.
    run("feed", "good.slipbox", "-o", "hub")
    shutil.copytree(path("theirs.slipbox"), path("third.slipbox"))
    run("sync", "third.slipbox", "hub", "--both-ways")
    shutil.rmtree(path("third.slipbox"))
    collide(path("good.slipbox"), path("ours.slipbox"), path("theirs.slipbox"), path("copied.slipbox"))
    run("export", "good.slipbox", "-o", "pages", "--to", "site")
    pruned_sources.prepare(pristine, FIXTURES, BOX, run)
    # Somebody's own: it stays whatever is done.
    write(path(BOX, "README"), "mine")
    write(path(BOX, ".git", "config"), "[core]")
    write(path("earlier", "mine.txt"), "mine")
    run("unpack", "good.slippack", "-o", "edited.slipbox")
    with open(bodies(path("edited.slipbox"))[0], "r+b") as file:
        text = file.read().rstrip()
        file.seek(0)
        file.write(text[:-1] + b"\\par edited}")
    run("unpack", "good.slippack", "-o", "broken.slipbox")
    write(bodies(path("broken.slipbox"))[0][:-3] + "txt", "lie")
    run("pack", "broken.slipbox", "-o", "broken.slippack")
    run("unpack", "good.slippack", "-o", "five.slipbox")
    run("migrate", "five.slipbox", "--to", "4", "-o", "four.slipbox", "--allow-loss")
    run("migrate", "five.slipbox", "--to", "1", "-o", "one.slipbox.xml", "--allow-loss")
    shutil.rmtree(path("five.slipbox"))
    os.remove(path("shown.json"))
    write(path("editor"), "#!/bin/sh\nprintf '\\nA line more.\\n' >>\"$1\"\n")
    os.chmod(path("editor"), 0o755)
    for name in ("tmp", "cache"):
        shutil.rmtree(path(name))
        os.mkdir(path(name))


@contextlib.contextmanager
def fresh(operation, pristine, work):
    """A copy of what an operation needs. It has the same name each time, since imports note the name."""
    with tempfile.TemporaryDirectory(dir=work) as above:
        folder = os.path.join(above, "run")
        os.mkdir(folder)
        words = [*operation.arguments[1:], operation.target, *operation.also, operation.input, "picture.png", "editor",
                 "cache", "tmp"]
        names = {word.split("/")[0] for word in words if word}
        paths = [os.path.join(pristine, name) for name in sorted(names) if os.path.lexists(os.path.join(pristine, name))]
        subprocess.run(["cp", "-a", *paths, folder], check=True)
        yield folder


def sample(values, count, operation):
    """A sample that is the same each time, for an operation; all values where `count` is None."""
    return values if count is None else random.Random(operation.name).sample(values, min(count, len(values)))


# Without --seccomp-bpf, with which only the first call of a thread is disturbed.
STRACE = ["strace", "-f", "-qq"]


def calls(arguments, names, folder, **options):
    """How often each system call is made, by name, by the thread that makes it most often."""
    trace = os.path.join(folder, ".trace")
    names = ",".join("?" + name for name in sorted(set(names)))
    subprocess.run([*STRACE, "-o", trace, "-e", f"trace={names}", *arguments], cwd=folder,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment(folder), **options)
    counts = collections.Counter()
    with open(trace, errors="replace") as file:
        for line in file:
            match = re.match(r"(\d+) +(\w+)\(", line)
            if match:
                counts[(match[2], match[1])] += 1
    os.remove(trace)
    most = collections.Counter()
    for (name, _), count in counts.items():
        most[name] = max(most[name], count)
    return most


class States:
    """What an operation does when nothing goes wrong."""

    def __init__(self, operation, pristine, work, names):
        with fresh(operation, pristine, work) as folder:
            self.measure(operation, folder, names)

    def measure(self, operation, folder, names):
        self.old = operation.content(folder)
        self.before = others(folder, operation)
        self.old_validity = validity(operation, folder)
        notes = notes_in(operation, folder)
        source = os.path.join(folder, operation.input) if operation.input else os.devnull
        with open(source) as file:
            self.counts = calls(operation.arguments, names, folder, stdin=file)
        self.new = operation.content(folder)
        self.notes = texts_in(operation, folder)
        self.new_validity = validity(operation, folder)
        self.staying = notes & notes_in(operation, folder)
        if not self.counts:
            sys.exit(f"{operation.name}: strace saw no system call; may it trace here?")
        if self.old == self.new:
            sys.exit(f"{operation.name}: changes nothing even without a fault")
        if litter(folder):
            sys.exit(f"{operation.name}: leaves {litter(folder)} even without a fault")


def validity(operation, folder):
    """What validation says of the target, which also completes a change that counts as made; None for other files."""
    if operation.name in TWO_SIDED:
        sides = [name for name in (operation.target, *operation.also) if not name.endswith("hub")]
        return [validity_of(operation, folder, side) for side in sides]
    return validity_of(operation, folder, operation.target) if operation.is_bundle else None


def validity_of(operation, folder, name):
    """What validation says of a bundle."""
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        return None
    result = subprocess.run([operation.arguments[0], "validate", path, "-q", "--no-config"], cwd=folder,
                            capture_output=True, text=True, env=environment(folder), timeout=60)
    return result.returncode, sorted(set(re.findall(r"\[(SBX\w+)\]", result.stdout)))


def notes_in(operation, folder):
    """The UUIDs of the notes in the target; none where it is no bundle."""
    path = os.path.join(folder, operation.target)
    if not operation.is_bundle or not os.path.isdir(path):
        return set()
    listed = subprocess.run([operation.arguments[0], "list", path, "--no-index", "--format", "ndjson"], cwd=folder,
                            capture_output=True, text=True, env=environment(folder), timeout=60).stdout
    return {json.loads(line)["id"] for line in listed.splitlines()}


def texts_in(operation, folder):
    """The notes in the target without their UUIDs: folder, title and text of each."""
    path = os.path.join(folder, operation.target)
    if not operation.is_bundle or not os.path.isdir(path):
        return []
    listed = subprocess.run([operation.arguments[0], "list", path, "--no-index", "--format", "ndjson"], cwd=folder,
                            capture_output=True, text=True, env=environment(folder), timeout=60).stdout
    found = []
    for line in listed.splitlines():
        note = json.loads(line)
        with open(os.path.join(path, note["body"].removesuffix("rtf") + "txt"), "rb") as file:
            found.append((note["folder"], note["title"], file.read()))
    return sorted(found)


def fault_of(operation, states, folder, result, is_killed=False):
    """What is wrong after a run that was killed or disturbed; None where nothing is. `result` is None after a kill."""
    # The next command, here one that only reads, completes a change that counts as made.
    valid = validity(operation, folder)
    now = operation.content(folder)
    status = None if result is None else result.returncode
    if status is not None and (status < 0 or status == 4):
        return f"ends with status {status}"
    is_partial = status == 1 and operation.name.startswith(("import", "convert-folder"))
    # The result is there, and the old bundle, which is whole, isn't taken away yet: the next run does so.
    is_partial = is_partial or (status in (1, None) and operation.also != () and now[0] == states.new[0])
    is_partial = is_partial and operation.name not in TWO_SIDED
    if now not in (states.old, states.new) and not is_partial and operation.name not in PIECEWISE:
        return "neither the old nor the new content"
    if is_partial and not states.staying <= notes_in(operation, folder):
        return "a note is gone that the operation doesn't take away"
    if valid not in (states.old_validity, states.new_validity) and not is_partial:
        return f"not valid: {valid}"
    if others(folder, operation) != states.before:
        return "something else was changed"
    if status in (2, 3) and now != states.old and operation.name not in PIECEWISE:
        return "says that nothing was changed: " + result.stderr.decode(errors="replace")[:200]
    if status == 0 and now != states.new:
        return "says that it was done"
    if status == 1 and 1 not in operation.expected and not result.stderr:
        return "ends with status 1 and gives no reason"
    # The next command that writes: the same again where it isn't done.
    if now == states.new and operation.is_bundle:
        sides = (operation.target, *operation.also) if operation.name in TWO_SIDED else (operation.target,)
        for side in sides:
            subprocess.run([operation.arguments[0], "validate", side, "--fix", "-q", "--no-config"], cwd=folder,
                           env=environment(folder), capture_output=True, timeout=60)
        # Copies of databases go when the next one is made.
        if litter(os.path.join(folder, "tmp")):
            store = os.path.join(FIXTURES, "stores", "applenotes")
            subprocess.run([operation.arguments[0], "inspect", store], cwd=folder, env=environment(folder), capture_output=True,
                           timeout=60)
        # So do files of the cache.
        if litter(os.path.join(folder, "cache")):
            operation.run(folder)
        # So do folders of packs, and half-written files of a feed.
        if operation.name in TWO_SIDED and litter(folder):
            operation.run(folder)
    else:
        again = operation.run(folder)
        # What an import left out comes in with the next one. Where that shows what kind of container it is, notes have other UUIDs.
        is_second = is_partial and operation.name.startswith("import")
        if now != states.new and again.returncode not in operation.expected and operation.name != "convert-folder":
            return f"the next run ends with {again.returncode}: {again.stderr.decode(errors='replace')[:200]}"
        is_done = texts_in(operation, folder) == states.notes if is_second else operation.content(folder) == states.new
        if not is_done and operation.name != "convert-folder":
            return "the next run doesn't come to its end"
    if litter(folder):
        return f"litter stays behind the next command: {litter(folder)}"
    return None
