#!/usr/bin/env python3
"""Draws the figures of docs/tutorial from what the programs of its chapters compute.

Usage: draw_tutorial.py [BUILD_FOLDER [OUTPUT_FOLDER]]

Each program writes a table when it is given the name of a file; the figures are line plots of its columns, or the
mechanism itself. Without arguments: build/release, docs/tutorial."""

import csv
import math
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COLORS = ["#0072b2", "#d55e00", "#009e73", "#aa4499"]  # distinct for color-blind readers too
WIDTH, LEFT, RIGHT, TOP, BOTTOM = 720, 76, 24, 44, 52


# --- SVG ------------------------------------------------------------------------------------------

def number(x):
    return f"{x:.1f}".removesuffix(".0")


def text(x, y, words, anchor="middle", more=""):
    return f'<text x="{number(x)}" y="{number(y)}" text-anchor="{anchor}"{more}>{words}</text>'


def line(points, color, width=2.0, more=""):
    path = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="{width}" stroke-linejoin="round"{more}/>'


def dot(x, y, color, radius=3.5):
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{radius}" fill="{color}"/>'


def write_svg(path, height, title, parts):
    path.write_text("\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        'font-family="Helvetica, Arial, sans-serif" font-size="13" fill="#333">',
        f"<title>{title}</title>", '<rect width="100%" height="100%" fill="white"/>', *parts, "</svg>", ""
    ]), encoding="utf-8")


# --- Line plots -----------------------------------------------------------------------------------

class Axis:
    """Numbers in a range to places on the page, with ticks at round numbers; roomy: the range ends at ticks."""

    def __init__(self, values, start, end, log=False, roomy=False):
        self.log, self.start, self.end = log, start, end
        lower, upper = min(values), max(values)
        if log:
            self.lower, self.upper = math.floor(math.log10(lower)), math.ceil(math.log10(upper))
            self.ticks = [10.0 ** e for e in range(self.lower, self.upper + 1)]
            self.labels = [power_of_ten(e) for e in range(self.lower, self.upper + 1)]
        else:
            step = round_step((upper - lower) / 5)
            self.lower, self.upper = lower, upper
            if roomy:
                self.lower, self.upper = step * math.floor(lower / step + 1e-6), step * math.ceil(upper / step - 1e-6)
            first, last = math.ceil(self.lower / step - 0.01), math.floor(self.upper / step + 0.01)
            self.ticks = [step * i for i in range(first, last + 1)]
            self.labels = [f"{tick:.10g}".replace("-", "−") for tick in (round(t, 10) for t in self.ticks)]

    def __call__(self, x):
        x = math.log10(x) if self.log else x
        return self.start + (self.end - self.start) * (x - self.lower) / (self.upper - self.lower)


def round_step(size):
    power = 10.0 ** math.floor(math.log10(size))
    return next(m * power for m in (1, 2, 5, 10) if m * power >= size * (1 - 1e-9))


def power_of_ten(exponent):
    return "10" + str(exponent).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


class Curve:
    def __init__(self, name, x, y, style="line"):
        self.name, self.x, self.y, self.style = name, x, y, style


class Panel:
    """Curves over one x axis that panels share, with an axis of their own upward."""

    def __init__(self, label, curves, log=False, colors=COLORS):
        self.label, self.curves, self.log, self.colors = label, curves, log, colors

    def draw(self, x, top, height):
        bottom = top + height
        y = Axis([v for c in self.curves for v in c.y], bottom, top, self.log, roomy=True)
        parts = [line([(LEFT, y(t)), (WIDTH - RIGHT, y(t))], "#e4e4e4", 1) for t in y.ticks]
        parts += [line([(x(t), top), (x(t), bottom)], "#e4e4e4", 1) for t in x.ticks]
        parts += [text(LEFT - 8, y(t) + 4.5, label, "end") for t, label in zip(y.ticks, y.labels)]
        middle = (top + bottom) / 2
        parts.append(text(20, middle, self.label, more=f' transform="rotate(-90 20 {number(middle)})"'))
        parts.append(f'<rect x="{LEFT}" y="{number(top)}" width="{WIDTH - LEFT - RIGHT}" height="{number(height)}" '
                     'fill="none" stroke="#888"/>')
        at = LEFT
        for curve, color in zip(self.curves, self.colors):
            points = [(x(a), y(b)) for a, b in zip(curve.x, curve.y)]
            if curve.style != "dots":
                parts.append(line(points, color, more=' stroke-dasharray="6 4"' if curve.style == "dashed" else ""))
            if curve.style in ("dots", "both"):
                parts += [dot(a, b, color) for a, b in points]
            if curve.name:
                key = [(at + 4, top - 12), (at + 26, top - 12)]
                parts.append(dot(at + 15, top - 12, color) if curve.style == "dots" else
                             line(key, color, more=' stroke-dasharray="6 4"' if curve.style == "dashed" else ""))
                parts.append(text(at + 32, top - 7.5, curve.name, "start"))
                at += 50 + 7 * len(curve.name)
        return parts


def plot(path, title, x_label, panels, height=250, log_x=False):
    x = Axis([v for p in panels for c in p.curves for v in c.x], LEFT, WIDTH - RIGHT, log_x)
    parts, top = [], TOP
    for panel in panels:
        parts += panel.draw(x, top, height)
        top += height + TOP
    bottom = top - TOP
    parts += [text(x(t), bottom + 19, label) for t, label in zip(x.ticks, x.labels)]
    parts.append(text((LEFT + WIDTH - RIGHT) / 2, bottom + 41, x_label))
    write_svg(path, bottom + BOTTOM, title, parts)


