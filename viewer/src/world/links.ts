import { Color, Group, Matrix4 } from 'three';
import { transformPoint } from '../motion/pose';
import type { Snapshot } from '../motion/sample';
import type { End, Scene } from '../protocol/types';
import { jointRadius } from './joint_parts';
import { scaleMatrix } from './matrices';
import { errorColor, fromOklch } from './palette';
import { sameOwner, type Owner, type Part } from './part';
import { Segments } from './segments';
import { SPHERE } from './unit_shapes';

const TURNS = 7, POINTS_PER_TURN = 10;
const FORCE_COLOR = fromOklch(0.72, 0.09, 70);

/** Spheres at the ends of constraints, a little larger than the rods that they hold together. */
export function constraintParts(scene: Scene): Part[] {
  const r = 1.2 * jointRadius(scene);
  return scene.constraints.flatMap((constraint, index) => constraint.ends.map(({ body, point }): Part => ({
    ...SPHERE, body, local: new Matrix4().makeTranslation(...point).multiply(scaleMatrix(r, r, r)),
    color: fromOklch(0.68, 0.16, 155), opacity: 1, layer: 'constraint', owner: { kind: 'constraint', index },
  })));
}

/** Lines between the ends of constraints, colored by error, and of forces, springs as coils. */
export class Links {
  readonly group = new Group();
  showConstraints = true;
  showForces = true;
  private readonly constraints = new Segments(2.5);
  private readonly forces = new Segments(2);
  /** A broad band along the selected line. */
  private readonly band = new Segments(8, { opacity: 0.45 });
  private readonly bandColor = new Color();
  private selected: Owner | null = null;
  private readonly color = new Color();
  /** Ends of all lines in the world with their owners, for picking. */
  readonly picked: { owner: Owner; line: Float32Array }[] = [];

  constructor(private readonly scene: Scene) {
    this.group.add(this.constraints.object, this.forces.object, this.band.object);
    const lines = (kind: 'constraint' | 'force', list: readonly { ends: End[] }[]): void =>
      list.forEach(({ ends }, index) => {
        if (ends.length > 1) this.picked.push({ owner: { kind, index }, line: new Float32Array(3 * ends.length) });
      });
    lines('constraint', scene.constraints);
    lines('force', scene.forces);
  }

  select(owner: Owner | null): void { this.selected = owner; }
  setSelectionColor(color: number): void { this.bandColor.setHex(color); }

  update(snapshot: Snapshot): void {
    this.band.begin(8);
    const room = (list: readonly { ends: End[] }[], each: number): number => list.reduce((sum, entry) => sum + each * entry.ends.length, 0);
    this.constraints.begin(room(this.scene.constraints, 1));
    this.forces.begin(room(this.scene.forces, TURNS * POINTS_PER_TURN + 2));
    for (const { owner, line } of this.picked) {
      const { ends, type } = (owner.kind === 'constraint' ? this.scene.constraints : this.scene.forces)[owner.index]!;
      ends.forEach((end, i) => transformPoint(snapshot.poses, 7 * end.body, end.point, line, 3 * i));
      if (!line.every(Number.isFinite)) continue;
      if (owner.kind === 'constraint') this.drawConstraint(owner.index, line, snapshot.signals);
      else this.drawForce(type, line);
      if (!sameOwner(owner, this.selected)) continue;
      for (let k = 3; k < line.length; k += 3) this.band.add(line, k - 3, line, k, this.bandColor);
    }
    this.band.end();
    this.constraints.end();
    this.forces.end();
    this.constraints.object.visible &&= this.showConstraints;
    this.forces.object.visible &&= this.showForces;
  }

  private drawConstraint(index: number, line: Float32Array, signals: Float32Array): void {
    let error = 0;
    for (const signal of this.scene.constraints[index]!.errors) error = Math.max(error, Math.abs(signals[signal]!));
    errorColor(error, this.color);
    for (let k = 3; k < line.length; k += 3) this.constraints.add(line, k - 3, line, k, this.color);
  }

  private drawForce(type: string, line: Float32Array): void {
    for (let k = 3; k < line.length; k += 3) {
      if (/spring|bushing/i.test(type)) this.coil(line, k - 3, k);
      else this.forces.add(line, k - 3, line, k, FORCE_COLOR);
    }
  }

  /** A coil about the line from a to b, straight at both ends. */
  private coil(line: Float32Array, a: number, b: number): void {
    const d = [0, 1, 2].map((k) => line[b + k]! - line[a + k]!);
    const length = Math.hypot(d[0]!, d[1]!, d[2]!);
    if (!(length > 0)) return;
    const u = perpendicular(d[0]! / length, d[1]! / length, d[2]! / length);
    const v = [(d[1]! * u[2]! - d[2]! * u[1]!) / length, (d[2]! * u[0]! - d[0]! * u[2]!) / length, (d[0]! * u[1]! - d[1]! * u[0]!) / length];
    const radius = 0.018 * this.scene.size, steps = TURNS * POINTS_PER_TURN;
    const last = new Float32Array(3), next = new Float32Array(3);
    for (let i = 0; i <= steps + 1; ++i) {
      const s = i === 0 ? 0 : i === steps + 1 ? 1 : 0.12 + (0.76 * i) / steps;
      const angle = (2 * Math.PI * i) / POINTS_PER_TURN, r = i === 0 || i === steps + 1 ? 0 : radius;
      for (let k = 0; k < 3; ++k) next[k] = line[a + k]! + s * d[k]! + r * (Math.cos(angle) * u[k]! + Math.sin(angle) * v[k]!);
      if (i > 0) this.forces.add(last, 0, next, 0, FORCE_COLOR);
      last.set(next);
    }
  }

  dispose(): void {
    this.constraints.dispose();
    this.forces.dispose();
    this.band.dispose();
  }
}

function perpendicular(x: number, y: number, z: number): number[] {
  const other = Math.abs(x) < 0.7 ? [1, 0, 0] : [0, 1, 0];
  const c = [y * other[2]! - z * other[1]!, z * other[0]! - x * other[2]!, x * other[1]! - y * other[0]!];
  const norm = Math.hypot(c[0]!, c[1]!, c[2]!);
  return c.map((value) => value / norm);
}
