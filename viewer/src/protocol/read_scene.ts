import { readInlineMesh } from './mesh';
import { readShape } from './read_shape';
import type { Body, Constraint, End, Force, Input, Joint, JointAxis, Mesh, Role, Scene, Shape, Texture, Vector, Visual } from './types';
import { isObject, toIndex, toIndices, toList, toNumber, toNumbers, toPose, toText, toVector, type Members } from './values';

/** Lengths of the lists that numbers refer to, and where faults are noted. */
interface Context {
  bodies: number; joints: number; signals: number; arrows: number; meshes: number; textures: number; note(text: string): void;
}

/**
 * Reads a scene. What is missing gets a sensible value, what cannot be understood is noted in the scene's notes. Throws only
 * where the value is no scene at all.
 */
export function readScene(value: unknown): Scene {
  if (!isObject(value)) throw new Error('The scene is not an object.');
  if (value['format'] !== 'sarrus-scene') throw new Error(`The format is ${JSON.stringify(value['format'])}, not "sarrus-scene".`);
  const notes = toList(value['notes']).map((note) => toText(note)).filter((note) => note !== '');
  if (toNumber(value['version'], 1) > 1) notes.push('The scene is of a newer version; what this viewer does not know is left out.');
  const list = (name: string): Members[] => toList(value[name]).map((entry) => (isObject(entry) ? entry : {}));
  const context: Context = {
    bodies: Math.max(1, list('bodies').length), joints: list('joints').length, signals: list('signals').length,
    arrows: list('arrows').length, meshes: list('meshes').length, textures: list('textures').length, note: (text) => notes.push(text),
  };
  const bodies = list('bodies').map((entry, i) => readBody(entry, i, context));
  if (bodies.length === 0) bodies.push(readBody({ name: 'world' }, 0, context));
  const size = toNumber(value['size'], 1);
  return {
    name: toText(value['name'], 'scene'), gravity: toVector(value['gravity']), up: unit(toVector(value['up'], [0, 0, 1])),
    size: size > 0 ? size : 1,
    bodies,
    joints: list('joints').map((entry, i) => readJoint(entry, i, context)),
    constraints: list('constraints').map((entry, i) => readConstraint(entry, i, context)),
    forces: list('forces').map((entry, i) => readForce(entry, i, context)),
    visuals: list('visuals').flatMap((entry, i) => readVisual(entry, i, context)),
    meshes: list('meshes').map((entry, i) => readMesh(entry, i, context)),
    textures: list('textures').map((entry, i) => readTexture(entry, i, context)),
    signals: list('signals').map((entry, i) => nameGroupUnit(entry, `signal ${i}`, 'measures')),
    arrows: list('arrows').map((entry, i) => nameGroupUnit(entry, `arrow ${i}`, 'applied forces')),
    patches: list('patches').map((entry, i) => ({ name: toText(entry['name']) || `contact ${i + 1}` })),
    inputs: list('inputs').map(readInput),
    buttons: list('buttons').map((entry, i) => ({ name: toText(entry['name'], `button ${i}`), key: toText(entry['key']) })),
    notes,
  };
}

function unit(v: Vector): Vector {
  const norm = Math.hypot(...v);
  return norm > 1e-12 ? [v[0] / norm, v[1] / norm, v[2] / norm] : [0, 0, 1];
}

function nameAndType(entry: Members, fallback: string): { name: string; type: string } {
  return { name: toText(entry['name']) || fallback, type: toText(entry['type']) };
}

function nameGroupUnit(entry: Members, fallback: string, group: string): { name: string; group: string; unit: string } {
  return { name: toText(entry['name']) || fallback, group: toText(entry['group']) || group, unit: toText(entry['unit']) };
}

function readBody(entry: Members, i: number, context: Context): Body {
  return {
    name: toText(entry['name']) || (i === 0 ? 'world' : `body ${i}`),
    parent: i === 0 ? -1 : toIndex(entry['parent'], context.bodies, 0),
    joint: toIndex(entry['joint'], context.joints, -1),
    mass: toNumber(entry['mass'], 0), com: toVector(entry['com']), inertia: toNumbers(entry['inertia'], [0, 0, 0, 0, 0, 0]),
  };
}

