// Scenes and motions made by formulas, for tests and for looking at the viewer.
import { packRows, packTimes } from './pack';

type Row = number[];
const turnY = (angle: number): Row => [Math.cos(angle / 2), 0, Math.sin(angle / 2), 0];

interface Item { name: string; text: string; scene: object; motions: object[] }

function motion(name: string, times: number[], rows: Row[], events: { time: number; name: string }[] = []): object {
  return { format: 'sarrus-motion', version: 1, name, frames: times.length, times: packTimes(times), data: packRows(rows), events };
}

const frame = (x = 0, y = 0, z = 0): Row => [x, y, z, 1, 0, 0, 0];

/** Two rods that swing about y, with a spring, a loop closure and arrows. */
export function doublePendulum(): Item {
  const pin = (name: string, body: number, parent: number, at: number, q: number): object => ({
    name, type: 'Pin', body, parent, frame: frame(0, 0, 0.5), parent_frame: frame(0, 0, at),
    axes: [{ type: 'rotation', direction: [0, 1, 0] }], coordinates: [q], speeds: [q + 2], lower: [-3.2], upper: [3.2],
  });
  const rod = (name: string, parent: number, joint: number): object => ({
    name, parent, joint, mass: 1, com: [0, 0, 0], inertia: [0.084, 0.084, 0.002, 0, 0, 0],
  });
  const visual = (body: number): object => ({
    body, name: 'rod', pose: frame(), shape: { type: 'capsule', radius: 0.045, length: 1 }, color: [0.5, 0.5, 0.5], opacity: 1, role: 'drawn',
  });
  const scene = {
    format: 'sarrus-scene', version: 1, name: 'double pendulum', gravity: [0, 0, -9.81], up: [0, 0, 1], size: 2,
    bodies: [{ name: 'world', parent: -1, joint: -1 }, rod('upper', 0, 0), rod('lower', 1, 1)],
    joints: [pin('shoulder', 1, 0, 2.2, 0), pin('elbow', 2, 1, -0.5, 1)],
    constraints: [{ name: 'rope', type: 'Rope', ends: [{ body: 0, point: [1.2, 0, 2.2] }, { body: 2, point: [0, 0, -0.5] }], errors: [4] }],
    forces: [{ name: 'spring', type: 'Spring', ends: [{ body: 0, point: [-1, 0, 2.2] }, { body: 1, point: [0, 0, -0.3] }] }],
    visuals: [visual(1), visual(2),
      { body: 0, name: 'beam', pose: frame(0, 0, 2.25), shape: { type: 'brick', size: [2.6, 0.16, 0.1] }, color: [0.6, 0.62, 0.65], opacity: 1, role: 'visual' },
      { body: 2, name: 'bob', pose: frame(0, 0, -0.55), shape: { type: 'sphere', radius: 0.13 }, color: [0.85, 0.35, 0.25], opacity: 1, role: 'drawn' }],
    signals: [{ name: 'shoulder', group: 'coordinates', unit: 'rad' }, { name: 'elbow', group: 'coordinates', unit: 'rad' },
      { name: 'shoulder speed', group: 'speeds', unit: 'rad/s' }, { name: 'elbow speed', group: 'speeds', unit: 'rad/s' },
      { name: 'rope error', group: 'errors', unit: 'm' }],
    arrows: [{ name: 'weight of upper', group: 'applied forces', unit: 'N' }, { name: 'shoulder', group: 'joint reactions', unit: 'N' },
      { name: 'motor', group: 'applied torques', unit: 'N m' }],
  };
  const run = (name: string, phase: number): object => {
    const times = Array.from({ length: 361 }, (_, i) => i / 60);
    const rows = times.map((t) => {
      const a = 0.9 * Math.cos(1.8 * t + phase), b = 1.3 * Math.cos(2.9 * t + 0.4 + phase);
      const sum = a + b, upper = [-0.5 * Math.sin(a), 0, 2.2 - 0.5 * Math.cos(a)] as const;
      const elbow = [-Math.sin(a), 0, 2.2 - Math.cos(a)] as const;
      return [...frame(), ...upper, ...turnY(a), elbow[0] - 0.5 * Math.sin(sum), 0, elbow[2] - 0.5 * Math.cos(sum), ...turnY(sum),
        a, b, -1.62 * Math.sin(1.8 * t + phase), -3.77 * Math.sin(2.9 * t + 0.4 + phase), 1e-6 * Math.abs(Math.sin(9 * t)),
        ...upper, 0, 0, -9.81, 0, 0, 2.2, 4 * Math.sin(2 * t), 0, 19, ...elbow, 0, 2 * Math.cos(3 * t), 0];
    });
    return motion(name, times, rows, [{ time: 1.05, name: 'passes the lowest point' }, { time: 3.4, name: 'turns' }]);
  };
  return { name: 'Double pendulum', text: 'Two rods on pins, a spring and a rope; two motions with different beginnings.', scene, motions: [run('first run', 0), run('second run', 0.35)] };
}

/** A motion of the double pendulum whose lower rod is lost. */
export function brokenMotion(): object {
  const row = [...frame(), ...frame(0, 0, 1.7), NaN, ...frame().slice(1), ...Array<number>(5).fill(0), ...Array<number>(18).fill(0)];
  return motion('broken', [0, 1], [row, row]);
}

