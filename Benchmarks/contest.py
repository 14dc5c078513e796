"""Runs programs alternately, and compares their times with goals."""
import os
import shlex
import shutil
import statistics
import subprocess
import sys

import measure


class Contest:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.slipconv = shlex.quote(os.path.abspath(options.slipconv))
        self.results, self.goals, self.missing = [], [], set()

    def path(self, name):
        return os.path.join(self.folder, name)

    def made(self, name, make, *arguments):
        """The path of an input, which is made where it isn't there yet."""
        path = self.path(name)
        if not os.path.exists(path):
            measure.in_child(make, path + ".new", *arguments)
            os.rename(path + ".new", path)
        return path

    def wants(self, case):
        return not self.options.only or case in self.options.only

    def has(self, tool):
        there = (subprocess.run([sys.executable, "-c", "import striprtf"], capture_output=True).returncode == 0
                 if tool == "striprtf" else shutil.which(tool) is not None)
        if not there:
            self.missing.add(tool)
        return there

    def race(self, case, commands, megabytes=0, items=0):
        """Runs all commands in turn; gives each one's median seconds and peak memory in MiB. The first is ours."""
        commands = {name: command for name, command in commands.items()
                    if name.startswith("slipconv") or self.has(name.split()[0])}
        times, peaks = {name: [] for name in commands}, dict.fromkeys(commands, 0.0)
        litter = self.path("litter")  # unrtf leaves pictures where it runs
        os.makedirs(litter, exist_ok=True)
        for number in range(self.options.runs):
            for name, command in commands.items():
                if number >= (self.options.slow_runs or self.options.runs) and times[name][0] > 5:
                    continue
                os.sync()  # nobody waits for what another left to be written
                seconds, _, peak, status = measure.run(f"cd {shlex.quote(litter)} && {command}")
                if status:
                    sys.exit(f"{case}: {name} ended with {status}: {command}")
                times[name].append(seconds)
                peaks[name] = max(peaks[name], peak)
        print(f"\n{case}")
        medians = {name: statistics.median(values) for name, values in times.items()}
        for name, median in medians.items():
            rate = f"{megabytes / median:9.1f} MB/s" if megabytes else f"{items / median:9.1f} /s" if items else ""
            print(f"  {name:24}{median:9.4f} s {peaks[name]:8.1f} MiB {rate}", flush=True)
            self.results.append({"case": case, "contender": name, "seconds": median, "runs": len(times[name]),
                                 "peak_mib": round(peaks[name], 1)})
        return medians, peaks

    def goal(self, case, measure_name, value, goal, at_most=False):
        met = value <= goal if at_most else value >= goal
        self.goals.append({"case": case, "measure": measure_name, "value": value, "goal": goal, "at_most": at_most,
                           "met": met})

    def goal_against(self, case, medians, peer, goal, ours="slipconv"):
        """How many times as fast as a peer we are."""
        if peer in medians:
            self.goal(case, f"times as fast as {peer}", medians[peer] / medians[ours], goal)
