import { PCFShadowMap, Scene as ThreeScene, SRGBColorSpace, Vector3, WebGLRenderer, type Camera } from 'three';
import type { Theme } from '../protocol/address';
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
  readonly up = new Vector3(0, 0, 1);

  constructor(readonly canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: false, powerPreference: 'high-performance' });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
    this.scene.add(this.sky.mesh, this.ground.group, this.lights.group);
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

  resize(width: number, height: number): void {
    this.renderer.setSize(width, height, false);
  }

  render(camera: Camera): void { this.renderer.render(this.scene, camera); }
}
