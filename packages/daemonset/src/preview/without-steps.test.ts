import { describe, expect, test } from "vitest";
import type { DaemonSetRecord } from "../records/records.ts";
import { PACE_BUCKET_MS } from "../records/rollout-pace.ts";
import { forecastOf } from "../rollout/forecast/forecast.ts";
import type { DaemonSetPreview } from "./effect-preview.ts";
import { effects, reading, type StoryParts } from "./preview.fixture.ts";

const NODES = Object.fromEntries(["n1", "n2", "n3", "n4", "n5"].map((name) => [name, { labels: { pool: "a" } }]));
const EVERYWHERE = [{ operator: "Exists" as const }];
const byBudget = (maxUnavailable: number) => ({ type: "RollingUpdate" as const, rollingUpdate: { maxUnavailable, maxSurge: 0 } });
/** Two of five nodes have the new revision; the rollout updates one node after the other. */
const RUNNING = { on: ["n1", "n2"], old: ["n3", "n4", "n5"], strategy: byBudget(1) };
/** The new pod of n1 is on a node that is not Ready, and holds the only slot. */
const STOPPED: StoryParts = {
  nodes: { ...NODES, n1: { ready: "False" } },
  sets: { a: { unready: ["n1"], old: ["n2", "n3", "n4", "n5"], strategy: byBudget(1), template: { tolerations: EVERYWHERE } } },
};

function inShort({ ghosts, rollout, anyway }: DaemonSetPreview): string {
  const ghostTexts = ghosts.map(({ ghost, nodes }) => `${ghost} ${nodes.join(" ")}`);
  const waves = (name: string, shown: typeof rollout) =>
    shown === undefined || shown.byHand
      ? []
      : [`${name} ${shown.replaced} pods, ${shown.atOnce} at once${shown.stands === undefined ? "" : ", stands"}`];
  return [...ghostTexts, ...waves("rollout", rollout), ...waves("anyway", anyway?.rollout)].join("; ");
}
const effectsInShort = (parts: StoryParts, text: string) => effects(reading(parts), text).daemonSets.map(inShort);
const running = (parts: Partial<StoryParts["sets"][string]> = {}): StoryParts => ({ nodes: NODES, sets: { a: { ...RUNNING, ...parts } } });

