// A humanoid whose links have meshes as those of real robots: written by formulas, read as files.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const RINGS = 51, SIDES = 50;
/** Triangles of each mesh: two for each piece of a tube, one for each side at both ends. */
export const TRIANGLES = 2 * (RINGS - 1) * SIDES;

/** A limb from the origin down to −length, thicker in the middle, with muscles: a closed surface as binary STL. */
function limb(length, radius, phase) {
  const point = (ring, side) => {
    const s = ring / (RINGS - 1), angle = (2 * Math.PI * side) / SIDES;
    const r = radius * Math.sin(Math.PI * s) ** 0.4 * (1 + 0.15 * Math.cos(3 * angle + phase) * Math.sin(2 * Math.PI * s));
    return [r * Math.cos(angle), r * Math.sin(angle), -length * s];
  };
  const bytes = Buffer.alloc(84 + 50 * TRIANGLES);
  bytes.writeUInt32LE(TRIANGLES, 80);
  let at = 84;
  const add = (...corners) => {
    corners.flat().forEach((x, i) => bytes.writeFloatLE(x, at + 12 + 4 * i));
    at += 50;
  };
  for (let ring = 0; ring + 1 < RINGS; ++ring) {
    for (let side = 0; side < SIDES; ++side) {
      const [a, b, c, d] = [point(ring, side), point(ring, side + 1), point(ring + 1, side), point(ring + 1, side + 1)];
      add(a, c, b);
      add(b, c, d);
    }
  }
  return bytes;
}

/** Names, parents, places on the parents, lengths and radii of the links. */
function links() {
  const list = [['pelvis', null, [0, 0, 1], 0.15, 0.14]];
  const chain = (names, parent, first, parts) => names.forEach((name, i) => list.push([name, i === 0 ? parent : names[i - 1], i === 0 ? first : [0, 0, -parts[i - 1][0]], ...parts[i]]));
  const upward = ['waist', 'chest', 'collar', 'neck', 'head'];
  upward.forEach((name, i) => list.push([name, i === 0 ? 'pelvis' : upward[i - 1], [0, 0, i === 0 ? 0.1 : 0.13], 0.2, i < 3 ? 0.16 : 0.09]));
  for (const [side, y] of [['left', 1], ['right', -1]]) {
    chain(['shoulder', 'upper_arm', 'elbow', 'forearm', 'wrist', 'hand'].map((name) => `${side}_${name}`), 'collar', [0, 0.2 * y, 0.05],
      [[0.08, 0.06], [0.26, 0.05], [0.06, 0.045], [0.22, 0.04], [0.05, 0.035], [0.16, 0.045]]);
    chain(['hip', 'thigh', 'knee', 'shank', 'ankle', 'foot'].map((name) => `${side}_${name}`), 'pelvis', [0, 0.1 * y, -0.1],
      [[0.1, 0.08], [0.36, 0.08], [0.08, 0.06], [0.34, 0.055], [0.06, 0.05], [0.1, 0.06]]);
  }
  return list;
}

/** Writes model and meshes into a folder; returns the path of the model. */
export async function writeHumanoid(folder) {
  const list = links(), file = path.join(folder, 'humanoid.urdf');
  await mkdir(path.join(folder, 'meshes'), { recursive: true });
  await Promise.all(list.map(([name, , , length, radius], i) => writeFile(path.join(folder, 'meshes', `${name}.stl`), limb(length, radius, i))));
  const inertial = '<inertial><origin xyz="0 0 -0.05"/><mass value="2"/><inertia ixx="0.02" iyy="0.02" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>';
  const bodies = list.map(([name]) => `<link name="${name}">${inertial}<visual><geometry><mesh filename="meshes/${name}.stl"/></geometry></visual></link>`);
  const joints = list.slice(1).map(([name, parent, place], i) => `<joint name="${name}_joint" type="continuous"><parent link="${parent}"/><child link="${name}"/><origin xyz="${place.join(' ')}"/>` +
    `<axis xyz="${i % 2 === 0 ? '0 1 0' : '1 0 0'}"/><dynamics damping="5"/></joint>`);
  await writeFile(file, `<robot name="humanoid">${bodies.join('')}${joints.join('')}</robot>`);
  return { file, links: list.length };
}
