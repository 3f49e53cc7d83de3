import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { type Daemonscope, startSimulated } from "../daemonscope.ts";
import { type RunningPrometheus, startPrometheus } from "./prometheus.ts";
import { cannotRun, measured } from "./step.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "deploy");

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly refId: string; readonly expr: string }[];
}

interface Dashboard {
  readonly panels: readonly Panel[];
  readonly annotations: { readonly list: readonly { readonly expr: string }[] };
}

const DASHBOARD = JSON.parse(readFileSync(join(FOLDER, "grafana/dashboard.json"), "utf8")) as Dashboard;

/** Replaces the variables as Grafana does when all namespaces are selected. */
const fillVariables = (expr: string): string => expr.replaceAll("$namespace", ".*").replaceAll("$__rate_interval", "10s");

const QUERIES: readonly (readonly [name: string, promql: string])[] = [
  ...DASHBOARD.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ refId, expr }) => [`${title} ${refId}`, fillVariables(expr)] as const),
  ),
  ...DASHBOARD.annotations.list.map(({ expr }) => ["Alerts", fillVariables(expr)] as const),
];

/**
 * Queries that have a value only in certain states, and the story in which they must have one. All others must have one
 * in every story.
 */
const ONLY_IN: Readonly<Record<string, string>> = {
  Alerts: "bad-image",
  "Worst first D": "bad-image",
  "Worst first E": "bad-image",
  "When it began A": "bad-image",
  "Budget: used of allowed A": "bad-image",
  "Budget: used of allowed B": "bad-image",
  "Who holds the budget A": "bad-image",
  "Nodes with something wrong, by what it is A": "bad-image",
  "Nodes that still wait for the new revision A": "image-update",
  "Nodes a minute A": "image-update",
  "Pods where none is wanted, by cause A": "control-plane-taint",
  "Nodes that stopped wanting it A": "label-flip",
};

/** Removes the limit of the query for back-off loops, because no story has one and its series is 0. */
const unlimited = (name: string, promql: string): string =>
  name.startsWith("Nodes whose pods are made again") ? promql.replace(/ > 0$/, "") : promql;

const STEP_SECONDS = 5;

/** Resolves after Prometheus has scraped both paths again. */
async function waitForScrape(prometheus: RunningPrometheus): Promise<void> {
  const afterMs = Date.now();
  await expect
    .poll(async () => 1000 * Number((await prometheus.query("min(timestamp(up))"))[0]?.value[1] ?? 0), { intervals: [100] })
    .toBeGreaterThan(afterMs);
}

test.describe("the Grafana dashboard", () => {
  let product: Daemonscope | undefined;
  let prometheus: RunningPrometheus | undefined;
  test.beforeAll(async () => {
    if (spawnSync("prometheus", ["--version"]).status !== 0) return;
    product = await startSimulated("hw-rng");
    prometheus = await startPrometheus(product.url, join(FOLDER, "prometheus/alerts.yaml"));
  });
  test.afterAll(async () => {
    await prometheus?.stop();
    await product?.stop();
  });

  for (const [story, seconds] of [
    ["bad-image", 120],
    ["label-flip", 150],
    ["control-plane-taint", 150],
    ["image-update", 90],
  ] as const)
    test(`queries a real Prometheus with results, in the story ${story}`, async () => {
      if (product === undefined || prometheus === undefined) return cannotRun("there is no prometheus: apt-get install prometheus");
      const [scope, watched] = [product, prometheus];
      await scope.story(story);
      const answered = new Set<string>();
      for (let at = 0; at < seconds; at += STEP_SECONDS) {
        await scope.advance(STEP_SECONDS * 1000, 1000);
        await waitForScrape(watched);
        for (const [name, promql] of QUERIES) if ((await watched.query(unlimited(name, promql))).length > 0) answered.add(name);
      }
      const silent = QUERIES.map(([name]) => name).filter((name) => (ONLY_IN[name] ?? story) === story && !answered.has(name));
      expect(silent).toEqual([]);
      // A query that belongs to one story must still exist.
      expect(Object.keys(ONLY_IN).filter((name) => !QUERIES.some(([known]) => known === name))).toEqual([]);
      measured(`${answered.size} of ${QUERIES.length} queries have a value`);
    });
});
