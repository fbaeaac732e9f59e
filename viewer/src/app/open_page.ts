import { readAddress, type Wishes } from '../protocol/address';
import type { Page } from '../protocol/page';
import { readMotion, type Motion } from '../protocol/read_motion';
import { readScene } from '../protocol/read_scene';
import { countsOf } from '../protocol/types';
import { Gallery } from '../ui/gallery';
import { loadMeshes } from '../world/load_meshes';
import { loadTextures } from '../world/load_textures';
import type { Commands } from './commands';
import { RecordedSource } from './recorded_source';
import type { Source } from './source';
import type { Viewer } from './viewer';

/** Shows the items of a self-contained page, first the one that the address asks for. */
export class PageOpener {
  private current = -1;
  /** Counts the openings: one that ends after a later one has begun is dropped. */
  private openings = 0;
  private readonly gallery: Gallery;

  constructor(private readonly page: Page, private readonly viewer: Viewer, private readonly commands: Commands, root: HTMLElement) {
    this.gallery = new Gallery(page, (item) => void this.choose(item));
    root.append(this.gallery.element);
    commands.chooser = {
      open: () => { if (page.items.length > 1) this.gallery.open(this.current); },
      next: (direction) => void this.choose((this.current + direction + page.items.length) % page.items.length),
    };
  }

  private async choose(item: number): Promise<void> {
    history.replaceState(null, '', `#item=${item}`);
    await this.open({ ...readAddress(''), item });
  }

  /** Follows a change of the address: another item, or another moment or view of the same one. */
  async change(wishes: Wishes): Promise<void> {
    const shown = this.viewer.shown;
    if (!shown || Math.min(wishes.item, this.page.items.length - 1) !== this.current) return this.open(wishes);
    if (wishes.view || wishes.camera) this.viewer.frameCamera(wishes);
    this.applyTime(shown.source, wishes);
  }

  private applyTime(source: Source, wishes: Wishes): void {
    if (wishes.at !== null) source.player.set(wishes.at);
    source.player.playing = wishes.play;
  }

  /** Shows an item; where it cannot be read, says why. */
  async open(wishes: Wishes): Promise<void> {
    const index = Math.min(wishes.item, this.page.items.length - 1), item = this.page.items[index]!;
    this.current = index;
    const opening = ++this.openings, isOld = (): boolean => opening !== this.openings;
    this.commands.bar.setTitle(this.page.title, item.name, this.page.items.length > 1);
    const notes: string[] = [];
    try {
      const scene = readScene(item.scene);
      await Promise.all([loadMeshes, loadTextures].map((load) => load(scene, (text) => notes.push(text))));
      const motions = await this.readMotions(item.motions, countsOf(scene), notes);
      if (isOld()) return;
      const source = new RecordedSource(motions);
      this.viewer.show(scene, source, wishes);
      this.applyTime(source, wishes);
      if (wishes.fitNow && !wishes.camera) this.viewer.frameMoment(wishes);
    } catch (error) {
      if (isOld()) return;
      this.viewer.showEmpty();
      notes.push(`"${item.name}" cannot be shown: ${error instanceof Error ? error.message : String(error)}`);
    }
    for (const note of notes) this.viewer.notes.add(note);
  }

  private async readMotions(values: readonly unknown[], counts: ReturnType<typeof countsOf>, notes: string[]): Promise<Motion[]> {
    const motions: Motion[] = [];
    for (const [i, value] of values.entries()) {
      try {
        motions.push(await readMotion(value, counts));
      } catch (error) {
        notes.push(`Motion ${i + 1} cannot be shown: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    return motions;
  }
}
