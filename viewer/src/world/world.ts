import { Box3, Color, Group, Matrix4, Quaternion, Vector3 } from 'three';
import type { Frames } from '../motion/frames';
import { transformPoint } from '../motion/pose';
import { Snapshot } from '../motion/sample';
import type { Scene } from '../protocol/types';
import { Arrows } from './arrows';
import { Attached } from './attached';
import { axisParts } from './axis_parts';
import { boundsOfParts, framedParts, groundHeight, motionBounds, outlineOfParts } from './bounds';
import { defaultDisplay, type Display } from './display';
import { cornersOf } from './framing';
import { GeometryLibrary } from './geometry_library';
import { jointParts } from './joint_parts';
import { constraintParts, Links } from './links';
import { massParts } from './mass_parts';
import { bodyMatrices } from './matrices';
import { Outline } from './outline';
import { fromOklch } from './palette';
import { sameOwner, type Layer, type Owner, type Part } from './part';
import { PartField } from './part_field';
import { Patches } from './patches';
import { Segments } from './segments';
import { standIn } from './stand_in';
import { TextureLibrary } from './texture_library';
import { Traces } from './traces';
import { visualParts } from './visual_parts';

/** Everything drawn of one scene. */
export class World {
  readonly group = new Group();
  readonly display: Display;
  readonly bounds = new Box3();
  groundHeight = 0;
  /** Radius of what is framed; a motion may reach farther than the model is large. */
  extent = 0;
  readonly field: PartField;
  readonly arrows: Arrows;
  readonly patches: Patches;
  readonly links: Links;
  readonly traces = new Traces();
  readonly outline: Outline;
  /** For each body 1 where it is shown. */
  readonly shown: Uint8Array;
  private readonly library = new GeometryLibrary();
  private readonly textures: TextureLibrary;
  private readonly parts: Part[];
  private readonly attached: Attached;
  private readonly ghosts: { field: PartField; matrices: Float32Array }[];
  private readonly spring = new Segments(2.5, { onTop: true });
  private readonly matrices: Float32Array;
  private readonly found = new Float32Array(3);

  constructor(readonly scene: Scene, motions: readonly Frames[]) {
    this.display = defaultDisplay(scene);
    this.parts = [...visualParts(scene), ...jointParts(scene), ...axisParts(scene), ...massParts(scene), ...constraintParts(scene)];
    this.textures = new TextureLibrary(scene.textures);
    this.field = new PartField(this.parts, this.library, this.textures);
    this.ghosts = motions.slice(1).map((_, i) => this.makeGhost(fromOklch(0.72, 0.09, 250 + 110 * i)));
    this.arrows = new Arrows(scene, this.library);
    this.patches = new Patches(scene, this.library);
    this.links = new Links(scene);
    this.attached = new Attached(scene);
    this.outline = new Outline(this.field, this.library);
    this.shown = new Uint8Array(scene.bodies.length).fill(1);
    this.matrices = new Float32Array(16 * scene.bodies.length);
    for (const frames of motions) {
      this.arrows.learn(frames);
      this.patches.learn(frames);
    }
    const all = new Box3();
    for (const frames of motions) all.union(motionBounds(this.visibleParts(), frames, scene.size, this.library));
    this.cover(all);
    this.group.add(this.outline.group, this.field.group, ...this.ghosts.map(({ field }) => field.group), this.arrows.group,
      this.patches.group, this.links.group, this.traces.group, this.attached.group, this.spring.object);
    this.spring.end();
    this.applyDisplay();
  }

  /** Makes a box part of what is framed and has the ground under it. */
  cover(box: Box3): void {
    this.bounds.union(box);
    this.groundHeight = groundHeight(this.scene, this.bounds);
    this.extent = Math.max(this.scene.size, this.bounds.isEmpty() ? 0 : 0.5 * this.bounds.getSize(new Vector3()).length());
  }

  private makeGhost(color: Color): { field: PartField; matrices: Float32Array } {
    const parts = this.parts.filter((part) => part.layer === 'visual' && part.body > 0);
    return { field: new PartField(parts, this.library, this.textures, color), matrices: new Float32Array(16 * this.scene.bodies.length) };
  }

