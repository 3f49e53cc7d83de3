import { readFileSync } from "node:fs";
import { VERDICT_WORDS } from "@daemonscope/daemonset/rollout/verdict-word";
import { expect, it } from "vitest";
import { serverOnManualTime } from "./context.fixture.ts";

interface GridPosition {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: GridPosition;
  readonly targets?: readonly { readonly expr: string }[];
}

const TEXT = readFileSync(new URL("../../../../deploy/grafana/dashboard.json", import.meta.url), "utf8");
const { panels } = JSON.parse(TEXT) as { readonly panels: readonly Panel[] };
const exprOf = (title: string): string => panels.find((panel) => panel.title === title)?.targets?.[0]?.expr ?? "";

it("every metric of the dashboard is served, and two replicas are counted once", async () => {
  const { get } = serverOnManualTime();
  const served = (await Promise.all(["/metrics", "/metrics/daemonsets"].map(async (path) => (await get(path)).body))).join("\n");
  for (const name of new Set(TEXT.match(/daemonscope_\w+/g))) expect(served, name).toContain(`# TYPE ${name} `);
  for (const { title, targets = [] } of panels)
    for (const { expr } of targets) if (/daemonscope_(daemonset_|source_age)/.test(expr)) expect(expr, title).toMatch(/\b(max|min) by \(/);
});

it("sorts by severity: the table has each word of the page, in the page's order", () => {
  const words = [...exprOf("Worst first").matchAll(/(\d+) \* [^\n]*word="(\w+)"/g)].map(([, rank, word]) => [Number(rank), word]);
  expect(words).toEqual(VERDICT_WORDS.map((word, at) => [at + 1, word]));
});

it("each panel has a description, and no two panels overlap", () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const overlap = (a: GridPosition, b: GridPosition) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
  for (const [at, panel] of panels.entries()) {
    if (panel.type !== "row") expect(panel.description, panel.title).toMatch(/\.$/);
    expect(panel.gridPos.x + panel.gridPos.w, panel.title).toBeLessThanOrEqual(24);
    for (const other of panels.slice(at + 1)) expect(overlap(panel.gridPos, other.gridPos), `${panel.title}, ${other.title}`).toBe(false);
  }
});
