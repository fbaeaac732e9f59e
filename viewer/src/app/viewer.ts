import { Vector3 } from 'three';
import { Snapshot, sample } from '../motion/sample';
import { isFinitePose } from '../motion/pose';
import type { Theme, Wishes } from '../protocol/address';
import { countsOf, type Scene } from '../protocol/types';
import { Compass } from '../ui/compass';
import { DisplayPanel } from '../ui/display_panel';
import { formatLength } from '../ui/format';
import { Inspector } from '../ui/inspector';
import { Layout } from '../ui/layout';
import { LivePanel } from '../ui/live_panel';
import { Notes } from '../ui/notes';
import { TimeLine } from '../ui/time_line';
import { Tree } from '../ui/tree';
import { h } from '../ui/element';
import { CameraMark } from '../world/camera_mark';
import { CameraRig } from '../world/camera_rig';
import { cornersOf } from '../world/framing';
import type { Owner } from '../world/part';
import { Stage } from '../world/stage';
import { STAGE_COLORS } from '../world/stage_colors';
import { World } from '../world/world';
import { FrameTimer } from './frame_timer';
import { LiveFraming } from './live_framing';
import { PlotDock } from './plot_dock';
import { Selection } from './selection';
import type { Source } from './source';

/** One scene being shown: everything that is made anew for another one. */
export interface Shown {
  scene: Scene; source: Source; world: World; now: Snapshot; ghosts: Snapshot[];
  tree: Tree; inspector: Inspector; display: DisplayPanel; live: LivePanel | null; timeLine: TimeLine;
  framing: LiveFraming;
  /** Bodies whose pose has been said not to be finite. */
  lost: Set<number>;
}

/** The viewer: puts scenes on the stage and shows their motion frame by frame. */
export class Viewer {
  readonly notes = new Notes();
  readonly layout: Layout;
  readonly stage: Stage;
  readonly rig: CameraRig;
  readonly plots: PlotDock;
  readonly selection: Selection;
  readonly timer = new FrameTimer();
  theme: Theme = 'light';
  shown: Shown | null = null;
  /** Whether the scene has been drawn. */
  ready = false;
  /** Called before each picture. */
  beforeDrawing: (() => void) | null = null;
  private dirty = true;
  /** Whether the stage is drawn though there is no scene; a scene that comes soon need not wait for such a picture. */
  private empty = false;
  /** Whether the camera was set knowing where things are. */
  private framed = false;
  private drawn = '';
  private readonly mark = new CameraMark();
  private last = performance.now();
  private inspected = 0;
  private readonly compass = new Compass();
  private readonly scale = h('span.scale', { title: 'Step of the grid' });

  constructor(root: HTMLElement) {
    this.layout = new Layout(root, () => this.resize());
    this.stage = new Stage(this.layout.canvas);
    this.rig = new CameraRig(this.layout.canvas);
    this.rig.onTaken = () => this.shown?.framing.end();
    this.plots = new PlotDock(this.layout);
    this.selection = new Selection(this);
    this.layout.corner.append(this.notes.element, this.scale);
    this.layout.stage.append(this.compass.element);
    new ResizeObserver(() => this.resize()).observe(this.layout.stage);
    this.stage.prepare(this.rig.camera);
    requestAnimationFrame((time) => this.loop(time));
  }

