// Bundles all unit tests (*.test.ts) and runs them in node.
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleInto } from './bundle.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const files = (await readdir(here)).filter((name) => name.endsWith('.test.ts'));
const folder = await mkdtemp(path.join(os.tmpdir(), 'sarrus-viewer-'));
try {
  const results = await bundleInto(folder, files);
  const { status } = spawnSync(process.execPath, ['--test', ...results], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  await rm(folder, { recursive: true });
}
