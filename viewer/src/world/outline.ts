import { BackSide, Color, DynamicDrawUsage, Group, InstancedMesh, ShaderMaterial, Vector2 } from 'three';
import type { GeometryLibrary } from './geometry_library';
import type { Owner } from './part';
import type { PartField } from './part_field';

/** Draws the back faces of the selected parts a few pixels wider, so that an edge shows about them. */
const VERTEX = `
  uniform vec2 pixels;
  uniform float width;
  uniform float centered;
  void main() {
    mat4 m = modelViewMatrix * instanceMatrix;
    vec3 outward = centered > 0.5 ? position : normal;
    vec4 place = projectionMatrix * m * vec4(position, 1.0);
    vec3 scales = vec3(dot(instanceMatrix[0].xyz, instanceMatrix[0].xyz), dot(instanceMatrix[1].xyz, instanceMatrix[1].xyz),
                       dot(instanceMatrix[2].xyz, instanceMatrix[2].xyz));
    vec3 n = mat3(m) * (centered > 0.5 ? sign(outward) * sqrt(abs(outward)) / sqrt(max(scales, 1e-30)) : outward / max(scales, 1e-30));
    vec2 direction = (projectionMatrix * vec4(n, 0.0)).xy;
    float size = length(direction);
    if (size > 0.0) place.xy += 2.0 * width * direction / size * place.w / pixels;
    gl_Position = place;
  }`;
const FRAGMENT = `
  uniform vec3 color;
  void main() { gl_FragColor = vec4(color, 1.0); }`;

export class Outline {
  readonly group = new Group();
  private readonly color = { value: new Color(0x2f81f7) };
  private readonly pixels = { value: new Vector2(1, 1) };
  private owner: Owner | null = null;
  private readonly meshes: { mesh: InstancedMesh; key: string }[] = [];

  constructor(private readonly field: PartField, private readonly library: GeometryLibrary) {}

  /** Colors are those of the screen: the shader writes them as they are. */
  setColor(color: number): void { this.color.value.setHex(color, 'srgb-linear'); }
  setPixels(width: number, height: number): void { this.pixels.value.set(width, height); }

  select(owner: Owner | null): void {
    this.clear();
    this.owner = owner;
    if (!owner) return;
    const counts = new Map<string, { count: number; make: () => import('three').BufferGeometry }>();
    this.field.partsOf(owner, (part) => {
      const entry = counts.get(part.key) ?? { count: 0, make: part.make };
      entry.count += 1;
      counts.set(part.key, entry);
    });
    for (const [key, { count, make }] of counts) {
      const centered = key === 'box' || key === 'sphere' || key === 'cylinder' || key === 'cone';
      const material = new ShaderMaterial({
        vertexShader: VERTEX, fragmentShader: FRAGMENT, side: BackSide,
        uniforms: { color: this.color, pixels: this.pixels, width: { value: 2.5 }, centered: { value: centered ? 1 : 0 } },
      });
      const mesh = new InstancedMesh(this.library.get({ key, make }), material, count);
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.frustumCulled = false;
      this.meshes.push({ mesh, key });
      this.group.add(mesh);
    }
  }

  /** Follows the parts. */
  update(): void {
    if (!this.owner) return;
    const used = this.meshes.map(() => 0);
    this.field.partsOf(this.owner, (part, matrix, at) => {
      const m = this.meshes.findIndex(({ key }) => key === part.key);
      if (m < 0 || used[m]! >= this.meshes[m]!.mesh.instanceMatrix.count) return;
      (this.meshes[m]!.mesh.instanceMatrix.array as Float32Array).set(matrix.subarray(at, at + 16), 16 * used[m]!++);
    });
    this.meshes.forEach(({ mesh }, m) => {
      mesh.count = used[m]!;
      mesh.instanceMatrix.needsUpdate = true;
    });
  }

  private clear(): void {
    for (const { mesh } of this.meshes) {
      this.group.remove(mesh);
      (mesh.material as ShaderMaterial).dispose();
      mesh.dispose();
    }
    this.meshes.length = 0;
  }

  dispose(): void { this.clear(); }
}
