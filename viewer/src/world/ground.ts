import { Color, Group, Mesh, PlaneGeometry, Quaternion, ShaderMaterial, ShadowMaterial, Vector2, Vector3 } from 'three';
import { gridStep } from './nice_step';
import type { StageColors } from './stage_colors';

const VERTEX = `
  varying vec2 place;
  uniform float radius;
  void main() {
    place = position.xy * radius;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position.xy * radius, 0.0, 1.0);
  }`;

// Lines one pixel wide at every step, stronger at every fifth, faded where they would be closer than a few pixels and far away.
const FRAGMENT = `
  uniform float radius;
  uniform float step;
  uniform vec2 center;
  uniform vec3 floorColor;
  uniform vec3 lineColor;
  uniform float lines;
  varying vec2 place;
  float grid(vec2 p, float s) {
    vec2 q = p / s;
    vec2 w = max(fwidth(q), 1e-6);
    vec2 d = abs(fract(q - 0.5) - 0.5) / w;
    float line = 1.0 - min(min(d.x, d.y), 1.0);
    return line * (1.0 - smoothstep(0.15, 0.5, max(w.x, w.y)));
  }
  void main() {
    float far = length(place) / radius;
    float fade = 1.0 - smoothstep(0.12, 1.0, far);
    vec2 p = place + center;
    float line = max(0.2 * grid(p, step), 0.42 * grid(p, 5.0 * step)) * lines;
    float alpha = gl_FrontFacing ? 0.92 : 0.25;
    gl_FragColor = vec4(mix(floorColor, lineColor, line), fade * max(alpha, line));
  }`;

/** The ground: a disk that fades into the horizon, with a grid in steps of 1, 2 or 5 and the shadows. */
export class Ground {
  readonly group = new Group();
  step = 1;
  private readonly uniforms = {
    radius: { value: 1 }, step: { value: 1 }, center: { value: new Vector2() }, floorColor: { value: new Color() },
    lineColor: { value: new Color() }, lines: { value: 1 },
  };
  private readonly shadows: Mesh<PlaneGeometry, ShadowMaterial>;

  constructor() {
    const material = new ShaderMaterial({
      vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms: this.uniforms, transparent: true, depthWrite: false, side: 2,
      polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 2,
    });
    const floor = new Mesh(new PlaneGeometry(2, 2), material);
    floor.frustumCulled = false;
    floor.renderOrder = -50;
    this.shadows = new Mesh(new PlaneGeometry(2, 2), new ShadowMaterial({
      opacity: 0.3, depthWrite: false, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
    }));
    this.shadows.receiveShadow = true;
    this.shadows.renderOrder = -40;
    this.group.add(floor, this.shadows);
  }

  setColors(colors: StageColors): void {
    this.uniforms.floorColor.value.setHex(colors.ground, 'srgb-linear');
    this.uniforms.lineColor.value.setHex(colors.line, 'srgb-linear');
    this.shadows.material.opacity = colors.shadow;
  }

  set grid(on: boolean) { this.uniforms.lines.value = on ? 1 : 0; }

  /** Places the ground for a scene of this size (a radius), at a height along `up`. */
  place(up: Vector3, height: number, size: number): void {
    this.step = gridStep(size);
    this.uniforms.step.value = this.step;
    this.uniforms.radius.value = 13 * size;
    this.shadows.scale.setScalar(6 * size);
    this.group.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), up));
    this.group.position.copy(up).multiplyScalar(height);
  }

  /** Keeps the ground under a point that moves far. */
  follow(point: Vector3, up: Vector3): void {
    const height = this.group.position.dot(up);
    this.group.position.copy(point).addScaledVector(up, height - point.dot(up));
    const inGround = this.group.position.clone().applyQuaternion(this.group.quaternion.clone().invert());
    this.uniforms.center.value.set(inGround.x, inGround.y);
  }
}
