// Builds the viewer as one file: script and style are inline, nothing is loaded from elsewhere.
//   node build.mjs [folder of the output, dist if none is given]
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const here = path.dirname(fileURLToPath(import.meta.url));
const folder = path.resolve(process.argv[2] ?? path.join(here, 'dist'));

const common = { bundle: true, minify: true, write: false, legalComments: 'none', absWorkingDir: here, logLevel: 'warning' };

async function bundle(options) {
  const result = await esbuild.build({ ...common, ...options });
  return result.outputFiles[0].text;
}

const script = await bundle({
  entryPoints: ['src/main.ts'], format: 'iife', target: 'es2022', treeShaking: true, loader: { '.css': 'empty' },
});
const style = await bundle({ entryPoints: ['src/style/viewer.css'] });

// The text of a script element ends at the first "</script", wherever it stands, and is read in another way after "<!--".
const safe = script.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '\\x3c!--');

const template = await readFile(path.join(here, 'src', 'page.html'), 'utf8');
const page = template.replace('/*style*/', () => style.trim()).replace('/*script*/', () => safe.trim());

await mkdir(folder, { recursive: true });
const file = path.join(folder, 'viewer.html');
await writeFile(file, page);
console.log(`${file}: ${(Buffer.byteLength(page) / 1000).toFixed(0)} kB`);
