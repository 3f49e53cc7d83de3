import type { TimelineEvent } from "@daemonscope/shared/http/history";
import { describe, expect, it } from "vitest";
import { createTranslator } from "../../../words/i18n/translator.fixture.ts";
import { bandsOf } from "./bands.ts";
import { itemsOfNode, laneGroups, laneItems, stopMoments, withSteps } from "./lanes.ts";
import { groupWords, markWords } from "./mark-text.ts";

const ds = "kube-system/log";
const detail = { kind: "nodesUnready", count: 1 } as const;
const HAPPENED: readonly TimelineEvent[] = [
  { kind: "specChanged", atMs: 10, daemonSet: ds, generation: 2 },
  { kind: "rolloutStarted", atMs: 10, daemonSet: ds, hash: "b" },
  { kind: "nodeNotReady", atMs: 20, node: "n1" },
  { kind: "concernBegan", atMs: 25, daemonSet: ds, concern: "budgetHeld", stuck: true, detail },
  { kind: "concernBegan", atMs: 30, daemonSet: "a/other", concern: "failing", stuck: false, detail },
  { kind: "nodeReady", atMs: 40, node: "n1" },
  { kind: "concernEnded", atMs: 45, daemonSet: ds, concern: "budgetHeld" },
  { kind: "rolloutFinished", atMs: 50, daemonSet: ds, hash: "b" },
  { kind: "watchGap", atMs: 60, source: "pods", fromMs: 55 },
  { kind: "taintsChanged", atMs: 70, node: "n2" },
  { kind: "nodeNotReady", atMs: 80, node: "n2" },
];
const summaryOf = (items: ReturnType<typeof laneItems>) =>
  items.map(({ lane, timelineEvent, fromMs, toMs }) => [lane, timelineEvent.kind, fromMs, toMs]);

