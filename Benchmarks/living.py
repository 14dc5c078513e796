"""The cases of a box that is lived in: changes and searches, beside programs that keep notes or find text."""
import glob
import os
import shlex
import sqlite3
import subprocess
import sys

import inputs
import measure

RARE, COMMON = "zymurgy", "halcyon"
CHANGES = "\n".join((
    "[user]", "name = Bench", "email = bench@example.org", "[gc]", "auto = 0", "[maintenance]", "auto = false", ""))


def done(command, **options):
    """Runs a command that prepares something; an error ends the run."""
    finished = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **options)
    if finished.returncode:
        sys.exit(f"{command} ended with {finished.returncode}: {finished.stderr.decode(errors='replace')[-500:]}")


def planted(folder, count):
    """Notes, one of which has a rare word, and one in a hundred a common one."""
    inputs.notes(folder, count)
    for number, path in enumerate(sorted(glob.glob(os.path.join(folder, "*.rtf")))):
        words = [RARE] * (number == count // 2) + [COMMON] * (number % 100 == 3)
        if not words:
            continue
        with open(path, "r+b") as file:
            data = file.read().rstrip()
            file.seek(0)
            file.write(data[:-1] + b"\\pard " + " ".join(words).encode("ascii") + b"\\par}\n")


def box(contest, count):
    """A box of generated notes."""
    tree = contest.made(f"planted-{count}", planted, count)
    path = contest.path(f"living-{count}.slipbox")
    if not os.path.exists(path):
        done(f"{contest.slipconv} import {shlex.quote(tree)} -o {shlex.quote(path)} --quiet", shell=True)
    return path


def identifiers(contest, path):
    """The identifiers of all notes."""
    lines = subprocess.run(f"{contest.slipconv} list {shlex.quote(path)} --columns uuid --format csv --no-index",
                           shell=True, capture_output=True, check=True).stdout.decode().split()
    return [line for line in lines if len(line) == 36]


def texts(contest, count):
    """The plain text of all notes, a file each."""
    folder = contest.path(f"texts-{count}")
    if not os.path.exists(folder):
        done(f"{contest.slipconv} convert {shlex.quote(contest.path(f'planted-{count}'))} -o {shlex.quote(folder)} "
             "--to txt --quiet", shell=True)
    return folder


def mail(folder, count, source):
    """The notes as mails, for a program that keeps those."""
    os.makedirs(os.path.join(folder, "cur"))
    for kind in ("new", "tmp"):
        os.mkdir(os.path.join(folder, kind))
    for number, path in enumerate(sorted(glob.glob(os.path.join(source, "*.txt")))):
        with open(path, encoding="utf-8") as file, open(os.path.join(folder, "cur", f"{number}.m:2,"), "w") as out:
            out.write(f"From: Nobody <nobody@example.org>\nTo: nobody@example.org\nMessage-ID: <{number}@example.org>\n"
                      f"Date: Mon, 04 Mar 2024 12:00:00 +0000\nSubject: note {number}\n"
                      "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n" + file.read())


def table(path, count, source):
    """The notes in a table, with a full text index."""
    database = sqlite3.connect(path)
    database.executescript(
        "CREATE TABLE note(id INTEGER PRIMARY KEY, uuid TEXT UNIQUE, title TEXT, status TEXT, length INTEGER);"
        "CREATE VIRTUAL TABLE words USING fts5(text, tokenize='unicode61 remove_diacritics 2');")
    for number, name in enumerate(sorted(glob.glob(os.path.join(source, "*.txt")))):
        with open(name, encoding="utf-8") as file:
            content = file.read()
        database.execute("INSERT INTO note VALUES(?,?,?,?,?)", (number, str(number), content[:40], None, len(content)))
        database.execute("INSERT INTO words(rowid, text) VALUES(?,?)", (number, content))
    database.execute("INSERT INTO words(words) VALUES('optimize')")
    database.commit()
    database.close()


def edits(contest):
    """One change, and a change of most notes, beside other programs' smallest change."""
    if not contest.wants("edit"):
        return
    count = int(20_000 * contest.options.scale)
    path = box(contest, count)
    quoted, source = shlex.quote(path), texts(contest, count)
    note = identifiers(contest, path)[count // 2]
    commands = {
        "slipconv list": f"{contest.slipconv} list {quoted}",
        "slipconv set": f"{contest.slipconv} set {quoted} {note} --property bench=$$",
        "slipconv edit": f"EDITOR='sed -i 1s/^/x/' {contest.slipconv} edit {quoted} {note}",
        "slipconv set --where": f"{contest.slipconv} set {quoted} --where 'source.length >= 5000' --property bench=$$"}
    if contest.has("notmuch"):
        commands["notmuch tag"] = notmuch(contest, count, source)
    if contest.has("git"):
        commands["git commit"] = repository(contest, count)
    if contest.has("sqlite3"):
        database = contest.made(f"notes-{count}.sqlite", table, count, source)
        update = f"UPDATE note SET status=$$ WHERE uuid='{count // 2}'"
        commands["sqlite3 UPDATE"] = f'sqlite3 {shlex.quote(database)} "{update}"'
    medians, peaks = contest.race(f"edit, {count} notes", commands)
    for name, goal in (("set", 1.3), ("edit", 1.3), ("set --where", 3)):
        contest.goal("edit", f"{name}: times as long as list", medians[f"slipconv {name}"] / medians["slipconv list"],
                     goal, at_most=True)
    contest.goal("edit", "peak memory, MiB", max(peaks[name] for name in peaks if name.startswith("slipconv")), 256,
                 at_most=True)


def notmuch(contest, count, source):
    """A command that gives a mail another tag."""
    mails = contest.made(f"mail-{count}", mail, count, source)
    settings = contest.path(f"notmuch-{count}")
    if not os.path.exists(settings):
        with open(settings, "w", encoding="utf-8") as file:
            file.write(f"[database]\npath={mails}\n[new]\ntags=unread\n[user]\nprimary_email=nobody@example.org\n")
        done(["notmuch", "new"], env={**os.environ, "NOTMUCH_CONFIG": settings})
    return f"NOTMUCH_CONFIG={shlex.quote(settings)} notmuch tag +t$$ id:{count // 2}@example.org"


def repository(contest, count):
    """A command that commits a changed note."""
    folder = contest.path(f"git-{count}")
    if not os.path.exists(folder):
        done(f"cp -r {shlex.quote(contest.path(f'planted-{count}'))} {shlex.quote(folder)} && cd {shlex.quote(folder)} "
             f"&& git init -q && printf %s {shlex.quote(CHANGES)} >>.git/config && git add . && git commit -qm all",
             shell=True)
    name = sorted(os.listdir(folder))[-1]
    return f"cd {shlex.quote(folder)} && echo >>{shlex.quote(name)} && git commit -qam change"


def finds(contest):
    """Searches with and without an index, the index itself, and its renewal."""
    if not contest.wants("find"):
        return
    count = int(100_000 * contest.options.scale)
    path = box(contest, count)
    quoted, source = shlex.quote(path), texts(contest, count)
    cache = contest.path("cache")
    ours = f"XDG_CACHE_HOME={shlex.quote(cache)} {contest.slipconv}"
    size = sum(entry.stat().st_size for entry in os.scandir(source))
    database = contest.path(f"text-{count}.sqlite")
    peer = shlex.join([sys.executable, os.path.abspath(__file__), "table", database, source])
    medians, _ = contest.race(f"index, {count} notes", {
        "slipconv index": f"{ours} index drop {quoted}; {ours} index build {quoted}", "sqlite3 FTS5": f"rm -f {database}; {peer}"},
        megabytes=size / 1e6)
    contest.goal("find", "index: times as long as FTS5", medians["slipconv index"] / medians["sqlite3 FTS5"], 1.5,
                 at_most=True)
    index = sum(os.path.getsize(os.path.join(folder, name)) for folder, _, names in os.walk(cache) for name in names)
    contest.goal("find", "index: times the length of the text", index / size, 1.2, at_most=True)
    fts = f'sqlite3 {shlex.quote(database)} "SELECT rowid FROM words WHERE words MATCH \'{{}}\'"'
    scan = f"rg -j1 --no-config -i -l -w -F {{}} {shlex.quote(source)}"
    commands = {
        "slipconv (rare)": f"{ours} find {quoted} {RARE}",
        "slipconv (common)": f"{ours} find {quoted} {COMMON} --limit 10",
        "slipconv (no index)": f"{ours} find {quoted} {RARE} --no-index",
        "sqlite3 (rare)": fts.format(RARE), "rg (rare)": scan.format(RARE), "rg (common)": scan.format(COMMON)}
    medians, peaks = contest.race(f"find, {count} notes", commands)
    if "sqlite3 (rare)" in medians:
        contest.goal("find", "rare word: times as long as sqlite3",
                     medians["slipconv (rare)"] / medians["sqlite3 (rare)"], 1.5, at_most=True)
    if "rg (rare)" in medians:
        contest.goal("find", "rare word: times as fast as rg", medians["rg (rare)"] / medians["slipconv (rare)"], 100)
        contest.goal("find", "common word: times as fast as rg", medians["rg (common)"] / medians["slipconv (common)"], 40)
        contest.goal("find", "no index: times as long as rg", medians["slipconv (no index)"] / medians["rg (rare)"], 3,
                     at_most=True)
    contest.goal("find", "peak memory, MiB", max(peaks[name] for name in peaks if name.startswith("slipconv")), 256,
                 at_most=True)
    renewal(contest, path, ours)


def renewal(contest, path, ours):
    """A search after one note has changed, beside the same search again."""
    note = identifiers(contest, path)[-1]
    quoted = shlex.quote(path)
    times = {"renewed": [], "fresh": [], "list": []}
    for number in range(contest.options.runs):
        done(f"EDITOR='sed -i 1s/^/x/' {ours} edit {quoted} {note}", shell=True)
        for kind in ("renewed", "fresh"):
            times[kind].append(measure.run(f"{ours} find {quoted} {RARE}")[0])
        times["list"].append(measure.run(f"{ours} list {quoted} --no-index --limit 1")[0])
    middle = {kind: sorted(values)[len(values) // 2] for kind, values in times.items()}
    print("\nrenewal\n" + "\n".join(f"  {kind:24}{value:9.4f} s" for kind, value in middle.items()), flush=True)
    contest.goal("find", "renewal: ms more than reading the manifest",
                 (middle["renewed"] - middle["list"]) * 1000, 100, at_most=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["table"]:
        table(sys.argv[2], 0, sys.argv[3])
    else:
        sys.exit("run Benchmarks/run --only edit find")