describe("I10 an effect of the steps excludes changes that happen without them", () => {
  test.each<readonly [string, StoryParts, string, readonly string[]]>([
    [
      "a larger budget of a running rollout restarts no pod that would not restart anyway",
      running(),
      "set-budget default/a maxUnavailable=3 maxSurge=0",
      ["rollout 3 pods, 3 at once; anyway 3 pods, 1 at once"],
    ],
    ["the same budget changes nothing", running(), "set-budget default/a maxUnavailable=1 maxSurge=0", []],
    [
      "a larger budget of a stopped rollout restarts the pods that it did not reach",
      STOPPED,
      "set-budget default/a maxUnavailable=2 maxSurge=0",
      ["restarts n2 n3 n4 n5; rollout 4 pods, 2 at once"],
    ],
    ["a rollout that stops with and without the step restarts nothing", STOPPED, "cordon n2", []],
    ["in a stopped rollout, the pod of a node that leaves is the only effect", STOPPED, "leave n5", ["goes n5"]],
    [
      "another template during a rollout restarts pods that were already updated",
      running(),
      "restart default/a",
      ["restarts n1 n2; rollout 5 pods, 1 at once; anyway 3 pods, 1 at once"],
    ],
    [
      "a taint during a rollout deletes the pods of its nodes, and the rollout continues",
      running(),
      "taint n1 x:NoExecute",
      ["goes n1; anyway 3 pods, 1 at once"],
    ],
    [
      "an old pod is deleted from an unwanted node, although the rollout would have replaced it",
      running({ template: { nodeSelector: { pool: "a" } } }),
      "label n5 pool-",
      ["goes n5; anyway 3 pods, 1 at once"],
    ],
    [
      "OnDelete during a rollout leaves the old pods for manual deletion",
      running(),
      "set-strategy default/a OnDelete",
      ["replacedByHand n3 n4 n5; anyway 3 pods, 1 at once"],
    ],
    [
      "old pods under OnDelete wait without the steps too",
      running({ strategy: { type: "OnDelete" } }),
      "taint n1 x:NoExecute",
      ["goes n1"],
    ],
    [
      "a pod deleted by a step restarts because of it, also if it is old",
      running(),
      "delete-pods default a-n5",
      ["restarts n5; anyway 3 pods, 1 at once"],
    ],
    [
      "an expected pod is created without the steps",
      running({ on: ["n1"] }),
      "restart default/a",
      ["restarts n1; rollout 4 pods, 1 at once; anyway 3 pods, 1 at once"],
    ],
  ])("%s", (_rule, parts, text, expected) => {
    expect(effectsInShort(parts, text)).toEqual(expected);
  });

  test("steps that change no placement have no effect on a DaemonSet, at any stage of its rollout", () => {
    const names = Object.keys(NODES);
    for (let seed = 0; seed < 3 ** 5; seed += 7) {
      const kind = (at: number): number => Math.floor(seed / 3 ** at) % 3;
      const on = names.filter((_, at) => kind(at) === 0);
      const old = names.filter((_, at) => kind(at) === 1);
      const unready = names.filter((_, at) => kind(at) === 2);
      const strategy = [byBudget(1), byBudget(2), { type: "OnDelete" as const }][seed % 3] ?? byBudget(1);
      const cluster = reading({ nodes: NODES, sets: { a: { on, old, unready, strategy } } });
      for (const text of ["cordon n1; uncordon n1", "label n2 x=y", "taint n3 soft:PreferNoSchedule"])
        expect(effects(cluster, text).daemonSets.map(inShort), `seed ${seed}: ${text}`).toEqual([]);
    }
  });

  test("counts the pods that a running rollout replaces anyway, with another template", () => {
    const anyway = (text: string, parts = running()) =>
      effects(reading(parts), text).daemonSets.map(({ replacedAnyway, ghosts }) => [replacedAnyway, ghosts.length]);
    expect(anyway("restart default/a")).toEqual([[3, 1]]);
    const before = running({ on: [], old: ["n1", "n2", "n3", "n4", "n5"] });
    expect(anyway("restart default/a", before), "the rollout has replaced no pod yet").toEqual([[5, 0]]);
    expect(anyway("set-budget default/a maxUnavailable=3 maxSurge=0")).toEqual([[undefined, 0]]);
    expect(anyway("restart default/a", running({ strategy: { type: "OnDelete" } })).flat()).not.toContain(3);
  });

  test("returns the counts without the steps next to those of now and then", () => {
    const [effect] = effects(reading(running()), "taint n1 x:NoExecute").daemonSets;
    expect(effect).toMatchObject({
      now: { desired: 5, updated: 2, available: 5 },
      anyway: { counts: { desired: 5, updated: 5, available: 5 } },
      then: { desired: 4, updated: 4, available: 4 },
    });
  });
});

describe("I6 R25 a preview of a moving rollout takes the time of its forecast", () => {
  const story = reading(running());
  const { nowMs } = story;
  const fromMs = Math.floor(nowMs / PACE_BUCKET_MS - 1) * PACE_BUCKET_MS;
  const record = {
    ...story.daemonSetRecord("default/a"),
    underWay: true,
    concern: null,
    pace: { sinceMs: fromMs, fromMs, counts: [2], remaining: 3 },
  } as DaemonSetRecord;
  const measured = Object.assign(story, { daemonSetRecord: () => record });
  const leftIn = (text: string) => effects(measured, text).daemonSets.map(({ rollout, anyway }) => [anyway?.rollout, rollout]);
  const forecast = forecastOf(record, nowMs);
  const leftMs = forecast.kind === "moving" ? forecast.leftMs : 0;

  test("without the steps it is the forecast, and more at a time is never slower", () => {
    expect(leftMs).toBeGreaterThan(0);
    const [[anyway, larger] = []] = leftIn("set-budget default/a maxUnavailable=3 maxSurge=0");
    expect(anyway?.leftMs).toBe(leftMs);
    expect(larger?.leftMs).toBeLessThanOrEqual(leftMs);
  });
  test("more restarts at the same budget take longer", () => {
    const [[, again] = []] = leftIn("set-image default/a *=other");
    expect(again?.leftMs).toBeCloseTo((5 / 3) * leftMs);
  });
});
