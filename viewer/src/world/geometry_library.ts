import type { BufferGeometry } from 'three';
import type { NamedGeometry } from './unit_shapes';

/** Geometries made once for each name. */
export class GeometryLibrary {
  private readonly made = new Map<string, BufferGeometry>();

  get(geometry: NamedGeometry): BufferGeometry {
    let found = this.made.get(geometry.key);
    if (!found) {
      found = geometry.make();
      this.made.set(geometry.key, found);
    }
    return found;
  }

  dispose(): void {
    for (const geometry of this.made.values()) geometry.dispose();
    this.made.clear();
  }
}
