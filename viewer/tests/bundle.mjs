// TypeScript of the tests as plain modules for node.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';

const here = path.dirname(fileURLToPath(import.meta.url));

/** Bundles files of this folder into another one; gives the paths of the results. */
export async function bundleInto(folder, files) {
  await esbuild.build({
    absWorkingDir: here, entryPoints: files, bundle: true, platform: 'node', format: 'esm', outdir: folder, outExtension: { '.js': '.mjs' },
    entryNames: '[name]', loader: { '.css': 'empty' }, logLevel: 'warning',
  });
  return files.map((file) => path.join(folder, `${path.basename(file, '.ts')}.mjs`));
}

/** Bundles one file and loads it. */
export async function bundled(file) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sarrus-viewer-'));
  try {
    const [result] = await bundleInto(folder, [file]);
    return await import(pathToFileURL(result));
  } finally {
    await rm(folder, { recursive: true });
  }
}
