// Draws docs/pictures/architecture.svg from the table of scripts/checks/packages.mjs. A package or folder may import
// the ones drawn below it. `node scripts/architecture-picture.mjs` writes the file.
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { packages, purePackages } from "./checks/packages.mjs";

export const PICTURE = join(resolve(import.meta.dirname, ".."), "docs/pictures/architecture.svg");

/** The width of each column and its packages, from bottom to top. A package in neighbouring columns is one card. */
const COLUMNS = [
  { width: 330, stack: ["packages/kube", "packages/columns", "packages/daemonset", "packages/words", "packages/shared", "apps/web"] },
  {
    width: 16,
    stack: ["packages/kube", "packages/columns", "packages/daemonset", "packages/words", "packages/shared", "apps/server", "e2e"],
  },
  { width: 190, stack: ["packages/kube", "packages/columns", "packages/kube-client", "apps/server", "e2e"] },
  { width: 264, stack: ["packages/kube", "packages/simulated-apiserver", "packages/simulator", "apps/server", "e2e"] },
];
const MARGIN = 20;
const WIDTH = COLUMNS.reduce((sum, { width }) => sum + width, 2 * MARGIN);
const GAP = 8;
const HEAD = 42;
const PAD = 12;
const ROW = 25;
const CHIP = 19;
/** The width of a letter of the monospaced font at the size of the chips, in px. */
const LETTER = 6.7;
const FOOT = 56;

const nameOf = (path) => path.split("/").at(-1);

/** Returns the names of the packages that a package imports, directly and through others. */
function reachable(table, name) {
  const byName = new Map(Object.entries(table).map(([path, entry]) => [nameOf(path), entry]));
  const found = new Set();
  const waiting = [...(byName.get(name)?.packages ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...(byName.get(next)?.packages ?? []));
  }
  return found;
}

/** Returns a sentence for each package that is not drawn above exactly the packages that it may import. */
export function misplacedPackages(table, columns) {
  const below = new Map();
  for (const { stack } of columns)
    stack.forEach((path, at) => {
      below.set(path, new Set([...(below.get(path) ?? []), ...stack.slice(0, at).map(nameOf)]));
    });
  const drawn = [...below].flatMap(([path, names]) => {
    const allowed = reachable(table, nameOf(path));
    return [
      ...[...names].filter((each) => !allowed.has(each)).map((each) => `${path} is drawn above ${each}, which it may not import`),
      ...[...allowed].filter((each) => !names.has(each)).map((each) => `${path} may import ${each}, and is not drawn above it`),
    ];
  });
  return [
    ...drawn,
    ...Object.keys(table)
      .filter((path) => !below.has(path))
      .map((path) => `${path} is not drawn`),
  ];
}

/** Returns the folders of a layer as rows of chips, none wider than the card. */
function rowsOf(folders, width) {
  const rows = [];
  let x = Number.POSITIVE_INFINITY;
  for (const folder of folders) {
    const chip = Math.ceil(folder.length * LETTER) + 12;
    if (x + chip > width) {
      rows.push([]);
      x = 0;
    }
    rows.at(-1).push({ folder, x, width: chip });
    x += chip + 5;
  }
  return rows;
}

function cardsOf(columns) {
  let left = MARGIN;
  const cards = new Map();
  for (const { width, stack } of columns) {
    for (const path of stack) {
      const card = cards.get(path) ?? { path, x: left, right: left };
      cards.set(path, { ...card, right: left + width });
    }
    left += width;
  }
  // Each inner edge takes half a gap.
  for (const card of cards.values()) {
    if (card.x > MARGIN) card.x += GAP / 2;
    if (card.right < WIDTH - MARGIN) card.right -= GAP / 2;
    card.layers = (packages[card.path].layers ?? []).map((folders) => rowsOf(folders, card.right - card.x - 2 * PAD));
    const rows = card.layers.flat().length;
    card.height = HEAD + (rows === 0 ? 0 : rows * ROW + card.layers.length * 3 + PAD - 3);
  }
  return cards;
}

/** Places each card on the ones below it, and stretches it up to the ones above. Heights count from the bottom. */
function placeCards(columns) {
  const cards = cardsOf(columns);
  const under = (path) => columns.flatMap(({ stack }) => stack.slice(0, Math.max(0, stack.indexOf(path))).slice(-1));
  const over = (path) => columns.flatMap(({ stack }) => (stack.includes(path) ? stack.slice(stack.indexOf(path) + 1).slice(0, 1) : []));
  const bottomOf = (path) => Math.max(0, ...under(path).map((each) => bottomOf(each) + cards.get(each).height + GAP));
  const roof = Math.max(...[...cards.values()].map((card) => bottomOf(card.path) + card.height));
  const placed = [...cards.values()].map((card) => {
    const above = over(card.path);
    const top = above.length === 0 ? roof : Math.min(...above.map(bottomOf)) - GAP;
    return { ...card, bottom: bottomOf(card.path), top };
  });
  return { placed, roof };
}

