import { Color, DynamicDrawUsage, InstancedInterleavedBuffer, InterleavedBufferAttribute } from 'three';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js';

/** Straight lines of a width in pixels, a color for each, that may change with every frame. */
export class Segments {
  readonly object: LineSegments2;
  private points: Float32Array;
  private colors: Float32Array;
  private room = 0;
  private used = 0;

  /** Lines on top are drawn last, with what is transparent, over everything else. */
  constructor(width: number, options: { opacity?: number; onTop?: boolean } = {}) {
    const opacity = options.opacity ?? 1;
    const material = new LineMaterial({
      linewidth: width, vertexColors: true, transparent: opacity < 1 || options.onTop === true, opacity, depthTest: !options.onTop,
    });
    this.object = new LineSegments2(new LineSegmentsGeometry(), material);
    this.object.frustumCulled = false;
    if (options.onTop) this.object.renderOrder = 10;
    this.points = this.colors = new Float32Array(0);
    this.begin(0);
  }

  /** Begins anew, with room for so many lines. */
  begin(count: number): void {
    this.used = 0;
    if (count <= this.room && this.room > 0) return;
    this.room = Math.max(4, count);
    this.points = new Float32Array(6 * this.room);
    this.colors = new Float32Array(6 * this.room);
    const geometry = new LineSegmentsGeometry();
    for (const [values, first, second] of [[this.points, 'instanceStart', 'instanceEnd'],
      [this.colors, 'instanceColorStart', 'instanceColorEnd']] as const) {
      const buffer = new InstancedInterleavedBuffer(values, 6, 1).setUsage(DynamicDrawUsage);
      geometry.setAttribute(first, new InterleavedBufferAttribute(buffer, 3, 0));
      geometry.setAttribute(second, new InterleavedBufferAttribute(buffer, 3, 3));
    }
    this.object.geometry.dispose();
    this.object.geometry = geometry;
  }

  add(from: ArrayLike<number>, a: number, to: ArrayLike<number>, b: number, color: Color): void {
    if (this.used >= this.room) return;
    const at = 6 * this.used++;
    for (let k = 0; k < 3; ++k) {
      this.points[at + k] = from[a + k]!;
      this.points[at + 3 + k] = to[b + k]!;
    }
    color.toArray(this.colors, at);
    color.toArray(this.colors, at + 3);
  }

  /** Ends what `begin` began: the lines added since are drawn. */
  end(): void {
    const geometry = this.object.geometry;
    geometry.instanceCount = this.used;
    this.object.visible = this.used > 0;
    for (const name of ['instanceStart', 'instanceColorStart']) {
      (geometry.getAttribute(name) as InterleavedBufferAttribute).data.needsUpdate = true;
    }
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}