function readJoint(entry: Members, i: number, context: Context): Joint {
  const limits = (name: string): (number | null)[] => toList(entry[name]).map((x) => (typeof x === 'number' ? x : null));
  return {
    ...nameAndType(entry, `joint ${i}`),
    body: toIndex(entry['body'], context.bodies, 0), parent: toIndex(entry['parent'], context.bodies, 0),
    frame: toPose(entry['frame']), parentFrame: toPose(entry['parent_frame']),
    axes: toList(entry['axes']).filter(isObject).map(readAxis),
    coordinates: toIndices(entry['coordinates'], context.signals), speeds: toIndices(entry['speeds'], context.signals),
    lower: limits('lower'), upper: limits('upper'),
  };
}

function readAxis(entry: Members): JointAxis {
  return {
    type: entry['type'] === 'translation' ? 'translation' : 'rotation', direction: unit(toVector(entry['direction'], [0, 0, 1])),
    onParent: entry['on'] === 'parent',
  };
}

function readEnds(entry: Members, context: Context): End[] {
  return toList(entry['ends']).filter(isObject).map((end) => ({
    body: toIndex(end['body'], context.bodies, 0), point: toVector(end['point']),
  }));
}

function readConstraint(entry: Members, i: number, context: Context): Constraint {
  return {
    ...nameAndType(entry, `constraint ${i}`), ends: readEnds(entry, context), errors: toIndices(entry['errors'], context.signals),
    arrows: toIndices(entry['arrows'], context.arrows),
  };
}

function readForce(entry: Members, i: number, context: Context): Force {
  return {
    ...nameAndType(entry, `force ${i}`), ends: readEnds(entry, context), values: toIndices(entry['values'], context.signals),
    arrows: toIndices(entry['arrows'], context.arrows),
  };
}

function readVisual(entry: Members, i: number, context: Context): Visual[] {
  const name = toText(entry['name']) || `visual ${i}`;
  const shape: Shape | string = readShape(entry['shape'], context.meshes);
  if (typeof shape === 'string') {
    context.note(`"${name}" is not drawn: ${shape}.`);
    return [];
  }
  const body = toIndex(entry['body'], context.bodies, -1);
  if (body < 0) {
    context.note(`"${name}" is not drawn: body ${String(entry['body'])} does not exist.`);
    return [];
  }
  const role: Role = entry['role'] === 'collision' || entry['role'] === 'drawn' ? entry['role'] : 'visual';
  const color = Array.isArray(entry['color']) ? toVector(entry['color'], [0.7, 0.7, 0.7]) : null;
  const opacity = Math.min(1, Math.max(0, toNumber(entry['opacity'], 1)));
  return [{ body, name, pose: toPose(entry['pose']), shape, color, opacity, role, texture: toIndex(entry['texture'], context.textures, -1) }];
}

function readMesh(entry: Members, i: number, context: Context): Mesh {
  const name = toText(entry['name']) || `mesh ${i}`;
  if (typeof entry['url'] === 'string') return { name, data: null, url: entry['url'] };
  try {
    return { name, data: readInlineMesh(entry), url: null };
  } catch (error) {
    context.note(`The mesh "${name}" is drawn as a box: ${error instanceof Error ? error.message : String(error)}.`);
    return { name, data: null, url: null };
  }
}

/** Pictures come within the scene: a scene cannot make the browser fetch anything. */
function readTexture(entry: Members, i: number, context: Context): Texture {
  const name = toText(entry['name']) || `texture ${i}`, image = toText(entry['image']);
  const known = /^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]*=*$/.test(image);
  if (!known) context.note(`The texture "${name}" is left out: it is no PNG or JPEG picture within the scene.`);
  return { name, image: known ? image : '', picture: null };
}

function readInput(entry: Members, i: number): Input {
  const lower = toNumber(entry['lower'], -1), upper = toNumber(entry['upper'], 1);
  return {
    ...nameGroupUnit(entry, `input ${i}`, 'inputs'),
    lower: Math.min(lower, upper), upper: Math.max(lower, upper), value: toNumber(entry['value'], 0),
  };
}
