"""The cases that Benchmarks/run measures, with their goals."""
import os
import shlex
import shutil
import statistics
import subprocess
import sys

import inputs
import living
import measure

HERE = os.path.dirname(os.path.abspath(__file__))
STRIPRTF = ("import sys; from striprtf.striprtf import rtf_to_text; "
            "sys.stdout.write(rtf_to_text(open(sys.argv[1], encoding='latin-1').read(), errors='replace'))")


def all_cases(contest):
    for case in (text, documents, notes, one_note, import_memory, pictures, hex_decode, thumbnails,
                 living.edits, living.finds):
        case(contest)


def text(contest):
    size = 100 * contest.options.scale
    # unrtf is quadratic on dense input.
    for case, paragraph, goals in (
            ("text-prose", inputs.prose_paragraph, {"striprtf": 150, "unrtf": 120, "cat | wc -c": 0.25}),
            ("text-dense", inputs.dense_paragraph, {"striprtf": 70, "cat | wc -c": 0.18})):
        if not contest.wants(case):
            continue
        path = contest.made(f"{case}.rtf", inputs.big, size, paragraph)
        peers = {"striprtf": f"{sys.executable} -c {shlex.quote(STRIPRTF)} {path}", "unrtf": f"unrtf --text {path}",
                 "cat | wc -c": f"cat {path} | wc -c"}
        medians, peaks = contest.race(case, {
            "slipconv": f"{contest.slipconv} convert {path} - --to txt --quiet",
            **{peer: peers[peer] for peer in goals}}, megabytes=size)
        for peer, goal in goals.items():
            contest.goal_against(case, medians, peer, goal)
        contest.goal(case, "peak memory with mapped pages, MiB", peaks["slipconv"], 32, at_most=True)


def documents(contest):
    size = 20 * contest.options.scale
    for case, peer, goal, share in (("html", "unrtf", 25, 5), ("rtf", "pandoc", 20, 6)):
        if not contest.wants(case):
            continue
        path = contest.made("prose-20.rtf", inputs.big, size, inputs.prose_paragraph)
        commands = {"unrtf": f"unrtf --html {path}", "pandoc": f"pandoc -f rtf -t rtf {path} -o {os.devnull}"}
        medians, _ = contest.race(case, {
            "slipconv": f"{contest.slipconv} convert {path} - --to {case} --quiet",
            "slipconv to text": f"{contest.slipconv} convert {path} - --to txt --quiet",
            peer: commands[peer]}, megabytes=size)
        contest.goal_against(case, medians, peer, goal)
        contest.goal(case, "times our own text takes", medians["slipconv"] / medians["slipconv to text"], share,
                     at_most=True)


def notes(contest):
    count = int(10_000 * contest.options.scale)
    loop = "for f in {}/*.rtf; do unrtf --text $f; done"
    for case, goal in (("text-notes", 80), ("import", 8)):
        if not contest.wants(case):
            continue
        tree = contest.made("notes", inputs.notes, count)
        # A fresh path each time: file systems are slow where a tree was just deleted.
        ours = (f"convert {tree} - --to txt --quiet" if case == "text-notes"
                else f"import {tree} -o {contest.path('out-$$.slipbox')} --quiet")
        medians, _ = contest.race(case, {"slipconv": f"{contest.slipconv} {ours}", "unrtf loop": loop.format(tree)},
                                  items=count)
        contest.goal_against(case, medians, "unrtf loop", goal)


def one_note(contest):
    if not contest.wants("one-note"):
        return
    note = contest.made("note.rtf", inputs.big, 0.02, inputs.prose_paragraph)
    medians, _ = contest.race("one-note", {
        "slipconv": f"{contest.slipconv} import {note} -o {contest.path('out-$$.slipbox')} --quiet",
        "unrtf": f"unrtf --text {note}"}, items=1)
    if "unrtf" in medians:
        contest.goal("one-note", "milliseconds more than unrtf", (medians["slipconv"] - medians["unrtf"]) * 1000, 20,
                     at_most=True)


def import_memory(contest):
    """As many notes with sixteen times the bytes."""
    if not contest.wants("import-memory"):
        return
    count = int(500 * contest.options.scale)
    peaks = []
    for size in (8, 128):
        tree = contest.made(f"notes-{size}", inputs.equal_notes, count, size * 1000)
        command = f"{contest.slipconv} import {tree} -o {contest.path('out-$$.slipbox')} --quiet"
        _, found = contest.race(f"import-memory, {size} KB each", {"slipconv": command}, items=count)
        peaks.append(found["slipconv"])
    contest.goal("import-memory", "MiB more for 16 times the bytes", peaks[1] - peaks[0], 64, at_most=True)


def pictures(contest):
    if not contest.wants("pictures"):
        return
    size = 50 * contest.options.scale
    album = contest.made("pictures.rtf", inputs.pictures, size)
    distinct = contest.made("pictures-distinct.rtf", inputs.pictures, size, True)
    for what, path in (("pictures", album), ("pictures, all different", distinct)):
        medians, _ = contest.race(what, {
            "slipconv": f"{contest.slipconv} import {path} -o {contest.path('out-$$.slipbox')} --thumbnail-size 0 --quiet",
            "unrtf": f"unrtf --html {path}"}, megabytes=size)
        contest.goal_against(what, medians, "unrtf", 15)


def hex_decode(contest):
    if not contest.wants("hex"):
        return
    compiler = shutil.which("clang") or shutil.which("cc")
    if not compiler:
        contest.missing.add("a C compiler")
        return
    program, shims = contest.path("hexdecode"), os.path.join(HERE, "..", "Sources", "CHexShims")
    subprocess.run([compiler, "-O2", f"-I{shims}/include", os.path.join(HERE, "hexdecode.c"), f"{shims}/shims.c",
                    "-o", program], check=True)
    rate = statistics.median(float(subprocess.run([program], capture_output=True, check=True).stdout)
                             for _ in range(contest.options.runs))
    print(f"\nhex\n  slipconv                {rate:9.2f} GB/s of digits")
    contest.goal("hex", "GB/s of digits", rate, 3)


def thumbnails(contest):
    """What thumbnails add to an import, beside vipsthumbnail on the same files."""
    for case, suffix, count, goal in (("thumbnails-jpeg", "jpg", 12, 1.3), ("thumbnails-png", "png", 6, 1.0)):
        if not contest.wants(case) or not contest.has("convert") or not contest.has("vipsthumbnail"):
            continue
        tree = contest.made(f"photos-{suffix}", inputs.photos, suffix, max(1, round(count * contest.options.scale)))
        album = contest.made(f"photos-{suffix}.rtf", inputs.album, tree)
        command = f"{contest.slipconv} import {album} -o {contest.path('out-$$.slipbox')} --quiet"
        small = contest.path("small-$$")
        medians, _ = contest.race(case, {
            "slipconv": command, "slipconv without": command + " --thumbnail-size 0",
            "vipsthumbnail": f"mkdir {small} && vipsthumbnail {tree}/*.{suffix} --size 600x600 -o {small}/%s.{suffix}"},
            items=len(os.listdir(tree)))
        if "vipsthumbnail" in medians:
            own = max(medians["slipconv"] - medians["slipconv without"], 1e-3)
            contest.goal(case, "times vipsthumbnail's rate", medians["vipsthumbnail"] / own, goal)
