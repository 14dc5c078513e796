"""Makes archives of many bundles, of one schema version or of all. The same seed gives the same bytes.

A few patterns are imported and migrated down; the archive contains copies of them, in folders of a hundred.
"""
import os
import random
import shutil
import subprocess

import inputs

SUFFIX = {1: ".slipbox.xml", 2: ".slipbox.xml", 3: ".slipbox.xml", 4: ".slipbox", 5: ".slipbox"}


def pattern(slipconv, work, notes, seed, version):
    """The path of a bundle of `notes` notes in `version`."""
    stem = os.path.join(work, f"{notes}-{seed}-v")
    path = f"{stem}{version}{SUFFIX[version]}"
    if os.path.exists(path):
        return path
    newest = stem + "5.slipbox"
    if not os.path.exists(newest):
        source = os.path.join(work, f"{notes}-{seed}")
        inputs.notes(source, notes, seed)
        subprocess.run([slipconv, "import", source, "-o", newest, "--quiet"], check=True)
    if version < 5:
        # In a place of its own: down to 3 and below the name changes.
        place = os.path.join(work, f"down-{notes}-{seed}-{version}")
        os.makedirs(place)
        copy = os.path.join(place, "a.slipbox")
        shutil.copytree(newest, copy)
        subprocess.run([slipconv, "migrate", copy, "--to", str(version), "--allow-loss", "--no-backup", "--quiet"],
                       check=True)
        os.rename(os.path.join(place, "a" + SUFFIX[version]), path)
    return path


def copy(source, target):
    if os.path.isdir(source):
        shutil.copytree(source, target)
    else:
        shutil.copy2(source, target)


def archive(slipconv, work, target, count, sizes=(10, 20, 50, 100, 500), versions=(1, 2, 3, 4, 5), packed=False, seed=3):
    """Makes `target` with `count` bundles; gives their paths relative to it."""
    os.makedirs(work, exist_ok=True)
    rng = random.Random(seed)
    paths = []
    for number in range(count):
        version = versions[number % len(versions)]
        # Large ones are rare.
        notes = sizes[min(int(rng.expovariate(1.2)), len(sizes) - 1)]
        source = pattern(slipconv, work, notes, 1 + rng.randrange(3), version)
        suffix = SUFFIX[version]
        if packed and version >= 4 and number % 7 == 0:
            suffix = ".slippack"
            pack = source[:-len(".slipbox")] + suffix
            if not os.path.exists(pack):
                subprocess.run([slipconv, "pack", source, "-o", pack, "--quiet"], check=True)
            source = pack
        name = f"{number // 100:03}/{number:05}{suffix}"
        os.makedirs(os.path.join(target, os.path.dirname(name)), exist_ok=True)
        copy(source, os.path.join(target, name))
        paths.append(name)
    return paths