  /** Puts a scene on the stage in place of the one before. */
  show(scene: Scene, source: Source, wishes: Wishes): Shown {
    const before = this.shown?.scene;
    const same = before?.name === scene.name && before.size === scene.size && before.bodies.length === scene.bodies.length && source.live;
    this.close();
    for (const note of scene.notes) this.notes.add(note);
    const world = new World(scene, source.motions.map(({ frames }) => frames));
    const now = new Snapshot(countsOf(scene)), ghosts = source.motions.slice(1).map(() => new Snapshot(countsOf(scene)));
    const selection = this.selection;
    const tree = new Tree(scene, selection), inspector = new Inspector(scene, selection);
    const display = new DisplayPanel(world, ghosts.length > 0, () => this.applyDisplay());
    const live = source.live ? new LivePanel(scene, (message) => source.send(message)) : null;
    const timeLine = new TimeLine(source.player, source.live, source);
    timeLine.setEvents(source.motions.flatMap(({ events }) => events), (time) => source.scrub(time));
    const framing = new LiveFraming(world);
    this.shown = { scene, source, world, now, ghosts, tree, inspector, display, live, timeLine, framing, lost: new Set() };
    this.layout.left.replaceChildren(tree.element);
    this.layout.right.replaceChildren(...[inspector.element, live?.element, display.element].filter((element) => element !== undefined));
    this.layout.bottom.replaceChildren(timeLine.element);
    this.stage.scene.add(world.group);
    const up = new Vector3(...scene.up);
    const { camera, target } = this.rig, kept = [...camera.position.toArray(), ...target.toArray()];
    this.rig.place(up, world.extent);
    this.placeStage(world);
    this.plots.show(scene, source, this.theme);
    this.setTheme(this.theme);
    const keeps = same && this.framed;
    this.frameCamera(keeps ? { ...wishes, camera: kept } : wishes);
    if (keeps || wishes.camera || !source.live) framing.end();
    this.framed = source.motions[0] !== undefined && source.motions[0].frames.length > 0;
    this.applyDisplay();
    return this.shown;
  }

  private placeStage(world: World): void {
    this.stage.place(new Vector3(...world.scene.up), world.groundHeight, world.extent);
    this.scale.textContent = `grid ${formatLength(this.stage.ground.step)}`;
  }

  /** Shows the stage alone, where there is no scene to show. */
  showEmpty(): void {
    this.empty = true;
    this.redraw();
  }

  /** Sets the camera as wanted, or so that all is seen. */
  frameCamera(wishes: Wishes): void {
    const { world } = this.shown!;
    this.rig.animate = false;
    this.resize();
    this.rig.fit(cornersOf(world.bounds), wishes.view ?? 'iso');
    if (wishes.camera) {
      const [px, py, pz, tx, ty, tz] = wishes.camera as [number, number, number, number, number, number];
      this.rig.set(new Vector3(px, py, pz), new Vector3(tx, ty, tz));
    }
    this.rig.animate = !window.matchMedia('(prefers-reduced-motion: reduce)').matches && !wishes.bare;
  }

  /** Has the camera and the ground follow a world that covers more than before. */
  private frameMore(world: World): void {
    this.placeStage(world);
    this.rig.fit(cornersOf(world.bounds), null);
    this.redraw();
  }

  /** Sets the camera for what is seen at this moment, whatever the motion does later. */
  frameMoment(wishes: Wishes): void {
    const shown = this.shown!, animate = this.rig.animate;
    this.updateValues(shown);
    this.rig.animate = false;
    this.rig.fit(shown.world.momentOutline(shown.now.poses), wishes.view ?? 'iso');
    this.rig.animate = animate;
  }

  private close(): void {
    if (!this.shown) return;
    this.selection.clear();
    this.plots.close();
    this.stage.scene.remove(this.shown.world.group);
    this.shown.world.dispose();
    this.shown = null;
    this.ready = false;
    this.notes.clear();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    document.documentElement.dataset['theme'] = theme;
    this.stage.setTheme(theme);
    this.shown?.world.outline.setColor(STAGE_COLORS[theme].selection);
    this.shown?.world.links.setSelectionColor(STAGE_COLORS[theme].selection);
    this.plots.setTheme(theme);
    this.redraw();
  }

  applyDisplay(): void {
    const display = this.shown!.world.display;
    this.stage.ground.grid = display.grid;
    this.stage.lights.shadows = display.shadows;
    this.scale.hidden = !display.grid;
    this.selection.refresh();
    this.redraw();
  }

  /** Asks for the picture to be drawn again though neither time nor camera has changed. */
  redraw(): void { this.dirty = true; }

  fitAll(): void {
    this.shown?.framing.end();
    if (this.shown) this.rig.fit(this.shown.world.currentOutline(this.shown.now.poses), null);
  }

  fit(owner: Owner): void {
    this.shown!.framing.end();
    const box = this.shown!.world.boundsOf(owner, this.shown!.now.poses);
    if (!box.isEmpty()) this.rig.fit(cornersOf(box.expandByScalar(0.15 * this.shown!.scene.size)), null);
  }

