import type { Scene } from '../protocol/types';

/** Has the browser decode the textures of a scene. One that cannot be decoded is left out and noted. */
export async function loadTextures(scene: Scene, note: (text: string) => void): Promise<void> {
  await Promise.all(scene.textures.map(async (texture) => {
    if (texture.image === '' || texture.picture) return;
    const picture = new Image();
    picture.src = texture.image;
    try {
      await picture.decode();
      texture.picture = picture;
    } catch {
      note(`The texture "${texture.name}" is left out: the picture cannot be decoded.`);
    }
  }));
}
