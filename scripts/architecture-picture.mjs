// Draws docs/pictures/architecture.svg from the tables that the fences check. A room or folder may import the ones
// drawn below it. `node scripts/architecture-picture.mjs` writes the file.
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { floors } from "./folder-fences.mjs";
import { pureRooms, rooms } from "./rooms.mjs";

export const PICTURE = join(resolve(import.meta.dirname, ".."), "docs/pictures/architecture.svg");

/** The width of each column and its rooms, from bottom to top. A room in neighbouring columns is one card. */
const COLUMNS = [
  { width: 400, stack: ["packages/kube", "packages/daemonset", "packages/shared", "apps/web"] },
  { width: 16, stack: ["packages/kube", "packages/daemonset", "packages/shared", "apps/server", "e2e"] },
  { width: 344, stack: ["packages/kube", "packages/simulator", "apps/server", "e2e"] },
];
const WIDTH = 800;
const MARGIN = 20;
const GAP = 8;
const HEAD = 42;
const PAD = 12;
const ROW = 25;
const CHIP = 19;
/** Width of a letter of the monospaced font at its size, in px. */
const LETTER = 6.7;
const FOOT = 56;

const nameOf = (room) => room.split("/").at(-1);

/** Reports each room whose position does not match its import rules, a sentence each. */
export function misplacedRooms(table, columns) {
  const lying = new Map();
  for (const { stack } of columns)
    stack.forEach((room, at) => {
      lying.set(room, new Set([...(lying.get(room) ?? []), ...stack.slice(0, at).map(nameOf)]));
    });
  const drawn = [...lying].flatMap(([room, below]) => {
    const allowed = new Set(table[room]?.rooms ?? []);
    const extra = [...below].filter((each) => !allowed.has(each));
    const lacking = [...allowed].filter((each) => !below.has(each));
    return [
      ...extra.map((each) => `${room} is drawn above ${each}, which it may not import`),
      ...lacking.map((each) => `${room} may import ${each}, and is not drawn above it`),
    ];
  });
  return [
    ...drawn,
    ...Object.keys(table)
      .filter((room) => !lying.has(room))
      .map((room) => `${room} is not drawn`),
  ];
}

/** Returns the folders of a floor as rows of chips, none wider than the card. */
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
    for (const room of stack) {
      const card = cards.get(room) ?? { room, x: left, right: left };
      cards.set(room, { ...card, right: left + width });
    }
    left += width;
  }
  // Each inner edge takes half a gap.
  for (const card of cards.values()) {
    if (card.x > MARGIN) card.x += GAP / 2;
    if (card.right < WIDTH - MARGIN) card.right -= GAP / 2;
    card.floors = (floors[card.room] ?? []).map((folders) => rowsOf(folders, card.right - card.x - 2 * PAD));
    const rows = card.floors.flat().length;
    card.height = HEAD + (rows === 0 ? 0 : rows * ROW + card.floors.length * 3 + PAD - 3);
  }
  return cards;
}

/** Places each card on the ones below it, and stretches it up to the ones above. Heights count from the bottom. */
function stacked(columns) {
  const cards = cardsOf(columns);
  const under = (room) => columns.flatMap(({ stack }) => stack.slice(0, Math.max(0, stack.indexOf(room))).slice(-1));
  const over = (room) => columns.flatMap(({ stack }) => (stack.includes(room) ? stack.slice(stack.indexOf(room) + 1).slice(0, 1) : []));
  const bottomOf = (room) => Math.max(0, ...under(room).map((each) => bottomOf(each) + cards.get(each).height + GAP));
  const roof = Math.max(...[...cards.values()].map((card) => bottomOf(card.room) + card.height));
  const placed = [...cards.values()].map((card) => {
    const above = over(card.room);
    const top = above.length === 0 ? roof : Math.min(...above.map(bottomOf)) - GAP;
    return { ...card, bottom: bottomOf(card.room), top };
  });
  return { placed, roof };
}

function drawnCard({ room, x, right, bottom, top, height, floors: ofCard }, roof) {
  const y = MARGIN + roof - top;
  const { what } = rooms[room];
  const isPure = pureRooms.includes(room);
  // The remaining height is distributed between the floors.
  const spare = ofCard.length === 0 ? 0 : (top - bottom - height) / ofCard.length;
  const lines = [
    `<g class="${isPure ? "pure" : "room"}">`,
    `<rect class="card" x="${x}" y="${y}" width="${right - x}" height="${top - bottom}" rx="6"/>`,
    `<text class="name" x="${x + PAD}" y="${y + 19}">${room}${isPure ? '<tspan class="tag" dx="8">pure</tspan>' : ""}</text>`,
    `<text class="what" x="${x + PAD}" y="${y + 34}">${what}</text>`,
  ];
  let line = y + HEAD + 3;
  [...ofCard].reverse().forEach((rows, at) => {
    const floor = rows.length * ROW + spare;
    if (at > 0) lines.push(`<path class="floor" d="M${x + PAD} ${line - 1.5}H${right - PAD}"/>`);
    rows.forEach((chips, row) => {
      const chipY = line + (floor - rows.length * ROW) / 2 + row * ROW + (ROW - CHIP) / 2;
      for (const { folder, x: chipX, width } of chips)
        lines.push(
          `<rect class="chip" x="${x + PAD + chipX}" y="${chipY}" width="${width}" height="${CHIP}" rx="3"/>`,
          `<text class="folder" x="${x + PAD + chipX + 6}" y="${chipY + 13.5}">${folder}</text>`,
        );
    });
    line += floor + 3;
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
  .floor { stroke: #dde2e8; fill: none }
  .pure .floor { stroke: #c5dceb }
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
    .floor { stroke: #252b34 }
    .pure .floor { stroke: #1b3a51 }
    .chip { fill: #1a1f26; stroke: #2b323c }
    .pure .chip { fill: #142a3b; stroke: #1f4058 }
    .arrow { stroke: #828d9b }
  }
`;

/** Returns the picture as SVG text. Throws if the tables need a picture that this script cannot draw. */
export function architecturePicture() {
  const problems = misplacedRooms(rooms, COLUMNS);
  if (problems.length > 0) throw new Error(`scripts/architecture-picture.mjs: ${problems.join("; ")}: mend COLUMNS there.`);
  const { placed, roof } = stacked(COLUMNS);
  const height = MARGIN + roof + FOOT;
  const foot = MARGIN + roof + 24;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="The rooms of Daemonscope: each may import those that lie below it">`,
    `<style>${STYLE}</style>`,
    `<rect class="ground" width="${WIDTH}" height="${height}"/>`,
    ...placed.flatMap((card) => drawnCard(card, roof)),
    `<path class="arrow" d="M${MARGIN + 5} ${foot - 10}v18m-4 -4.5l4 4.5l4 -4.5"/>`,
    `<text class="says" x="${MARGIN + 20}" y="${foot}">A room may import those that lie below it, a folder those of its own floor and below.</text>`,
    `<text class="says" x="${MARGIN + 20}" y="${foot + 17}">Blue rooms are pure: no clock, no chance, no I/O. All of this is checked by npm run fences.</text>`,
    "</svg>",
    "",
  ].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) writeFileSync(PICTURE, architecturePicture());