  private resize(): void {
    if (!this.stage) return;
    const { clientWidth, clientHeight } = this.layout.stage;
    if (clientWidth === 0 || clientHeight === 0) return;
    const changed = this.stage.resize(clientWidth, clientHeight);
    this.rig.resize(clientWidth, clientHeight);
    const ratio = this.stage.renderer.getPixelRatio();
    this.shown?.world.outline.setPixels(clientWidth * ratio, clientHeight * ratio);
    this.plots.resize();
    if (changed) this.redraw();
  }

  private loop(time: number): void {
    requestAnimationFrame((next) => this.loop(next));
    const dt = Math.min(0.1, Math.max(0, (time - this.last) / 1000));
    this.last = time;
    this.timer.measure(() => this.frame(dt));
  }

  /** Advances and draws; false where nothing has changed. */
  private frame(dt: number): boolean {
    const shown = this.shown;
    if (!shown) return this.frameEmpty();
    shown.source.advance(dt);
    this.updateValues(shown);
    if (shown.framing.advance(dt, shown.now.poses)) this.frameMore(shown.world);
    this.rig.update(dt, this.selection.followedPoint(shown.now));
    this.rig.camera.updateMatrixWorld();
    const state = `${shown.now.time} ${shown.source.motions[0]?.frames.length}`;
    const moved = this.mark.moved(this.rig.camera);
    const changed = this.dirty || moved || state !== this.drawn || (shown.source.live && shown.source.playing);
    shown.timeLine.update(shown.source);
    if (!changed) return false;
    this.dirty = false;
    this.drawn = state;
    this.draw(shown);
    return true;
  }

  private updateValues(shown: Shown): void {
    const { source, now, ghosts } = shown;
    source.motions.forEach(({ frames }, i) => sample(frames, source.player.time, i === 0 ? now : ghosts[i - 1]!));
    now.time = source.player.time;
  }

  private draw(shown: Shown): void {
    const { scene, source, world, now, ghosts, inspector, display, live } = shown;
    const frames = source.motions[0]?.frames;
    if (frames) world.update(now, ghosts, frames);
    this.beforeDrawing?.();
    this.noteBadPoses(shown);
    const center = this.centerOf(scene, now);
    this.stage.lights.frame(center, world.extent);
    this.stage.ground.follow(center, this.stage.up);
    const moment = performance.now();
    if (moment - this.inspected > 80 || !source.playing) {
      this.inspected = moment;
      inspector.update(now);
      display.update();
      if (source.following) live?.update(now);
    }
    this.compass.update(this.rig.camera.quaternion);
    this.stage.render(this.rig.camera);
    this.ready = true;
  }

  private frameEmpty(): boolean {
    if (!this.dirty || !this.empty) return false;
    this.dirty = false;
    this.stage.render(this.rig.camera);
    return true;
  }

  /** Says which bodies cannot be drawn, each once. */
  private noteBadPoses({ scene, now, lost }: Shown): void {
    const names: string[] = [];
    for (let body = 0; body < scene.bodies.length; ++body) {
      if (isFinitePose(now.poses, 7 * body) || lost.has(body)) continue;
      lost.add(body);
      names.push(`"${scene.bodies[body]!.name}"`);
    }
    if (names.length === 0) return;
    const more = names.length > 4 ? ` and ${names.length - 4} more` : '';
    this.notes.add(`Not drawn, because a number of the pose is not finite: ${names.slice(0, 4).join(', ')}${more}.`);
  }

  /** The middle of all bodies that have a finite pose. */
  private centerOf(scene: Scene, now: Snapshot): Vector3 {
    const center = new Vector3();
    let count = 0;
    for (let body = 1; body < scene.bodies.length; ++body) {
      if (!isFinitePose(now.poses, 7 * body)) continue;
      center.x += now.poses[7 * body]!;
      center.y += now.poses[7 * body + 1]!;
      center.z += now.poses[7 * body + 2]!;
      count += 1;
    }
    return count > 0 ? center.divideScalar(count) : center;
  }
}
