import { RepeatWrapping, SRGBColorSpace, Texture } from 'three';
import type { Texture as ScenePicture } from '../protocol/types';

/** The textures of a scene, made for the graphics card when they are first wanted. */
export class TextureLibrary {
  private readonly made = new Map<number, Texture>();

  constructor(private readonly pictures: readonly ScenePicture[]) {}

  /** A texture by its number; null where there is none. */
  get(index: number): Texture | null {
    const picture = this.pictures[index]?.picture;
    if (!picture) return null;
    let texture = this.made.get(index);
    if (!texture) {
      texture = new Texture(picture);
      texture.wrapS = texture.wrapT = RepeatWrapping;
      texture.colorSpace = SRGBColorSpace;
      texture.anisotropy = 4;
      texture.needsUpdate = true;
      this.made.set(index, texture);
    }
    return texture;
  }

  dispose(): void {
    for (const texture of this.made.values()) texture.dispose();
    this.made.clear();
  }
}
