import { DirectionalLight, Group, HemisphereLight, Quaternion, Vector3 } from 'three';
import type { StageColors } from './stage_colors';

/** Light of the sky and of the sun, whose shadows are framed about what moves. */
export class Lights {
  readonly group = new Group();
  private readonly sky = new HemisphereLight(0xffffff, 0x888888, 1.5);
  private readonly sun = new DirectionalLight(0xfff4e2, 2);
  private readonly fill = new DirectionalLight(0xdfe8ff, 0.5);
  private readonly direction = new Vector3();
  private distance = 1;
  private readonly center = new Vector3(Infinity, 0, 0);

  constructor() {
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.radius = 6;
    this.group.add(this.sky, this.sun, this.sun.target, this.fill, this.fill.target);
  }

  setColors(colors: StageColors): void {
    this.sky.color.setHex(colors.skyLight);
    this.sky.groundColor.setHex(colors.groundLight);
    this.sky.intensity = colors.ambient;
    this.sun.intensity = colors.sun;
    this.fill.intensity = 0.25 * colors.sun;
  }

  set shadows(on: boolean) { this.sun.castShadow = on; }

  /** Sets the lights up for a scene of this size (a radius). */
  place(up: Vector3, size: number): void {
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), up);
    this.direction.set(0.42, -0.62, 1.15).normalize().applyQuaternion(turn);
    this.sky.position.copy(up);
    this.fill.position.set(-0.7, 0.5, 0.25).applyQuaternion(turn);
    this.distance = 6 * size;
    const camera = this.sun.shadow.camera, half = 1.9 * size;
    camera.left = camera.bottom = -half;
    camera.right = camera.top = half;
    camera.near = 0.5 * size;
    camera.far = 14 * size;
    camera.updateProjectionMatrix();
    this.sun.shadow.normalBias = 0.004 * size;
    this.sun.shadow.bias = -0.0004;
    this.center.set(Infinity, 0, 0);
    this.frame(new Vector3(), size);
  }

  /** Moves the shadows' frame to what moves, in steps, so that their edges do not crawl. */
  frame(center: Vector3, size: number): void {
    if (this.center.distanceTo(center) < 0.35 * size) return;
    this.center.copy(center);
    this.sun.target.position.copy(center);
    this.sun.position.copy(center).addScaledVector(this.direction, this.distance);
  }
}