/** Every shape and every kind of joint on a table of places. */
export function shapes(): Item {
  const heights = Buffer.from(Float32Array.from({ length: 400 }, (_, i) => 0.12 * Math.sin((i % 20) / 2) * Math.cos(Math.floor(i / 20) / 3)).buffer).toString('base64');
  const corners = Buffer.from(new Float32Array([0, 0, 0.4, 0.3, 0, -0.2, -0.15, 0.26, -0.2, -0.15, -0.26, -0.2]).buffer).toString('base64');
  const faces = Buffer.from(new Uint32Array([0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2]).buffer).toString('base64');
  const list: object[] = [
    { type: 'brick', size: [0.5, 0.4, 0.3] }, { type: 'sphere', radius: 0.28 }, { type: 'ellipsoid', radii: [0.3, 0.2, 0.15] },
    { type: 'cylinder', radius: 0.2, length: 0.5 }, { type: 'capsule', radius: 0.15, length: 0.4 }, { type: 'cone', radius: 0.25, length: 0.5 },
    { type: 'torus', radius: 0.25, tube: 0.08 }, { type: 'plane', size: [0.6, 0.4] },
    { type: 'line', points: [[-0.3, 0, 0], [0, 0.2, 0.3], [0.3, 0, 0]], width: 4 }, { type: 'arrow', vector: [0.2, 0.2, 0.4] },
    { type: 'frame', length: 0.4 }, { type: 'text', text: 'Sarrus', height: 0.16 },
    { type: 'height_field', size: [0.8, 0.8], rows: 20, columns: 20, heights }, { type: 'mesh', mesh: 0, scale: [1, 1, 1] },
    { type: 'mesh', mesh: 0, scale: [-1, 1, 1] }, { type: 'mesh', mesh: 1, scale: [1, 1, 1] },
  ];
  const rotation = (x: number, y: number, z: number): object => ({ type: 'rotation', direction: [x, y, z] });
  const translation = (x: number, y: number, z: number): object => ({ type: 'translation', direction: [x, y, z] });
  const kinds: [string, object[]][] = [['Pin', [rotation(0, 1, 0)]], ['Slider', [translation(1, 0, 0)]], ['Universal', [rotation(1, 0, 0), rotation(0, 1, 0)]],
    ['Cylinder', [rotation(0, 0, 1), translation(0, 0, 1)]], ['Planar', [rotation(0, 0, 1), translation(1, 0, 0), translation(0, 1, 0)]],
    ['Ball', [rotation(1, 0, 0), rotation(0, 1, 0), rotation(0, 0, 1)]], ['Weld', []]];
  const place = (i: number): [number, number, number] => [(i % 6) - 2.5, Math.floor(i / 6) - 1.5, 0.5];
  const total = list.length + kinds.length;
  const bodies = Array.from({ length: total }, (_, i) => ({ name: i < list.length ? String((list[i] as { type: string }).type) : kinds[i - list.length]![0],
    parent: 0, joint: i < list.length ? -1 : i - list.length, mass: 1, com: [0, 0, 0], inertia: [0.02, 0.03, 0.04, 0, 0, 0] }));
  const joints = kinds.map(([type, axes], i) => ({ name: type, type, body: list.length + i + 1, parent: 0, frame: frame(),
    parent_frame: frame(...place(list.length + i)), axes, coordinates: [], speeds: [], lower: [], upper: [] }));
  const scene = {
    format: 'sarrus-scene', version: 1, name: 'shapes and joints', gravity: [0, 0, -9.81], up: [0, 0, 1], size: 3.2,
    bodies: [{ name: 'world', parent: -1, joint: -1 }, ...bodies], joints,
    visuals: list.map((shape, i) => ({ body: i + 1, name: `shape ${i}`, pose: frame(), shape, color: null, opacity: 1, role: 'drawn' })),
    meshes: [{ name: 'tetrahedron', positions: corners, triangles: faces }, { name: 'lost', url: 'lost.mesh' }],
    signals: [], arrows: [],
  };
  const times = Array.from({ length: 121 }, (_, i) => i / 30);
  const rows = times.map((t) => [...frame(), ...bodies.flatMap((_, i) => [...place(i), Math.cos(0.4 * t), 0, 0, Math.sin(0.4 * t)])]);
  return { name: 'Shapes and joints', text: 'Every shape of the protocol and the usual joints, slowly turning.', scene, motions: [motion('turn', times, rows)] };
}

/** Many equal bricks that wave. */
export function swarm(count: number): Item {
  const side = Math.ceil(Math.sqrt(count));
  const bodies = Array.from({ length: count }, (_, i) => ({ name: `brick ${i + 1}`, parent: 0, joint: -1, mass: 1, com: [0, 0, 0], inertia: [1, 1, 1, 0, 0, 0] }));
  const scene = {
    format: 'sarrus-scene', version: 1, name: 'swarm', gravity: [0, 0, -9.81], up: [0, 0, 1], size: 0.7 * side,
    bodies: [{ name: 'world', parent: -1, joint: -1 }, ...bodies],
    visuals: bodies.map((_, i) => ({ body: i + 1, name: 'brick', pose: frame(), shape: { type: 'brick', size: [0.7, 0.7, 0.3] }, role: 'drawn' })),
  };
  const times = Array.from({ length: 61 }, (_, i) => i / 15);
  const rows = times.map((t) => [...frame(), ...bodies.flatMap((_, i) => {
    const x = (i % side) - side / 2, y = Math.floor(i / side) - side / 2, wave = 0.5 * Math.hypot(x, y) - 2 * t;
    return [x, y, 1.5 + Math.sin(wave), ...turnY(0.5 * Math.cos(wave))];
  })]);
  return { name: `Swarm of ${count}`, text: 'Many equal bodies in waves.', scene, motions: [motion('wave', times, rows)] };
}

export function samplePage(): object {
  return { format: 'sarrus-page', version: 1, title: 'Samples', items: [doublePendulum(), shapes(), swarm(1000)] };
}