function cardLines({ path, x, right, bottom, top, height, layers: cardLayers }, roof) {
  const y = MARGIN + roof - top;
  const { what } = packages[path];
  const isPure = purePackages.includes(path);
  // The remaining height is distributed between the layers.
  const spare = cardLayers.length === 0 ? 0 : (top - bottom - height) / cardLayers.length;
  const lines = [
    `<g class="${isPure ? "pure" : "package"}">`,
    `<rect class="card" x="${x}" y="${y}" width="${right - x}" height="${top - bottom}" rx="6"/>`,
    `<text class="name" x="${x + PAD}" y="${y + 19}">${path}${isPure ? '<tspan class="tag" dx="8">pure</tspan>' : ""}</text>`,
    `<text class="what" x="${x + PAD}" y="${y + 34}">${what}</text>`,
  ];
  let line = y + HEAD + 3;
  [...cardLayers].reverse().forEach((rows, at) => {
    const layer = rows.length * ROW + spare;
    if (at > 0) lines.push(`<path class="layer" d="M${x + PAD} ${line - 1.5}H${right - PAD}"/>`);
    rows.forEach((chips, row) => {
      const chipY = line + (layer - rows.length * ROW) / 2 + row * ROW + (ROW - CHIP) / 2;
      for (const { folder, x: chipX, width } of chips)
        lines.push(
          `<rect class="chip" x="${x + PAD + chipX}" y="${chipY}" width="${width}" height="${CHIP}" rx="3"/>`,
          `<text class="folder" x="${x + PAD + chipX + 6}" y="${chipY + 13.5}">${folder}</text>`,
        );
    });
    line += layer + 3;
  });
  return [...lines, "</g>"];
}

const STYLE = `
  text { font-family: Inter, system-ui, -apple-system, "Segoe UI", sans-serif; fill: #12161b }
  .ground { fill: #ffffff }
  .card { fill: #f6f7f9; stroke: #c6cdd6 }
  .pure .card { fill: #e6f1f9; stroke: #7fb2d6 }
  .name { font-size: 13.5px; font-weight: 600 }
  .tag { font-size: 11.5px; font-weight: 500; fill: #00649c }
  .what, .says { font-size: 12px; fill: #47515d }
  .layer { stroke: #dde2e8; fill: none }
  .pure .layer { stroke: #c5dceb }
  .chip { fill: #ffffff; stroke: #dde2e8 }
  .pure .chip { stroke: #c5dceb }
  .folder { font: 11px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace }
  .arrow { stroke: #626c78; fill: none; stroke-width: 1.5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #eef1f4 }
    .ground { fill: #0c0e11 }
    .card { fill: #12151a; stroke: #343c47 }
    .pure .card { fill: #0e1f2c; stroke: #29597c }
    .tag { fill: #5fb1ea }
    .what, .says { fill: #a9b3bf }
    .layer { stroke: #252b34 }
    .pure .layer { stroke: #1b3a51 }
    .chip { fill: #1a1f26; stroke: #2b323c }
    .pure .chip { fill: #142a3b; stroke: #1f4058 }
    .arrow { stroke: #828d9b }
  }
`;

/** Returns the picture as SVG text. Throws if the tables need a picture that this script cannot draw. */
export function architecturePicture() {
  const problems = misplacedPackages(packages, COLUMNS);
  if (problems.length > 0) throw new Error(`scripts/architecture-picture.mjs: ${problems.join("; ")}: mend COLUMNS there.`);
  const { placed, roof } = placeCards(COLUMNS);
  const height = MARGIN + roof + FOOT;
  const foot = MARGIN + roof + 24;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="The packages of Daemonscope: each may import those below it">`,
    `<style>${STYLE}</style>`,
    `<rect class="ground" width="${WIDTH}" height="${height}"/>`,
    ...placed.flatMap((card) => cardLines(card, roof)),
    `<path class="arrow" d="M${MARGIN + 5} ${foot - 10}v18m-4 -4.5l4 4.5l4 -4.5"/>`,
    `<text class="says" x="${MARGIN + 20}" y="${foot}">A package may import those below it, a folder those of its own layer and below.</text>`,
    `<text class="says" x="${MARGIN + 20}" y="${foot + 17}">Blue packages are pure: no clock, no randomness, no I/O. npm run fences checks all of this.</text>`,
    "</svg>",
    "",
  ].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) writeFileSync(PICTURE, architecturePicture());
