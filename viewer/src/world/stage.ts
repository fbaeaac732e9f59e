import { PCFShadowMap, Scene as ThreeScene, SRGBColorSpace, Vector2, Vector3, WebGLRenderer, type Camera } from 'three';
import type { Theme } from '../protocol/address';
import { exampleParts } from './example_parts';
import { Ground } from './ground';
import { Lights } from './lights';
import { Sky } from './sky';
import { STAGE_COLORS } from './stage_colors';

/** What every scene is shown on: canvas, sky, ground and light. */
export class Stage {
  readonly renderer: WebGLRenderer;
  readonly scene = new ThreeScene();
  readonly ground = new Ground();
  readonly lights = new Lights();
  private readonly sky = new Sky();
  private readonly examples = exampleParts();
  readonly up = new Vector3(0, 0, 1);

  constructor(readonly canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: false, powerPreference: 'high-performance' });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
    this.renderer.debug.checkShaderErrors = false; // each question about a shader waits until it is compiled
    this.scene.add(this.sky.mesh, this.ground.group, this.lights.group);
  }

  /** Has the browser compile the shaders of almost every picture. It does so beside this program, which reads the scene meanwhile. */
  prepare(camera: Camera): void {
    this.renderer.compile(this.scene, camera);
    this.renderer.compile(this.examples.seen, camera, this.scene);
    this.renderer.setRenderTarget(this.examples.target);
    this.renderer.compile(this.examples.casting, camera, this.scene);
    this.renderer.setRenderTarget(null);
  }

  setTheme(theme: Theme): void {
    const colors = STAGE_COLORS[theme];
    this.sky.setColors(colors);
    this.ground.setColors(colors);
    this.lights.setColors(colors);
  }

  place(up: Vector3, height: number, size: number): void {
    this.up.copy(up);
    this.sky.setUp(up);
    this.ground.place(up, height, size);
    this.lights.place(up, size);
  }

  /** True where the size is another one. Setting the same again would clear the picture. */
  resize(width: number, height: number): boolean {
    const size = this.renderer.getSize(new Vector2());
    if (size.x === width && size.y === height) return false;
    this.renderer.setSize(width, height, false);
    return true;
  }

  render(camera: Camera): void { this.renderer.render(this.scene, camera); }
}
