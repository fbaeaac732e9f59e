import { CanvasTexture, Group, Matrix4, Sprite, SpriteMaterial, type Object3D } from 'three';
import { Line2 } from 'three/examples/jsm/lines/Line2.js';
import { LineGeometry } from 'three/examples/jsm/lines/LineGeometry.js';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import type { Scene, Visual } from '../protocol/types';
import { poseMatrix } from './matrices';
import { bodyColor, fromSrgb } from './palette';

/** Lines and texts, each of its own and moving with a body. */
export class Attached {
  readonly group = new Group();
  private readonly entries: { object: Object3D; body: number; local: Matrix4 }[] = [];

  constructor(scene: Scene) {
    for (const visual of scene.visuals) {
      const object = makeObject(visual);
      if (!object) continue;
      object.matrixAutoUpdate = false;
      this.entries.push({ object, body: visual.body, local: localMatrix(visual) });
      this.group.add(object);
    }
  }

  update(matrices: Float32Array, shown: Uint8Array): void {
    for (const { object, body, local } of this.entries) {
      object.visible = shown[body] === 1 && matrices[16 * body + 15] === 1;
      object.matrix.fromArray(matrices, 16 * body).multiply(local);
      object.matrixWorldNeedsUpdate = true;
    }
  }

  dispose(): void {
    for (const { object } of this.entries) {
      if (object instanceof Line2) {
        object.geometry.dispose();
        object.material.dispose();
      }
      if (object instanceof Sprite) {
        object.material.map?.dispose();
        object.material.dispose();
      }
    }
  }
}

function makeObject(visual: Visual): Object3D | null {
  const color = visual.color ? fromSrgb(visual.color) : bodyColor(visual.body);
  if (visual.shape.type === 'line' && visual.shape.points.length > 1) {
    const geometry = new LineGeometry();
    geometry.setPositions(visual.shape.points.flat());
    const material = new LineMaterial({ color: color.getHex(), linewidth: Math.max(1, visual.shape.width), transparent: visual.opacity < 1, opacity: visual.opacity });
    return new Line2(geometry, material);
  }
  if (visual.shape.type === 'text' && visual.shape.text !== '') return makeText(visual.shape.text, `#${color.getHexString()}`);
  return null;
}

function localMatrix(visual: Visual): Matrix4 {
  const matrix = poseMatrix(visual.pose);
  if (visual.shape.type !== 'text') return matrix;
  const height = 1.4 * visual.shape.height;
  return matrix.multiply(new Matrix4().makeScale(height * textAspect(visual.shape.text), height, 1));
}

const FONT = '600 48px system-ui, sans-serif';

function measure(text: string): number {
  const context = document.createElement('canvas').getContext('2d')!;
  context.font = FONT;
  return Math.ceil(context.measureText(text).width) + 16;
}

function textAspect(text: string): number { return measure(text) / 68; }

/** A text that always faces the camera. */
function makeText(text: string, color: string): Sprite {
  const canvas = document.createElement('canvas');
  canvas.width = measure(text);
  canvas.height = 68;
  const context = canvas.getContext('2d')!;
  context.font = FONT;
  context.fillStyle = color;
  context.textBaseline = 'middle';
  context.fillText(text, 8, 36);
  return new Sprite(new SpriteMaterial({ map: new CanvasTexture(canvas), transparent: true, depthWrite: false }));
}
