import { LiveClient, liveAddress } from '../live/client';
import type { Wishes } from '../protocol/address';
import type { BrowserMessage, ServerMessage } from '../protocol/messages';
import { readScene } from '../protocol/read_scene';
import type { Scene } from '../protocol/types';
import { loadMeshes } from '../world/load_meshes';
import { loadTextures } from '../world/load_textures';
import type { Commands } from './commands';
import { LiveSource } from './live_source';
import type { Viewer } from './viewer';

/** Shows the running simulation of the server that the page came from. */
export class LiveOpener {
  private readonly client: LiveClient;
  private source: LiveSource | null = null;
  /** The scene being opened; frames that come meanwhile belong to it. */
  private opening: LiveSource | null = null;
  private framed = false;
  private scene: Scene | null = null;
  private pauseAtEvents = false;
  /** Values of inputs since the scene came, also while it is being opened. */
  private readonly inputs = new Map<number, number>();

  constructor(private readonly viewer: Viewer, private readonly commands: Commands, private readonly wishes: Wishes) {
    commands.bar.setTitle('', 'Sarrus', false);
    this.client = new LiveClient(liveAddress(location.href), {
      connection: (state, waiting) => {
        if (state === 'connecting') commands.bar.setStatus('connecting…', 'waiting');
        else if (state === 'connected') commands.bar.setStatus('connected', 'good');
        else commands.bar.setStatus(`connection lost; trying again in ${waiting} s`, 'bad');
        if (state !== 'lost') return;
        if (this.source) this.source.running = false;
        else viewer.showEmpty();
      },
      message: (message) => this.receive(message),
      frame: (buffer) => this.frame(buffer),
      misunderstood: (text) => viewer.notes.add(text),
    });
  }

  send(message: BrowserMessage): void { this.client.send(message); }

  private frame(buffer: ArrayBuffer): void {
    const source = this.opening ?? this.source;
    const fault = source ? source.receive(buffer) : 'A frame came before the scene.';
    if (fault !== null) return this.viewer.notes.add(fault);
    this.viewer.redraw(); // a frame may replace the last one at the same time
    if (!this.framed && !this.opening) this.reframe();
  }

  /** The camera is set when the first frame says where things are. */
  private reframe(): void {
    this.framed = true;
    if (this.source) this.show(this.source);
  }

  private receive(message: ServerMessage): void {
    const source = this.opening ?? this.source;
    switch (message.type) {
      case 'scene': return void this.open(message.scene);
      case 'status': return this.status(message);
      case 'note': return this.viewer.notes.add(message.text);
      case 'input':
        this.inputs.set(message.input, message.value);
        return this.viewer.shown?.live?.setInput(message.input, message.value);
      case 'saved': return this.viewer.shown?.live?.setSaved(message.state);
      case 'event':
        if (!source) return;
        source.addEvent({ time: message.time, name: message.name });
        this.viewer.shown?.timeLine.setEvents(source.events, (time) => source.scrub(time));
    }
  }

  private status(message: Extract<ServerMessage, { type: 'status' }>): void {
    for (const source of [this.opening, this.source]) {
      if (!source) continue;
      source.running = message.running;
      source.wanted = message.rate;
    }
    this.pauseAtEvents = message.pauseAtEvents;
    this.viewer.shown?.live?.setPauseAtEvents(message.pauseAtEvents);
    this.commands.bar.setStatus(message.text || (message.running ? 'running' : 'paused'), message.running ? 'good' : 'waiting');
  }

  private async open(value: unknown): Promise<void> {
    try {
      const scene = readScene(value);
      const source = new LiveSource(scene, (message) => this.send(message));
      if (this.source) source.running = this.source.running;
      this.opening = source;
      this.scene = scene;
      this.inputs.clear();
      const notes: string[] = [];
      await Promise.all([loadMeshes, loadTextures].map((load) => load(scene, (text) => notes.push(text))));
      await this.awaitFrame(source);
      if (this.opening !== source) return;
      this.opening = null;
      this.source = source;
      this.framed = source.frames.length > 0;
      this.show(source);
      for (const note of notes) this.viewer.notes.add(note);
    } catch (error) {
      this.viewer.showEmpty();
      this.viewer.notes.add(`The scene cannot be shown: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Waits a moment for the first frame, which comes right after the scene: with it the camera is set at once. */
  private async awaitFrame(source: LiveSource): Promise<void> {
    for (let i = 0; i < 10 && source.frames.length === 0; ++i) await new Promise((done) => { setTimeout(done, 10); });
  }

  private show(source: LiveSource): void {
    if (!this.scene) return;
    this.commands.bar.setTitle('', this.scene.name, false);
    const { live } = this.viewer.show(this.scene, source, this.wishes);
    live?.setPauseAtEvents(this.pauseAtEvents);
    this.inputs.forEach((value, input) => live?.setInput(input, value));
  }
}
