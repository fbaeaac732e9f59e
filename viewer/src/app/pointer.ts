import { Plane, Vector3 } from 'three';
import { inversePoint, transformPoint } from '../motion/pose';
import type { Vector } from '../protocol/types';
import type { Owner } from '../world/part';
import { Picker } from '../world/picker';
import type { Viewer } from './viewer';

const CLICK_PIXELS = 4;
const HOVER_MILLISECONDS = 60;

/** The pointer in the scene: names what it is over, selects by a click, pulls bodies of a live simulation with Ctrl or Alt. */
export class Pointer {
  private readonly picker: Picker;
  private pressed: { x: number; y: number } | null = null;
  private pulled: { body: number; point: Vector; plane: Plane; target: Vector3 } | null = null;
  private hovered = 0;

  constructor(private readonly viewer: Viewer) {
    const { canvas, stage } = viewer.layout;
    this.picker = new Picker(canvas);
    stage.addEventListener('pointerdown', (event) => { if (event.target === canvas) this.down(event); }, { capture: true });
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerup', (event) => this.up(event));
    canvas.addEventListener('pointercancel', () => this.release());
    canvas.addEventListener('pointerleave', () => this.name(null, 0, 0));
    canvas.addEventListener('dblclick', () => { if (viewer.selection.owner) viewer.fit(viewer.selection.owner); });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  private down(event: PointerEvent): void {
    this.pressed = { x: event.clientX, y: event.clientY };
    this.viewer.rig.take();
    this.name(null, 0, 0);
    if (event.button === 0 && (event.ctrlKey || event.altKey)) this.startPulling(event);
  }

  private startPulling(event: PointerEvent): void {
    const shown = this.viewer.shown;
    if (!shown?.source.live) return;
    const hit = this.picker.pick(event.clientX, event.clientY, this.viewer.rig.camera, shown.world);
    const body = hit?.owner.kind === 'body' ? hit.owner.index : hit?.owner.kind === 'joint' ? hit.body : 0;
    if (!hit || body <= 0) return;
    event.stopPropagation();
    this.viewer.layout.canvas.setPointerCapture(event.pointerId);
    const normal = this.viewer.rig.camera.getWorldDirection(new Vector3());
    this.pulled = {
      body, point: inversePoint(shown.now.poses, 7 * body, hit.point.toArray()),
      plane: new Plane().setFromNormalAndCoplanarPoint(normal, hit.point), target: hit.point.clone(),
    };
    this.viewer.selection.select({ kind: 'body', index: body }, hit.point);
    this.viewer.beforeDrawing = () => this.showSpring();
    this.sendPull();
  }

  private move(event: PointerEvent): void {
    this.viewer.shown?.framing.wait();
    if (this.pulled) {
      this.picker.aim(event.clientX, event.clientY, this.viewer.rig.camera);
      this.picker.raycaster.ray.intersectPlane(this.pulled.plane, this.pulled.target);
      this.sendPull();
      return;
    }
    const now = performance.now();
    if (event.buttons !== 0 || !this.viewer.shown || now - this.hovered < HOVER_MILLISECONDS) return;
    this.hovered = now;
    const hit = this.picker.pick(event.clientX, event.clientY, this.viewer.rig.camera, this.viewer.shown.world);
    this.name(hit?.owner ?? null, event.clientX, event.clientY);
  }

  private up(event: PointerEvent): void {
    const { pressed, viewer } = this;
    this.pressed = null;
    if (this.pulled) return this.release();
    const still = pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < CLICK_PIXELS;
    if (!still || event.button !== 0 || !viewer.shown) return;
    const hit = this.picker.pick(event.clientX, event.clientY, viewer.rig.camera, viewer.shown.world);
    viewer.selection.select(hit?.owner ?? null, hit?.point);
  }

  private sendPull(): void {
    const { body, point, target } = this.pulled!;
    this.viewer.shown?.source.send({ type: 'drag', body, point, target: target.toArray() });
    this.viewer.redraw();
  }

  private showSpring(): void {
    const shown = this.viewer.shown, pulled = this.pulled;
    if (!shown || !pulled) return;
    const from = new Float32Array(3);
    transformPoint(shown.now.poses, 7 * pulled.body, pulled.point, from, 0);
    shown.world.showSpring(from, pulled.target.toArray());
  }

  private release(): void {
    if (!this.pulled) return;
    this.pulled = null;
    this.viewer.beforeDrawing = null;
    this.viewer.shown?.source.send({ type: 'release' });
    this.viewer.shown?.world.showSpring(null, []);
    this.viewer.redraw();
  }

  /** Shows the name of what the pointer is over. */
  private name(owner: Owner | null, x: number, y: number): void {
    const { tip, stage, canvas } = this.viewer.layout, scene = this.viewer.shown?.scene;
    this.viewer.selection.hover(owner);
    canvas.style.cursor = owner ? 'pointer' : '';
    tip.classList.toggle('on', owner !== null && scene !== undefined);
    if (!owner || !scene) return;
    const lists = { body: scene.bodies, joint: scene.joints, constraint: scene.constraints, force: scene.forces, arrow: scene.arrows };
    const entry = lists[owner.kind][owner.index]!;
    const box = stage.getBoundingClientRect();
    tip.textContent = `${entry.name}  ·  ${'type' in entry && entry.type ? entry.type : 'group' in entry ? entry.group : owner.kind}`;
    tip.style.transform = `translate(${Math.round(Math.min(x - box.left + 14, box.width - 200))}px, ${Math.round(y - box.top + 16)}px)`;
  }
}
