#!/usr/bin/env python3
"""Generates bundles and manifests of any size. The same seed gives the same bytes.

  Benchmarks/slipbox_bundle.py NOTES OUT.slipbox            a whole bundle, bodies and mirrors
  Benchmarks/slipbox_bundle.py NOTES OUT.xml --manifest     only a manifest; with --sources each note was imported
  Benchmarks/slipbox_bundle.py --schema OUT.xsd             the schema with key and keyref, which xmllint needs
"""
import argparse
import hashlib
import os
import random
import re

HERE = os.path.dirname(os.path.abspath(__file__))
WORDS = ("an ber cal dor el fin gra hol im jun kel lor man nor ost pel quin ran sol tur ul ver wil yar zen slip box "
         "note link idea garden honey bees swarm price spring check").split()


def uuid(rng):
    digits = "%032x" % rng.getrandbits(128)
    return f"{digits[:8]}-{digits[8:12]}-5{digits[13:16]}-a{digits[17:20]}-{digits[20:]}"


def text(rng, count):
    return " ".join(rng.choice(WORDS) for _ in range(count))


class Bundle:
    def __init__(self, notes, seed=4, has_sources=False, is_whole=False):
        self.has_sources, self.is_whole = has_sources, is_whole
        rng = self.rng = random.Random(seed)
        self.folders = sorted(uuid(rng) for _ in range(max(1, notes // 200)))
        self.keywords = sorted(uuid(rng) for _ in range(max(1, notes // 100)))
        self.notes = sorted(uuid(rng) for _ in range(notes))

    def documents(self, body):
        """Path and text of each document of the manifest, `manifest.xml` last; `body` gives ((length, digest),
        (length, digest)) of a note's body and mirror."""
        rng = self.rng
        head = "  <history/>\n  <origins/>\n  <folders>\n"
        for number, folder in enumerate(self.folders):
            parent = f' parent="{self.folders[(number - 1) // 8]}"' if number else ""
            head += f'    <folder id="{folder}" name="Folder {number}"{parent}/>\n'
        head += "  </folders>\n  <keywords>\n"
        for number, keyword in enumerate(self.keywords):
            head += f'    <keyword id="{keyword}" name="keyword {number}" red="0.25" green="0.5" blue="0.75"/>\n'
        head += "  </keywords>\n"
        # As the program itself writes it, so that what is measured is what people have.
        kept = sorted("%064x" % rng.getrandbits(256) for _ in self.notes) if self.has_sources else []
        sources = []
        for number, digest in enumerate(kept):
            key = f"notes/{number:08}.rtf"
            sources.append((hashlib.sha256(key.encode()).hexdigest()[-2:],
                            f'    <source key="{key}" path="{number:08}.rtf" format="rtf" sha256="{digest}" '
                            f'length="1000" modified="2024-05-06T07:08:09Z"/>\n'))
        notes = []
        for number, note in enumerate(self.notes):
            day = f"20{rng.randrange(10, 25)}-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02}T10:00:00"
            order = f' order="{number}"' if number else ""
            line = (f'    <note id="{note}" title="{text(rng, 4)}"{order} created="{day}Z" '
                    f'modified="{day}.5Z" folder="{rng.choice(self.folders)}"')
            if kept:
                line += f' source="notes/{number:08}.rtf" imported="{kept[number]}"'
            for name, (length, digest) in zip(("body", "mirror"), body(note)):
                line += f' {name}-length="{length}" {name}-sha256="{digest}"'
            line += (f'>\n      <keyword ref="{rng.choice(self.keywords)}"/>\n'
                     f'      <link to="{self.notes[(number * 7 + 1) % len(self.notes)]}"/>\n    </note>\n')
            notes.append((note[-2:], line))

        def section(name, rows):
            return f"  <{name}>\n{''.join(rows)}  </{name}>\n" if rows else f"  <{name}/>\n"

        def entities(key=None):
            return "  <attachments/>\n" + "".join(
                section(name, [row for end, row in rows if key is None or end == key])
                for name, rows in (("sources", sources), ("notes", notes)))

        start = '<?xml version="1.0" encoding="UTF-8"?>\n'
        namespace = 'xmlns="urn:slipbox:manifest" version="8"'
        rest = entities() if len(notes) + len(sources) <= 1024 or self.is_whole else None
        if rest is None:
            rows = []
            ends = {}
            for name, found in (("sources", sources), ("notes", notes)):
                for end, row in found:
                    ends.setdefault(end, {"sources": [], "notes": []})[name].append(row)
            for key, found in sorted(ends.items()):
                part = (f'{start}<part {namespace} id="{key}">\n  <attachments/>\n'
                        + section("sources", found["sources"]) + section("notes", found["notes"]) + "</part>\n")
                data = part.encode()
                counts = "".join(f' {name}="{len(found[name])}"' for name in ("sources", "notes") if found[name])
                rows.append(f'    <part id="{key}" length="{len(data)}" sha256="{hashlib.sha256(data).hexdigest()}"'
                            f'{counts}/>\n')
                yield f"manifest/{key}.xml", part
            rest = section("parts", rows)
        yield "manifest.xml", f"{start}<slipbox {namespace}>\n{head}{rest}</slipbox>\n"


def manifest(notes, path, has_sources):
    rng = random.Random(5)
    made = Bundle(notes, has_sources=has_sources, is_whole=True)
    with open(path, "w", encoding="utf-8") as out:
        for _, document in made.documents(lambda _: [(1000, "%064x" % rng.getrandbits(256)) for _ in range(2)]):
            out.write(document)


def bundle(notes, path, words):
    rng = random.Random(6)

    def body(note):
        plain = text(rng, words)
        facts = []
        for suffix, content in (("rtf", "{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Helvetica;}}\\f0\\fs24 %s}" % plain),
                                ("txt", plain)):
            data = content.encode()
            folder = f"{path}/notes/{note[:2]}"
            os.makedirs(folder, exist_ok=True)
            with open(f"{folder}/{note}.{suffix}", "wb") as file:
                file.write(data)
            facts.append((len(data), hashlib.sha256(data).hexdigest()))
        return facts

    os.makedirs(path)
    os.makedirs(f"{path}/manifest")
    for name, document in Bundle(notes).documents(body):
        with open(f"{path}/{name}", "w", encoding="utf-8") as out:
            out.write(document)
    if not os.listdir(f"{path}/manifest"):
        os.rmdir(f"{path}/manifest")
    with open(f"{path}/manifest.xml", "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    for name, content in (("mimetype", "application/vnd.slipbox"), ("manifest.sha256", f"{digest}  manifest.xml\n")):
        with open(f"{path}/{name}", "w", encoding="utf-8") as file:
            file.write(content)


KEYS = """
<xs:key name="folderKey"><xs:selector xpath="m:folders/m:folder"/><xs:field xpath="@id"/></xs:key>
<xs:key name="keywordKey"><xs:selector xpath="m:keywords/m:keyword"/><xs:field xpath="@id"/></xs:key>
<xs:key name="attachmentKey"><xs:selector xpath="m:attachments/m:attachment"/><xs:field xpath="@sha256"/></xs:key>
<xs:key name="sourceKey"><xs:selector xpath="m:sources/m:source"/><xs:field xpath="@key"/></xs:key>
<xs:key name="noteKey"><xs:selector xpath="m:notes/m:note"/><xs:field xpath="@id"/></xs:key>
<xs:keyref name="parentRef" refer="folderKey"><xs:selector xpath="m:folders/m:folder"/><xs:field xpath="@parent"/></xs:keyref>
<xs:keyref name="noteFolder" refer="folderKey"><xs:selector xpath="m:notes/m:note"/><xs:field xpath="@folder"/></xs:keyref>
<xs:keyref name="noteSource" refer="sourceKey"><xs:selector xpath="m:notes/m:note"/><xs:field xpath="@source"/></xs:keyref>
<xs:keyref name="noteKeyword" refer="keywordKey"><xs:selector xpath="m:notes/m:note/m:keyword"/><xs:field xpath="@ref"/></xs:keyref>
<xs:keyref name="noteLink" refer="noteKey"><xs:selector xpath="m:notes/m:note/m:link"/><xs:field xpath="@to"/></xs:keyref>
<xs:keyref name="noteAttachment" refer="attachmentKey"><xs:selector xpath="m:notes/m:note/m:attachment"/><xs:field xpath="@ref"/></xs:keyref>
"""


def schema(path):
    """What `validate` checks of references, said in XSD: ids are unique, references lead somewhere."""
    with open(os.path.join(HERE, "..", "Schemas", "slipbox-8.xsd"), encoding="utf-8") as file:
        xsd = file.read()
    xsd = xsd.replace('<xs:schema ', '<xs:schema xmlns:m="urn:slipbox:manifest" ', 1)
    # Identity constraints stand behind the root element's type.
    xsd, count = re.subn(r'(<xs:attribute name="version".*?</xs:complexType>)(</xs:element>)',
                         lambda match: match[1] + KEYS + match[2], xsd, count=1, flags=re.S)
    assert count == 1
    with open(path, "w", encoding="utf-8") as file:
        file.write(xsd)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("notes", type=int, nargs="?")
    parser.add_argument("out", nargs="?")
    parser.add_argument("--manifest", action="store_true")
    parser.add_argument("--sources", action="store_true", help="a manifest of notes that were imported")
    parser.add_argument("--schema")
    parser.add_argument("--words", type=int, default=200, help="of each note")
    options = parser.parse_args()
    if options.schema:
        schema(options.schema)
    elif options.out is None:
        parser.error("say how many notes, and where to")
    elif options.manifest:
        manifest(options.notes, options.out, options.sources)
    else:
        bundle(options.notes, options.out, options.words)


if __name__ == "__main__":
    main()
