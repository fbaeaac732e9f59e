import { Raycaster, Vector2, Vector3, type Camera } from 'three';
import type { Owner } from './part';
import type { Hit } from './part_field';
import type { World } from './world';

/** Lines are hit within so many pixels. */
const NEAR_PIXELS = 6;

/** Finds what is under the pointer. */
export class Picker {
  readonly raycaster = new Raycaster();

  constructor(private readonly element: HTMLElement) {}

  /** Sets the ray through a place on the screen. */
  aim(x: number, y: number, camera: Camera): void {
    const box = this.element.getBoundingClientRect();
    const pointer = new Vector2(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2);
    this.raycaster.setFromCamera(pointer, camera);
  }

  pick(x: number, y: number, camera: Camera, world: World): Hit | null {
    this.aim(x, y, camera);
    const part = world.field.pick(this.raycaster), arrow = world.arrows.pick(this.raycaster);
    const solid = !part || (arrow && arrow.distance < part.distance) ? arrow : part;
    if (solid && solid.owner.kind !== 'body') return solid;
    const line = this.pickLine(x, y, camera, world);
    return line && (!solid || line.distance < solid.distance) ? line : solid;
  }

  /** The line nearest to the pointer, where one is near. */
  private pickLine(x: number, y: number, camera: Camera, world: World): Hit | null {
    const box = this.element.getBoundingClientRect();
    const project = (line: Float32Array, at: number): Vector3 => {
      const p = new Vector3().fromArray(line, at).project(camera);
      return new Vector3(box.left + ((p.x + 1) / 2) * box.width, box.top + ((1 - p.y) / 2) * box.height, p.z);
    };
    let best = NEAR_PIXELS, found: { owner: Owner; point: Vector3 } | null = null;
    for (const { owner, line } of world.links.picked) {
      if (owner.kind === 'constraint' ? !world.links.showConstraints : !world.links.showForces) continue;
      for (let k = 3; k < line.length; k += 3) {
        const { distance, s } = nearest(x, y, project(line, k - 3), project(line, k));
        if (distance >= best) continue;
        best = distance;
        found = { owner, point: new Vector3().fromArray(line, k - 3).lerp(new Vector3().fromArray(line, k), s) };
      }
    }
    return found && { ...found, distance: this.raycaster.ray.origin.distanceTo(found.point), body: 0 };
  }
}

/** Distance on the screen from a place to the line from a to b, and where on it: 0 at a, 1 at b. */
function nearest(x: number, y: number, a: Vector3, b: Vector3): { distance: number; s: number } {
  if (!(Math.abs(a.z) <= 1 && Math.abs(b.z) <= 1)) return { distance: Infinity, s: 0 };
  const dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
  const s = length > 0 ? Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / length)) : 0;
  return { distance: Math.hypot(x - a.x - s * dx, y - a.y - s * dy), s };
}
