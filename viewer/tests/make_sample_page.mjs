// Writes a self-contained page with the sample scenes: node tests/make_sample_page.mjs [folder with viewer.html, dist if none is given]
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundled } from './bundle.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const folder = path.resolve(process.argv[2] ?? path.join(here, '..', 'dist'));
const { samplePage } = await bundled('sample.ts');
const data = JSON.stringify(samplePage()).replaceAll('<', '\\u003c');
const viewer = await readFile(path.join(folder, 'viewer.html'), 'utf8');
const element = `<script type="application/json" id="sarrus-page">${data}</script>`;
await writeFile(path.join(folder, 'sample.html'), viewer.replace('<!--sarrus-page-->', () => element));
