// Checks the compressed size of the files that a browser loads before the page shows anything. These are the scripts
// and styles of index.html and the font of nearly all text. Exits 1 above the limit.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

const LIMIT_KB = 150;
const NAMES_LIMIT_KB = 40;
const dist = resolve(import.meta.dirname, "../apps/web/dist");

let html;
try {
  html = readFileSync(join(dist, "index.html"), "utf8");
} catch {
  console.error("first-load: apps/web/dist has no index.html; build first: npm run build");
  process.exit(2);
}
const named = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path);
const fonts = readdirSync(join(dist, "assets")).filter((name) => /^inter-ascii-.*\.woff2$/.test(name));
if (named.length === 0 || fonts.length !== 1) {
  console.error("first-load: index.html names no script or style, or the font is not among the assets; has its name changed?");
  process.exit(2);
}
const names = readdirSync(join(dist, "assets")).filter((name) => /^jetbrains-mono-ascii-.*\.woff2$/.test(name));
const largest = Math.max(...names.map((name) => readFileSync(join(dist, "assets", name)).length));
if (names.length !== 1 || largest > NAMES_LIMIT_KB * 1024) {
  console.error(`first-load: the font of names, which is loaded after the first paint, is missing or larger than ${NAMES_LIMIT_KB} KB.`);
  process.exit(1);
}
// A font is already compressed. Gzip would only make it larger.
const files = [
  ...named.map((path) => ({ path, bytes: gzipSync(readFileSync(join(dist, path)), { level: 9 }).length })),
  ...fonts.map((font) => ({ path: `assets/${font}`, bytes: readFileSync(join(dist, "assets", font)).length })),
].sort((a, b) => b.bytes - a.bytes);
const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
const kb = (count) => (count / 1024).toFixed(1).padStart(7);

for (const file of files) console.log(`${kb(file.bytes)} KB  ${file.path}`);
console.log(`${kb(bytes)} KB  first load, compressed; at most ${LIMIT_KB} KB`);
if (bytes > LIMIT_KB * 1024) {
  console.error(
    `first-load: ${((bytes - LIMIT_KB * 1024) / 1024).toFixed(1)} KB too many. What not every page needs goes behind React.lazy, or is not needed.`,
  );
  process.exit(1);
}