describe("the items of the timeline", () => {
  it("draw a period from start to end, and an ongoing one up to now", () => {
    expect(summaryOf(laneItems(HAPPENED, { kind: "all" }))).toEqual([
      ["mark", "rolloutStarted", 10, 50],
      ["mark", "nodeNotReady", 20, 40],
      ["mark", "concernBegan", 25, 45],
      ["mark", "concernBegan", 30, undefined],
      ["gap", "watchGap", 55, 60],
      ["mark", "taintsChanged", 70, 70],
      ["mark", "nodeNotReady", 80, undefined],
    ]);
  });
  it("show the page's DaemonSet or node, and the gaps of all", () => {
    const kinds = (scope: Parameters<typeof laneItems>[1]) => laneItems(HAPPENED, scope).map(({ timelineEvent }) => timelineEvent.kind);
    expect(kinds({ kind: "daemonSet", key: "a/other" })).toEqual([
      "nodeNotReady",
      "concernBegan",
      "watchGap",
      "taintsChanged",
      "nodeNotReady",
    ]);
    const nodeEvents = laneItems(HAPPENED, { kind: "node", name: "n2", failing: [] }).map(({ timelineEvent }) => timelineEvent);
    expect(nodeEvents.filter((timelineEvent) => "node" in timelineEvent)).toHaveLength(2);
    expect(
      nodeEvents.filter((timelineEvent) => ("node" in timelineEvent && timelineEvent.node !== "n2") || "daemonSet" in timelineEvent),
    ).toEqual([]);
  });
  it("show the agents that fail on the page's node while they fail", () => {
    const items = laneItems(HAPPENED, { kind: "node", name: "n2", failing: [ds] });
    const daemonSetsAt = (atMs: number) =>
      itemsOfNode(items, atMs).flatMap(({ timelineEvent }) => ("daemonSet" in timelineEvent ? [timelineEvent.daemonSet] : []));
    expect([10, 30, 60, Number.POSITIVE_INFINITY].map(daemonSetsAt)).toEqual([[], [ds], [], []]);
    const other = laneItems(HAPPENED, { kind: "node", name: "n2", failing: ["a/other"] });
    expect(summaryOf(itemsOfNode(other, Number.POSITIVE_INFINITY))).toContainEqual(["mark", "concernBegan", 30, undefined]);
  });
  it("show a concern that began before the history and ended in it, from the start of the history", () => {
    const ended = { kind: "concernEnded", daemonSet: ds, atMs: 45, concern: "failing" } as const;
    const items = laneItems([ended, { ...ended, atMs: 90 }], { kind: "all" }, 5);
    expect(summaryOf(items)).toEqual([["mark", "concernEnded", 5, 45]]);
    expect(bandsOf(items)).toMatchObject([{ fromMs: 5, toMs: 45, parts: [{ look: "failing" }] }]);
    expect(groupWords(createTranslator().t, items)).toBe("log: failing");
    expect(laneItems(HAPPENED, { kind: "all" }, 5).map(({ fromMs }) => fromMs)).not.toContain(5);
  });
  it("merge marks that start too close to each other", () => {
    const items = laneItems(HAPPENED, { kind: "all" });
    const groups = laneGroups(items, (atMs) => atMs, 8);
    expect(groups.map(({ x, items: drawn }) => [x, drawn.length])).toEqual([
      [10, 1],
      [20, 2],
      [30, 1],
      [70, 1],
      [80, 1],
    ]);
  });
  it("show a user's action, and not its effects in the watches again", () => {
    const items = laneItems(
      [
        { kind: "acted", atMs: 10, act: "restarted", daemonSet: ds },
        { kind: "specChanged", atMs: 11, daemonSet: ds, generation: 2 },
        { kind: "rolloutStarted", atMs: 12, daemonSet: ds, hash: "b" },
        { kind: "taintsChanged", atMs: 19, node: "n2" },
        { kind: "actedOnNodes", atMs: 20, act: "tainted", nodes: ["n1", "n2"] },
        { kind: "taintsChanged", atMs: 21, node: "n1" },
        { kind: "taintsChanged", atMs: 22, node: "n3" },
        { kind: "taintsChanged", atMs: 9000, node: "n1" },
      ],
      { kind: "all" },
    );
    expect(summaryOf(items).map(([, kind, fromMs]) => [kind, fromMs])).toEqual([
      ["acted", 10],
      ["rolloutStarted", 12],
      ["actedOnNodes", 20],
      ["taintsChanged", 22],
      ["taintsChanged", 9000],
    ]);
    const { t } = createTranslator();
    expect(laneGroups(items, (atMs) => atMs, 8).map((group) => groupWords(t, group.items))).toEqual([
      "log restarted with Daemonscope",
      "2 nodes tainted with Daemonscope, and 1 more",
      "n1: taints changed",
    ]);
    expect(
      laneItems([{ kind: "actedOnNodes", atMs: 1, act: "cordoned", nodes: ["n1"] }], { kind: "node", name: "n2", failing: [] }),
    ).toEqual([]);
  });
  it("R33 name the owner that returned to an earlier revision", () => {
    const reversal = { owner: { kind: "argocd", name: "log" }, revision: 2 } as const;
    const items = laneItems([{ kind: "rolloutStarted", atMs: 20, daemonSet: ds, hash: "b", reversal }], { kind: "all" });
    const { t } = createTranslator();
    expect(groupWords(t, items)).toBe("log: Argo CD application log reverted revision 2");
    expect(markWords(t, { kind: "daemonSet", key: ds }, items)).toBe("reverted");
  });
  it("R33 name the owner that returned to an earlier update strategy", () => {
    const reversal = { owner: { kind: "argocd", name: "log" }, atMs: 20 } as const;
    const items = laneItems([{ kind: "specChanged", atMs: 20, daemonSet: ds, generation: 3, reversal }], { kind: "all" });
    const { t } = createTranslator();
    expect(groupWords(t, items)).toBe("log: Argo CD application log reverted the update strategy");
    expect(markWords(t, { kind: "daemonSet", key: ds }, items)).toBe("reverted");
  });
  it("show a NotReady node, and not again the concern about it", () => {
    const concern = { kind: "concernBegan", daemonSet: ds, concern: "nodesUnready", stuck: false, detail } as const;
    const notReady = { kind: "nodeNotReady", atMs: 20, node: "n1" } as const;
    expect(summaryOf(laneItems([notReady, { ...concern, atMs: 20 }], { kind: "all" }))).toEqual([["mark", "nodeNotReady", 20, undefined]]);
    expect(laneItems([{ ...concern, atMs: 20 }], { kind: "all" })).toHaveLength(1);
    expect(laneItems([notReady, { ...concern, atMs: 9000 }], { kind: "all" })).toHaveLength(2);
  });
  it("show a stuck rollout from the time that its verdict counts, and not the failures that it began with", () => {
    const failing = { kind: "concernBegan", daemonSet: ds, atMs: 20, concern: "failing", stuck: false, detail } as const;
    const ended = { kind: "concernEnded", daemonSet: ds, atMs: 66, concern: "failing" } as const;
    const stuck = { ...failing, atMs: 66, stuck: true, sinceMs: 19 } as const;
    expect(summaryOf(laneItems([failing, ended, stuck], { kind: "all" }))).toEqual([["mark", "concernBegan", 19, undefined]]);
    expect(laneItems([failing, ended, { ...stuck, sinceMs: 30 }], { kind: "all" })).toHaveLength(2);
    const shrunk = { ...stuck, concern: "desiredDropped", stuck: false } as const;
    expect(laneItems([failing, ended, shrunk], { kind: "all" })).toHaveLength(2);
  });
  it("show a node that joins, and not its first taints", () => {
    const taints = { kind: "taintsChanged", node: "n1" } as const;
    const joined = { kind: "nodeJoined", atMs: 20, node: "n1" } as const;
    const items = laneItems([joined, { ...taints, atMs: 900 }, { ...taints, atMs: 90_000 }], { kind: "all" });
    expect(summaryOf(items).map(([, kind, fromMs]) => [kind, fromMs])).toEqual([
      ["nodeJoined", 20],
      ["taintsChanged", 90_000],
    ]);
  });
  it("show one mark for the nodes of a pool that leave in one wave, until 15 seconds without another", () => {
    const leaving = (atMs: number, node: string, pool: string) => ({ kind: "nodeShuttingDown", atMs, node, pool }) as const;
    const items = laneItems(
      [
        leaving(1000, "b1", "batch"),
        { kind: "taintsChanged", atMs: 1001, node: "b1" },
        leaving(14_000, "b2", "batch"),
        leaving(28_000, "b3", "batch"),
        leaving(35_000, "s1", "spot"),
        { kind: "nodeLeft", atMs: 50_000, node: "b1" },
        { kind: "nodeLeft", atMs: 60_000, node: "b2" },
        { kind: "nodeLeft", atMs: 76_000, node: "b3" },
      ],
      { kind: "all" },
    );
    const { t } = createTranslator();
    expect(laneGroups(items, (atMs) => atMs, 8).map((group) => groupWords(t, group.items))).toEqual([
      "3 nodes shut down",
      "s1 shuts down",
      "2 nodes left",
      "b3 left",
    ]);
  });
  it("end a wave at another mark, so that its mark has no node of a later time", () => {
    const joined = (atMs: number, node: string) => ({ kind: "nodeJoined", atMs, node }) as const;
    const items = laneItems(
      [joined(1000, "n1"), { kind: "nodeNotReady", atMs: 6000, node: "n9" }, joined(9000, "n2"), joined(14_000, "n3")],
      {
        kind: "all",
      },
    );
    expect(laneGroups(items, (atMs) => atMs, 8).map((group) => [group.x, group.items.length])).toEqual([
      [1000, 1],
      [6000, 1],
      [9000, 2],
    ]);
  });
  it("step through starts and ends, each once", () => {
    expect(stopMoments(laneItems(HAPPENED, { kind: "all" }))).toEqual([10, 20, 25, 30, 40, 45, 50, 55, 60, 70, 80]);
  });
});

describe("the steps of a pair", () => {
  const step = (atMs: number) => ({ kind: "pairStep", atMs, words: `step ${atMs}` }) as const;
  it("are among the navigable marks while a pair is open, and apart from other marks", () => {
    const happened = laneItems(HAPPENED, { kind: "daemonSet", key: "a/other" });
    const items = withSteps(happened, [step(15), step(35)]);
    const groups = laneGroups(items, (atMs) => atMs, 100);
    expect(groups.map((group) => group.items.map(({ lane }) => lane))).toContainEqual(["pair", "pair"]);
    expect(stopMoments(items)).toEqual([...stopMoments(happened), 15, 35].sort((a, b) => a - b));
  });
});
