import { readMeshFile } from '../protocol/mesh';
import type { Scene } from '../protocol/types';

/** Fetches the meshes that a scene gives by address. One that cannot be had stays missing and is noted. */
export async function loadMeshes(scene: Scene, note: (text: string) => void): Promise<void> {
  await Promise.all(scene.meshes.map(async (mesh) => {
    if (mesh.url === null || mesh.data) return;
    try {
      const answer = await fetch(mesh.url);
      if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`.trim());
      mesh.data = readMeshFile(await answer.arrayBuffer());
    } catch (error) {
      note(`The mesh "${mesh.name}" is drawn as a box: ${error instanceof Error ? error.message : String(error)}.`);
    }
  }));
}
