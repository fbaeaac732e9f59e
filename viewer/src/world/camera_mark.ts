import type { Camera } from 'three';

/** So little that no pixel changes; the rounding errors of controls that move the camera by nothing are much smaller. */
const SMALL = 1e-9;

/** Remembers how a camera stood, to tell whether it has moved. */
export class CameraMark {
  private readonly numbers = new Float64Array(32).fill(NaN);

  /** Whether the camera stands otherwise than when this last said so. */
  moved(camera: Camera): boolean {
    const place = camera.matrixWorld.elements, lens = camera.projectionMatrix.elements;
    const distance = Math.max(Math.abs(place[12]!), Math.abs(place[13]!), Math.abs(place[14]!));
    const stays = place.every((x, i) => Math.abs(x - this.numbers[i]!) <= SMALL * (i < 12 ? 1 : distance)) &&
      lens.every((x, i) => Math.abs(x - this.numbers[16 + i]!) <= SMALL * Math.max(1, Math.abs(x)));
    if (stays) return false;
    this.numbers.set(place);
    this.numbers.set(lens, 16);
    return true;
  }
}
