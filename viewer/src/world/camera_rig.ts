import { OrthographicCamera, PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { ViewName } from '../protocol/address';
import { placeCamera, type CameraPlace } from './framing';

const FIELD_OF_VIEW = 32;
/** From where each view looks, in axes with z up. */
const DIRECTIONS: Readonly<Record<ViewName, [number, number, number]>> = {
  iso: [0.62, -1, 0.44], front: [0, -1, 0], side: [1, 0, 0], top: [0, -1e-4, 1],
};
const DURATION = 0.35;
/** The controls compute the place of the camera anew each time: less than this part of its distance is no movement. */
const ROUNDING = 1e-12;
/** What is framed is not seen larger than something of this part of the scene's size. */
const SMALLEST = 0.03;

/** The camera: orbit, pan and zoom by hand, standard views, following a body, in perspective or without. */
export class CameraRig {
  orthographic = false;
  /** A point that the camera keeps its distance from; null where it follows nothing. */
  private followed: Vector3 | null = null;
  private readonly perspective = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.01, 1000);
  private readonly parallel = new OrthographicCamera(-1, 1, 1, -1, 0.01, 1000);
  private controls: OrbitControls;
  private readonly up = new Vector3(0, 0, 1);
  private size = 1;
  private aspect = 1;
  private flight: { from: Vector3; fromTarget: Vector3; to: Vector3; target: Vector3; s: number } | null = null;
  animate = true;
  /** Called when the user takes the camera. */
  onTaken: () => void = () => {};
  /** What the camera was set to see, until the user takes it: also when the window changes. */
  private framed: { points: readonly Vector3[]; direction: Vector3 } | null = null;

  constructor(private readonly element: HTMLElement) {
    this.controls = this.makeControls();
  }

  get camera(): PerspectiveCamera | OrthographicCamera { return this.orthographic ? this.parallel : this.perspective; }
  get target(): Vector3 { return this.controls.target; }

  private makeControls(): OrbitControls {
    this.perspective.up.copy(this.up);
    this.parallel.up.copy(this.up);
    const controls = new OrbitControls(this.perspective, this.element);
    controls.enableDamping = true;
    controls.dampingFactor = 0.18;
    controls.zoomToCursor = true;
    controls.addEventListener('start', () => this.take());
    return controls;
  }

  /** Begins with a scene of this size and direction up. */
  place(up: Vector3, size: number): void {
    this.up.copy(up);
    this.size = size;
    this.followed = this.framed = null;
    this.controls.dispose();
    this.controls = this.makeControls();
    this.controls.minDistance = 0.02 * size;
    this.controls.maxDistance = 60 * size;
  }

  resize(width: number, height: number): void {
    this.aspect = width / Math.max(1, height);
    this.perspective.aspect = this.aspect;
    this.perspective.updateProjectionMatrix();
    if (!this.framed) return;
    const { position, target } = this.placeFor(this.framed);
    this.jump(position, target);
  }

  /** Looks at points from the side of a view, or from where the camera is, so that all of them are seen. */
  fit(points: readonly Vector3[], view: ViewName | null): void {
    const direction = view ? this.direction(view) : this.perspective.position.clone().sub(this.target).normalize();
    if (!(direction.lengthSq() > 0.5)) direction.copy(this.direction('iso'));
    this.framed = { points: points.length > 0 ? points : [new Vector3()], direction };
    const { position, target } = this.placeFor(this.framed);
    this.fly(position, target);
  }

  private placeFor({ points, direction }: NonNullable<CameraRig['framed']>): CameraPlace {
    const tangent = Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
    return placeCamera(points, { direction, up: this.up, tangent, aspect: this.aspect }, (SMALLEST * this.size) / tangent);
  }

  /** From now on the camera is the user's, and stays where it is. */
  take(): void {
    this.flight = this.framed = null;
    this.onTaken();
  }

  /** Turns to a standard view, at the same distance from the same point. */
  view(name: ViewName): void {
    this.take();
    const distance = this.perspective.position.distanceTo(this.target);
    this.fly(this.target.clone().addScaledVector(this.direction(name), distance), this.target.clone());
  }

  set(position: Vector3, target: Vector3): void {
    this.framed = null;
    this.jump(position, target);
  }

  private jump(position: Vector3, target: Vector3): void {
    this.flight = null;
    this.perspective.position.copy(position);
    this.target.copy(target);
    this.controls.update();
  }

  private direction(name: ViewName): Vector3 {
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), this.up);
    return new Vector3(...DIRECTIONS[name]).normalize().applyQuaternion(turn);
  }

  private fly(to: Vector3, target: Vector3): void {
    if (!this.animate) return this.jump(to, target);
    this.flight = { from: this.perspective.position.clone(), fromTarget: this.target.clone(), to, target: target.clone(), s: 0 };
  }

  follow(point: Vector3 | null): void {
    this.followed = point ? point.clone() : null;
    this.framed = null;
    this.onTaken();
  }

  /** Moves on by dt seconds; `point` is where the followed body is now. */
  update(dt: number, point: Vector3 | null): void {
    if (this.followed && point && Number.isFinite(point.x + point.y + point.z)) {
      const moved = point.clone().sub(this.followed);
      this.perspective.position.add(moved);
      this.target.add(moved);
      this.flight?.to.add(moved);
      this.flight?.target.add(moved);
      this.followed.copy(point);
    }
    if (this.flight) this.advanceFlight(this.flight, dt);
    const before = this.perspective.position.clone();
    this.controls.update();
    const distance = this.perspective.position.distanceTo(this.target);
    if (this.perspective.position.distanceTo(before) < ROUNDING * distance) this.perspective.position.copy(before);
    this.perspective.near = Math.max(0.002 * this.size, 0.01 * distance);
    this.perspective.far = distance + 80 * this.size;
    this.perspective.updateProjectionMatrix();
    if (this.orthographic) this.copyToParallel(distance);
  }

  private advanceFlight(flight: NonNullable<CameraRig['flight']>, dt: number): void {
    flight.s = Math.min(1, flight.s + dt / DURATION);
    const s = flight.s * flight.s * (3 - 2 * flight.s);
    this.target.lerpVectors(flight.fromTarget, flight.target, s);
    const from = flight.from.clone().sub(flight.fromTarget), to = flight.to.clone().sub(flight.target);
    const length = from.length() + s * (to.length() - from.length());
    const direction = from.normalize().lerp(to.normalize(), s);
    if (direction.lengthSq() < 1e-6) direction.copy(to);
    this.perspective.position.copy(this.target).addScaledVector(direction.normalize(), length);
    if (flight.s === 1) this.flight = null;
  }

  /** The parallel camera sees at the target what the other one sees. */
  private copyToParallel(distance: number): void {
    const half = distance * Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
    const camera = this.parallel;
    camera.position.copy(this.perspective.position).addScaledVector(this.perspective.position.clone().sub(this.target).normalize(), 20 * this.size);
    camera.quaternion.copy(this.perspective.quaternion);
    camera.top = half;
    camera.bottom = -half;
    camera.left = -half * this.aspect;
    camera.right = half * this.aspect;
    camera.near = 0.01 * this.size;
    camera.far = distance + 100 * this.size;
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }
}