  /** Brings what is drawn in line with `display`. */
  applyDisplay(): void {
    const d = this.display;
    const layers: Record<Layer, boolean> = {
      visual: d.visuals, collision: d.collisions, joint: d.joints, mass: d.masses, inertia: d.inertias, frame: d.frames,
      constraint: d.constraints, axis: d.axes,
    };
    for (const [layer, on] of Object.entries(layers)) this.field.showLayer(layer as Layer, on);
    this.field.setLook(d.opacity, d.wireframe);
    for (const { field } of this.ghosts) field.group.visible = d.ghosts;
    this.links.showConstraints = d.constraints;
    this.links.showForces = d.forces;
    this.traces.group.visible = d.traces;
    this.attached.group.visible = d.visuals;
    this.arrows.scale = d.arrowScale;
    this.patches.showPoints = d.contactPoints;
    this.patches.showAreas = d.contactPatches;
  }

  /** Marks what is selected. */
  select(owner: Owner | null): void {
    this.outline.select(standIn(this.scene, owner, this.display.joints));
    this.links.select(owner);
  }

  private visibleParts(): Part[] {
    const d = this.display;
    return this.parts.filter(({ layer }) => (layer === 'visual' && d.visuals) || (layer === 'collision' && d.collisions) ||
      (layer === 'joint' && d.joints) || layer === 'constraint');
  }

  /** Shows a moment, and the same moment of further motions as ghosts. */
  update(now: Snapshot, ghosts: readonly Snapshot[], frames: Frames): void {
    bodyMatrices(now.poses, this.matrices);
    this.field.update(this.matrices, this.shown);
    this.attached.update(this.matrices, this.shown);
    this.ghosts.forEach(({ field, matrices }, i) => {
      if (!field.group.visible || !ghosts[i]) return;
      bodyMatrices(ghosts[i].poses, matrices);
      field.update(matrices, this.shown);
    });
    this.arrows.update(now);
    this.patches.update(now);
    this.links.update(now);
    if (this.display.traces) this.traces.update(frames, now.time);
    this.outline.update();
  }

  /** A line from a dragged point to where it is pulled. */
  showSpring(from: ArrayLike<number> | null, to: ArrayLike<number>): void {
    this.spring.begin(1);
    if (from) this.spring.add(from, 0, to, 0, new Color(0xff5d8f));
    this.spring.end();
  }

  /** Where a thing is now. */
  boundsOf(owner: Owner, poses: Float32Array): Box3 {
    const box = boundsOfParts(this.visibleParts().filter((part) => sameOwner(part.owner, owner)), poses, this.library), point = new Vector3();
    const ends = { constraint: this.scene.constraints, force: this.scene.forces }[owner.kind as string]?.[owner.index]?.ends ?? [];
    for (const end of ends) {
      transformPoint(poses, 7 * end.body, end.point, this.found, 0);
      if (this.found.every(Number.isFinite)) box.expandByPoint(point.fromArray(this.found));
    }
    return box;
  }

  /** A box about what is framed at first, as it is now. */
  boundsAt(poses: Float32Array): Box3 {
    return boundsOfParts(framedParts(this.visibleParts(), this.scene.size), poses, this.library);
  }

  /** Points about all that moves and is shown now. */
  currentOutline(poses: Float32Array): Vector3[] {
    const parts = this.visibleParts().filter((part) => part.body > 0 && this.shown[part.body] === 1);
    return this.orBounds(outlineOfParts(parts, poses, this.library));
  }

  /** Points about everything at this moment, without what lies far beyond the motion. */
  momentOutline(poses: Float32Array): Vector3[] {
    return this.orBounds(outlineOfParts(this.visibleParts(), poses, this.library).map((point) => this.bounds.clampPoint(point, point)));
  }

  private orBounds(points: Vector3[]): Vector3[] { return points.length > 0 ? points : cornersOf(this.bounds); }

  /** Positions and orientations of all bodies, found from what is drawn. */
  drawnPoses(): number[][] {
    const position = new Vector3(), turn = new Quaternion(), scale = new Vector3();
    return this.scene.bodies.map((_, body) => {
      const matrix = this.field.drawnMatrix(body) ?? new Matrix4().fromArray(this.matrices, 16 * body);
      matrix.decompose(position, turn, scale);
      return [position.x, position.y, position.z, turn.w, turn.x, turn.y, turn.z];
    });
  }

  dispose(): void {
    this.field.dispose();
    for (const { field } of this.ghosts) field.dispose();
    this.arrows.dispose();
    this.patches.dispose();
    this.links.dispose();
    this.traces.dispose();
    this.attached.dispose();
    this.outline.dispose();
    this.spring.dispose();
    this.library.dispose();
    this.textures.dispose();
  }
}
