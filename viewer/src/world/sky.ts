import { Color, Matrix4, Mesh, PlaneGeometry, ShaderMaterial, Vector3, type Camera } from 'three';
import type { StageColors } from './stage_colors';

const VERTEX = `
  varying vec2 screen;
  void main() { screen = position.xy; gl_Position = vec4(position.xy, 1.0, 1.0); }`;

// Height of the line of sight over the horizon decides the color. Lines of sight of an orthographic camera are parallel; theirs
// are spread a little, so that its background is not of one color.
const FRAGMENT = `
  uniform mat4 unproject;
  uniform mat4 toWorld;
  uniform vec3 up;
  uniform vec3 zenith;
  uniform vec3 horizon;
  uniform vec3 floorColor;
  uniform float parallel;
  varying vec2 screen;
  // Between two of the screen's 256 shades: 0 2 over 3 1, in quarters. A regular pattern keeps pictures small.
  float dither(vec2 p) {
    vec2 q = mod(floor(p), 2.0);
    return 0.25 * (q.y < 0.5 ? 2.0 * q.x : 3.0 - 2.0 * q.x) - 0.375;
  }
  void main() {
    vec4 p = unproject * vec4(screen, 1.0, 1.0);
    vec3 sight = parallel > 0.5 ? vec3(0.45 * screen, -1.0) : p.xyz / p.w;
    float height = dot(normalize(mat3(toWorld) * sight), up);
    vec3 color = height > 0.0 ? mix(horizon, zenith, smoothstep(0.0, 0.75, height)) : mix(horizon, floorColor, smoothstep(0.0, 0.3, -height));
    gl_FragColor = vec4(color + dither(gl_FragCoord.xy) / 255.0, 1.0);
  }`;

/** A background that goes from the horizon's color to the zenith's. */
export class Sky {
  readonly mesh: Mesh;
  private readonly uniforms = {
    unproject: { value: new Matrix4() }, toWorld: { value: new Matrix4() }, up: { value: new Vector3(0, 0, 1) },
    zenith: { value: new Color() }, horizon: { value: new Color() }, floorColor: { value: new Color() }, parallel: { value: 0 },
  };

  constructor() {
    const material = new ShaderMaterial({
      vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms: this.uniforms, depthTest: false, depthWrite: false,
    });
    this.mesh = new Mesh(new PlaneGeometry(2, 2), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -100;
    this.mesh.onBeforeRender = (_renderer, _scene, camera: Camera) => {
      this.uniforms.unproject.value.copy(camera.projectionMatrixInverse);
      this.uniforms.toWorld.value.copy(camera.matrixWorld);
      this.uniforms.parallel.value = 'isOrthographicCamera' in camera ? 1 : 0;
    };
  }

  setUp(up: Vector3): void { this.uniforms.up.value.copy(up); }

  setColors(colors: StageColors): void {
    this.uniforms.zenith.value.setHex(colors.zenith, 'srgb-linear');
    this.uniforms.horizon.value.setHex(colors.horizon, 'srgb-linear');
    this.uniforms.floorColor.value.setHex(colors.ground, 'srgb-linear');
  }
}
