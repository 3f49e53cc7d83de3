// Builds the docs site into apps/web/dist/docs, which the server serves at /docs.
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { siteTexts } from "./site.mjs";

const root = resolve(import.meta.dirname, "../..");
const dist = join(root, "apps/web/dist");
const font = readdirSync(join(dist, "assets")).find((name) => /^inter-latin-wght-normal-.*\.woff2$/.test(name));
if (font === undefined) {
  console.error("docs-site: the Latin font is not among the assets of apps/web/dist: has its name changed?");
  process.exit(1);
}
rmSync(join(dist, "docs"), { recursive: true, force: true });
for (const [path, text] of siteTexts(root, { font: `../assets/${font}` })) {
  const file = join(dist, "docs", path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
cpSync(join(root, "docs/pictures"), join(dist, "docs/pictures"), { recursive: true });
