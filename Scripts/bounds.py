"""Runs a program within bounds of time and memory."""
import subprocess
import time


class Bounds(Exception):
    """What a program did that it mustn't."""


def anonymous(pid):
    """The memory of a process that isn't pages of files, in KiB."""
    try:
        with open(f"/proc/{pid}/status") as status:
            return next((int(line.split()[1]) for line in status if line.startswith("RssAnon")), 0)
    except OSError:
        return 0


def run(command, seconds, megabytes, statuses=(0, 1, 3)):
    """Gives the exit status, the seconds, the largest memory in KiB, and the end of what was printed.

    Raises Bounds where the program takes longer or more, or ends with another status.
    """
    began = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    memory = 0
    try:
        while (status := process.poll()) is None:
            memory = max(memory, anonymous(process.pid))
            if memory > megabytes << 10:
                raise Bounds(f"{command[1]}: more than {megabytes} MB after {time.monotonic() - began:.1f} s")
            if time.monotonic() - began > seconds:
                raise Bounds(f"{command[1]}: more than {seconds:.0f} s, with {memory >> 10} MB")
            time.sleep(0.005)
    finally:
        process.kill()
        printed = process.communicate()[1]
    if status not in statuses:
        raise Bounds(f"{command[1]}: ended with {status}: {printed[-300:].decode(errors='replace')}")
    return status, time.monotonic() - began, memory, printed[-4000:].decode(errors="replace")