# --- The chapters ---------------------------------------------------------------------------------

def draw_pendulum(table, path):
    t = table["time"]
    plot(path, "Angle of the pendulum over time", "time [s]", [
        Panel("angle [rad]", [Curve("simulated", t, table["hinge"]),
                              Curve("formula for small angles", t, table["small angles"], "dashed")])
    ])


def draw_arm(table, path):
    t = table["time"]
    plot(path, "Angles of the falling arm over time", "time [s]", [
        Panel("angle [rad]", [Curve(name, t, table[name]) for name in ("shoulder", "elbow", "wrist")])
    ], height=280)


def draw_door(table, path):
    t = table["time"]
    plot(path, "Angle and speed of the door over time", "time [s]", [
        Panel("angle [rad]", [Curve("", t, table["hinge"])]),
        Panel("speed [rad/s]", [Curve("", t, table["hinge.rate"])], colors=COLORS[1:]),
    ], height=170)


def draw_reach(table, path):
    table = {name: column[::10] for name, column in table.items()}
    t, joints = table["time"], ("waist", "shoulder", "elbow", "wrist")
    plot(path, "Angles and torques of the arm over time", "time [s]", [
        Panel("angle [rad]", [Curve(name, t, table[name]) for name in joints]),
        Panel("torque [N·m]", [Curve("", t, table[name + " torque"]) for name in joints]),
    ], height=200)


def draw_accuracy(table, path):
    curves = []
    for order, name in ((2, "rk2"), (3, "rk3"), (5, "dormand-prince5"), (8, "dormand-prince8")):
        rows = [i for i, o in enumerate(table["order"]) if o == order]
        curves.append(Curve(name, [table["error"][i] for i in rows], [table["evaluations"][i] for i in rows], "both"))
    plot(path, "Evaluations over error, four methods", "error after 5¼ periods [rad, rad/s]",
         [Panel("evaluations", curves, log=True)], height=300, log_x=True)


def draw_sweep(table, path):
    k = [stiffness / 1000 for stiffness in table["stiffness"]]
    plot(path, "Amplitude of the seat over the stiffness of its spring", "stiffness [kN/m]", [
        Panel("amplitude [mm]", [Curve("formula", k, [1000 * a for a in table["formula"]]),
                                 Curve("simulated", k, [1000 * a for a in table["amplitude"]], "dots")])
    ])


def draw_ligament(table, path):
    t, kinetic, stored = table["time"], table["kinetic_energy"], table["potential_energy"]
    plot(path, "Angle and energies of the forearm over time", "time [s]", [
        Panel("angle [rad]", [Curve("", t, table["elbow"])]),
        Panel("energy [J]", [Curve("kinetic", t, kinetic), Curve("in the ligament", t, stored),
                             Curve("sum", t, [a + b for a, b in zip(kinetic, stored)])]),
    ], height=170)


def draw_linkage(table, path):
    """The linkage at the heights of the rows, seen from above at an angle."""
    scale, ground, parts = 205, 262, []

    def place(origin, p):
        return origin + scale * (0.9 * p[0] - 0.55 * p[1]), ground - scale * (p[2] - 0.2 * p[0] - 0.3 * p[1])

    for row, angle in enumerate(table["angle"]):
        origin = 148 + 238 * row
        hinges = {leg + hinge: [table[f"{leg}_{hinge}.{axis}"][row] for axis in "xyz"]
                  for leg in "ab" for hinge in ("foot", "knee", "top")}
        a, b, top = hinges["afoot"], hinges["bfoot"], hinges["atop"][2]
        for z, color in ((0, "#dddddd"), (top, "#b5d3e7")):
            corners = [place(origin, (i * a[0] + j * b[0], i * a[1] + j * b[1], z))
                       for i, j in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
            outline = " ".join(f"{number(x)},{number(y)}" for x, y in corners)
            parts.append(f'<polygon points="{outline}" fill="{color}" fill-opacity="0.85" stroke="#666"/>')
        for leg, color in (("b", COLORS[1]), ("a", COLORS[0])):
            joints = [place(origin, hinges[leg + hinge]) for hinge in ("foot", "knee", "top")]
            parts.append(line(joints, color, 5, ' stroke-linecap="round"'))
            parts += [dot(x, y, "#333", 4) for x, y in joints]
        parts.append(text(origin - 20, 24, f"feet at {angle:.2f} rad: plate at {top:.3f} m"))
    write_svg(path, 320, "The linkage of Sarrus at three heights", parts)


CHAPTERS = {
    "1_pendulum": ("pendulum", draw_pendulum),
    "2_arm_from_file": ("arm_from_file", draw_arm),
    "3_door": ("door", draw_door),
    "4_closed_loops": ("sarrus_linkage", draw_linkage),
    "5_reach": ("reach", draw_reach),
    "6_accuracy": ("accuracy", draw_accuracy),
    "7_sweep": ("sweep", draw_sweep),
    "8_own_element": ("ligament", draw_ligament),
}


def columns_of(file):
    with open(file, encoding="utf-8", newline="") as opened:
        rows = list(csv.reader(opened))
    return {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}


def main():
    build = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "build" / "release"
    output = Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else ROOT / "docs" / "tutorial"
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for chapter, (program, draw) in CHAPTERS.items():
            table = Path(folder) / f"{program}.csv"
            subprocess.run([build / "bin" / f"tutorial_{program}", table], cwd=ROOT, check=True,
                           stdout=subprocess.DEVNULL)
            draw(columns_of(table), output / f"{chapter}.svg")


if __name__ == "__main__":
    main()
