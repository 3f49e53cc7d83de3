import type { ConcernDetail } from "@daemonscope/daemonset/records/concern-detail";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { Concern } from "@daemonscope/daemonset/records/rollout";
import { verdictKindOf } from "@daemonscope/daemonset/rollout/verdict-kind";
import { compareVerdicts, verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { describe, expect, it } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { isUrgent, verdictOn, verdictOnFleet } from "./select-verdict.ts";

const { t } = createTranslator();

const NOW_MS = 10_000_000;
const MINUTE_MS = 60_000;
const IMAGE = { kind: "imageFailed", reason: "ImagePullBackOff", subject: "quay.io/logs/fluentd:v9-missing" } as const;
const BROKEN: ConcernDetail = { kind: "broken", isHalted: true, count: 2, reached: 3, sickBefore: 1, sickWithout: 0 };
const IDLE: ConcernDetail = { kind: "idle", free: 3, allowed: 3 };
const SLOW: ConcernDetail = { kind: "held", count: 3, cause: { kind: "starting" } };

const concernOf = (kind: Concern["kind"], detail: ConcernDetail, stuck = false): Concern => ({
  kind,
  detail,
  sinceMs: NOW_MS - 3 * MINUTE_MS,
  nodes: [],
  stuck,
});

/** Twelve nodes, three updated, a budget of three that is used up. */
const recordOf = (concern: Concern | null, rollout: DaemonSetRecord["rollout"]["kind"] = "updating"): DaemonSetRecord =>
  ({
    key: `default/${concern?.kind ?? rollout}`,
    concern,
    unread: [],
    rollout: { kind: rollout, message: "" },
    underWay: rollout === "updating",
    reported: { desiredNumberScheduled: 12, updatedNumberScheduled: 3, numberAvailable: 9 },
    derived: { desiredNumberScheduled: 12, updatedNumberScheduled: 3, numberAvailable: 9 },
    budget: { kind: "maxUnavailable", spec: "3", allowed: 3, used: 3, holders: [] },
    causes: [{ state: "failing", cause: IMAGE, count: 3, nodes: [], sinceMs: undefined }],
    disagreements: [],
    readying: [],
    revisions: [],
  }) as unknown as DaemonSetRecord;

const all = { desiredNumberScheduled: 12, updatedNumberScheduled: 12, numberAvailable: 12 } as DaemonSetRecord["reported"];
const quiet: DaemonSetRecord = { ...recordOf(null, "complete"), reported: all, derived: all, causes: [] };

describe("the verdict on a DaemonSet", () => {
  const halted = "2 of 3 nodes that got the new revision went NotReady";
  const rows: readonly [string, Concern, DaemonSetRecord["rollout"]["kind"], word: string, sentence: string][] = [
    [
      "R8 a bad image",
      concernOf("budgetHeld", { ...SLOW, cause: IMAGE }, true),
      "updating",
      "STUCK 3m",
      "image fluentd:v9-missing cannot be pulled on 3 nodes",
    ],
    [
      "R8 a pod that the scheduler refuses",
      { ...concernOf("budgetHeld", { ...SLOW, cause: { kind: "noRoom", reason: "Insufficient cpu" }, refused: true }), nodes: ["n1"] },
      "updating",
      "STUCK 3m",
      "Insufficient cpu on 3 nodes (n1)",
    ],
    [
      "R8 a slow start",
      concernOf("budgetHeld", SLOW),
      "updating",
      "ROLLING",
      "3 of 12 updated, 9 of 12 available, image fluentd:v9-missing cannot be pulled on 3 nodes, slow: starting on 3 nodes",
    ],
    ["R8 a controller that does nothing", concernOf("stalled", IDLE), "updating", "STUCK 3m", "3 of 3 slots free, and the controller"],
    ["R12 nodes that broke", concernOf("revisionBreaksNodes", BROKEN), "updating", "STUCK 3m", halted],
    ["R12 and places are free", concernOf("revisionBreaksNodes", { ...BROKEN, isHalted: false }), "updating", "FAILING 3m", halted],
    ["R12 and hold the budget", concernOf("revisionBreaksNodes", BROKEN, true), "updating", "STUCK 3m", halted],
    [
      "R18 a loop",
      concernOf("backoffLoop", {
        kind: "loops",
        nodes: 1,
        longest: { node: "n1", cause: { kind: "outOf", reason: "OutOfcpu" }, count: 7 },
      }),
      "complete",
      "FAILING 3m",
      "OutOfcpu, 7 times on n1",
    ],
    [
      "R19 a label that flipped, in a rollout too",
      concernOf("desiredDropped", {
        kind: "dropped",
        before: 120,
        desired: 48,
        count: 72,
        what: { kind: "labels", keys: ["disk"] },
        whatCount: 72,
      }),
      "updating",
      "SHRUNK 3m",
      "from 120 to 48 nodes, label disk changed on 72 nodes",
    ],
    ["R9 a port", concernOf("surgeImpossible", { kind: "surgeFails", ports: [9100] }), "updating", "FAILING 3m", "host port 9100"],
    [
      "R9 a port while nothing is rolled out",
      concernOf("surgeImpossible", { kind: "surgeWillFail", ports: [9100] }),
      "complete",
      "DEGRADED 3m",
      "9 of 12 available, image fluentd:v9-missing cannot be pulled on 3 nodes; the next rollout",
    ],
    ["R10 OnDelete", concernOf("waitsForYou", { kind: "outdated", count: 6 }), "onDelete", "MANUAL", "6 old pods"],
  ];
  it.each(rows)("%s", (_name, concern, rollout, word, sentence) => {
    const verdict = verdictOn(t, recordOf(concern, rollout), NOW_MS);
    expect(verdict.word).toBe(word);
    expect(verdict.sentence).toContain(sentence);
  });
  it.each([
    [-1000, ""],
    [60_000, ", next try at "],
  ])("R18 a next try is named until it is due: %i ms from now", (inMs, next) => {
    const behind = { kind: "loop", node: "n5", cause: { kind: "diskPressure" }, count: 4, nextTryAtMs: NOW_MS + inMs } as const;
    const { sentence } = verdictOn(t, recordOf(concernOf("budgetHeld", { ...SLOW, cause: IMAGE, behind }, true)), NOW_MS);
    expect(sentence).toContain(`4 times on n5${next}`);
    expect(sentence.includes("next try")).toBe(inMs > 0);
  });
  it("a rollout without a concern is rolling, and a quiet DaemonSet is fine", () => {
    expect(verdictKindOf(recordOf(null))).toBe("rolling");
    expect(verdictKindOf(quiet)).toBe("fine");
  });
  it("R2 reports a spec that the controller has not observed, instead of counting it as updated", () => {
    expect(verdictOn(t, { ...recordOf(null, "unobserved"), underWay: true }, NOW_MS)).toMatchObject({
      word: "ROLLING",
      sentence: "waiting for the controller, 9 of 12 available, image fluentd:v9-missing cannot be pulled on 3 nodes",
    });
  });
  it("a DaemonSet without eligible nodes is shrunk, and is not urgent", () => {
    const none = { desiredNumberScheduled: 0, updatedNumberScheduled: 0, numberAvailable: 0 } as DaemonSetRecord["reported"];
    const verdict = verdictOn(t, { ...quiet, reported: none, derived: none }, NOW_MS);
    expect(verdict).toMatchObject({ verdict: "shrunk", word: "SHRUNK", tone: "plain", sentence: "no node is eligible" });
    expect(verdictOn(t, quiet, NOW_MS)).toMatchObject({ word: "HEALTHY", tone: "plain" });
  });
});

it.each([1000, 2000, 60_000, 86_400_000])("a verdict lasts 0s if its cause is %i ms newer than the display time", (newerMs) => {
  const newer = { ...concernOf("budgetHeld", { ...SLOW, cause: IMAGE }, true), sinceMs: NOW_MS + newerMs };
  expect(verdictOn(t, recordOf(newer), NOW_MS).word).toBe("STUCK 0s");
  expect(verdictOnFleet(t, [recordOf(newer)], NOW_MS).word).toBe("STUCK 0s");
  const unready = { ...concernOf("nodesUnready", { kind: "nodesUnready", count: 1 }), nodes: ["n1"], sinceMs: NOW_MS + newerMs };
  const causes = [{ state: "nodeUnready", cause: { kind: "nodeNotReady" }, count: 1, nodes: ["n1"], sinceMs: unready.sinceMs }] as const;
  expect(verdictOnFleet(t, [{ ...quiet, concern: unready, causes }], NOW_MS).word).toBe("DEGRADED 0s");
});

describe("C10 a status with different numbers", () => {
  const lagging: DaemonSetRecord = {
    ...quiet,
    reported: { ...all, numberAvailable: 11 },
    disagreements: [{ field: "numberAvailable", reported: 11, derived: 12, sinceMs: NOW_MS, cause: { kind: "notWritten" } }],
  };
  it("keeps the status number in its sentence, and adds our count once the difference lasts", () => {
    expect(verdictOn(t, lagging, NOW_MS)).toMatchObject({ word: "DEGRADED", sentence: "11 of 12 available" });
    expect(verdictOn(t, lagging, NOW_MS + 2000)).toMatchObject({
      word: "DEGRADED",
      sentence: "11 of 12 available, derived: 12 of 12 available",
    });
  });
  it("adds our count to a complete status once the difference lasts", () => {
    const short: DaemonSetRecord = {
      ...quiet,
      derived: { ...all, desiredNumberScheduled: 13, numberAvailable: 11 },
      disagreements: [{ field: "numberAvailable", reported: 12, derived: 11, sinceMs: NOW_MS, cause: { kind: "notWritten" } }],
    };
    expect(verdictOn(t, short, NOW_MS)).toMatchObject({ word: "HEALTHY", sentence: "12 of 12 available" });
    expect(verdictOn(t, short, NOW_MS + 2000).sentence).toBe("12 of 12 available; derived: 11 of 13 available");
  });
  it("is healthy on the existing nodes if the status still includes a deleted one", () => {
    const deleted: DaemonSetRecord = {
      ...quiet,
      derived: { ...all, desiredNumberScheduled: 11, numberAvailable: 11 },
      disagreements: [{ field: "desiredNumberScheduled", reported: 12, derived: 11, sinceMs: NOW_MS, cause: { kind: "nodeDeleted" } }],
    };
    expect(verdictOn(t, deleted, NOW_MS).sentence).toBe("12 of 12 available");
    expect(verdictOn(t, deleted, NOW_MS + 2000).sentence).toBe("11 of 11 available; status: 12 (lagging)");
  });
  it("R28 a status of 0 nodes gives no verdict while nodes want a pod", () => {
    const none = { desiredNumberScheduled: 0, updatedNumberScheduled: 0, numberAvailable: 0 } as DaemonSetRecord["reported"];
    const silent: DaemonSetRecord = {
      ...quiet,
      reported: none,
      derived: { ...none, desiredNumberScheduled: 3, numberAvailable: 3 },
      disagreements: [{ field: "desiredNumberScheduled", reported: 0, derived: 3, cause: { kind: "notWritten" } }],
    };
    expect(verdictOn(t, silent, NOW_MS)).toMatchObject({ word: "DEGRADED", sentence: "0 of 0 available, derived: 3 of 3 available" });
    expect(verdictOnFleet(t, [silent, quiet], NOW_MS).word).toBe("DEGRADED");
  });
  it("a rollout reports pods that the scheduler rejects at once, like failing pods", () => {
    const cause = { kind: "noRoom", reason: "1 Insufficient cpu" } as const;
    const refused = { ...recordOf(null), causes: [{ state: "unscheduled", cause, count: 1, nodes: ["n1"], sinceMs: undefined }] } as const;
    expect(verdictOn(t, refused, NOW_MS).sentence).toMatch(/, 1 Insufficient cpu on 1 node$/);
    const waits = { ...refused, causes: [{ ...refused.causes[0], cause: { kind: "awaitsScheduler" } }] } as const;
    expect(verdictOn(t, waits, NOW_MS).sentence).not.toContain("scheduler");
  });

  it("counts updated pods as the status does", () => {
    const rolling = { ...recordOf(null), reported: { ...all, desiredNumberScheduled: 14, updatedNumberScheduled: 5 } };
    expect(verdictOn(t, rolling, NOW_MS).sentence).toMatch(/^5 of 14 updated/);
  });
});

describe("C13 unread data", () => {
  const unread = (rollout: DaemonSetRecord["rollout"]["kind"]): DaemonSetRecord => ({
    ...recordOf(null, rollout),
    unread: ["pods"],
    derived: null,
    reported: {
      desiredNumberScheduled: 48,
      numberAvailable: 47,
      updatedNumberScheduled: 40,
      numberMisscheduled: 1,
    } as DaemonSetRecord["reported"],
  });
  it("uses the status, and states which objects are not read", () => {
    const verdict = verdictOn(t, unread("complete"), NOW_MS);
    expect([verdict.word, verdict.sentence]).toEqual([
      "DEGRADED",
      "47 of 48 available, 40 updated, 1 misscheduled, says its status; pods are not read",
    ]);
    expect(verdictOn(t, unread("updating"), NOW_MS).word).toBe("ROLLING");
  });
  it.each([
    ["syncing", "pods are not read yet"],
    ["forbidden", "pods are not read"],
  ] as const)("distinguishes loading from a missing permission: %s", (state, words) => {
    const live = { state: "live", provenAtMs: 0 } as const;
    const sources = { nodes: live, pods: { state }, daemonsets: live, controllerrevisions: live, events: live } as const;
    const verdicts = [verdictOn(t, unread("complete"), NOW_MS, { sources }), verdictOnFleet(t, [unread("complete")], NOW_MS, { sources })];
    expect(verdicts.map(({ sentence }) => sentence.split("; ")[1])).toEqual([words, words]);
  });
  it("decides the word of the fleet, and the sentence names the source if all counts are equal", () => {
    const equal = { ...unread("complete"), reported: all };
    expect(verdictOnFleet(t, [unread("complete"), quiet], NOW_MS).word).toBe("DEGRADED");
    expect(verdictOnFleet(t, [equal, quiet], NOW_MS)).toMatchObject({
      word: "HEALTHY",
      sentence: "what the status of each DaemonSet says; pods are not read",
      record: undefined,
    });
  });
});

it("R28 a DaemonSet without wanted pods is not available, and names the deciding check", () => {
  const none = { desiredNumberScheduled: 0, updatedNumberScheduled: 0, numberAvailable: 0 } as DaemonSetRecord["reported"];
  const nowhere: DaemonSetRecord = {
    ...quiet,
    reported: none,
    derived: none,
    rollout: { kind: "noNodes", message: "" },
    nowhere: { kind: "label", check: "hw-rng=true" },
  };
  expect(verdictOn(t, nowhere, NOW_MS)).toMatchObject({ word: "SHRUNK", tone: "plain", sentence: "no node matches hw-rng=true" });
  expect(verdictOnFleet(t, [nowhere], NOW_MS)).toMatchObject({ word: "SHRUNK", sentence: "no node matches hw-rng=true" });
  expect(verdictOnFleet(t, [nowhere, quiet], NOW_MS)).toMatchObject({ word: "HEALTHY", sentence: "1 DaemonSet, 1 is wanted by no node" });
});

it("N2 states the nodes on their way out next to a healthy fleet", () => {
  const shutdown = { cause: { kind: "nodeShutdown" }, nodes: [], count: 3 } as const;
  const leaving = [
    { ...quiet, leaving: [{ ...shutdown, excluded: 3 }] },
    { ...quiet, leaving: [shutdown] },
  ] as DaemonSetRecord[];
  expect(verdictOnFleet(t, leaving, NOW_MS, { nodes: 6 }).sentence).toBe("2 DaemonSets on 6 nodes, 3 are shutting down");
});

it("the fleet has the verdict of its most urgent DaemonSet", () => {
  const records = [
    recordOf(null, "complete"),
    recordOf(null),
    recordOf(concernOf("budgetHeld", SLOW)),
    recordOf(concernOf("desiredDropped", IDLE)),
    recordOf(concernOf("revisionBreaksNodes", BROKEN)),
    recordOf(concernOf("budgetHeld", SLOW, true)),
  ];
  expect([...records].sort(compareVerdicts).map((record) => verdictWordOf(record))).toEqual([
    "stuck",
    "stuck",
    "shrunk",
    "rolling",
    "rolling",
    "degraded",
  ]);
  expect(verdictOnFleet(t, records, NOW_MS).word).toBe("STUCK 3m");
});

describe("R20 NotReady nodes of a fleet", () => {
  const withUnreadyNode = (name: string): DaemonSetRecord => ({
    ...quiet,
    key: `kube-system/${name}`,
    concern: { ...concernOf("nodesUnready", { kind: "nodesUnready", count: 1 }), nodes: ["spot-07"], sinceMs: NOW_MS - 18 * MINUTE_MS },
    causes: [{ state: "nodeUnready", cause: { kind: "nodeNotReady" }, count: 1, nodes: ["spot-07"], sinceMs: NOW_MS - 18 * MINUTE_MS }],
  });
  const well = (key: string): DaemonSetRecord => ({ ...quiet, key });
  const fleet = [
    ...["cilium", "ebs-csi-node", "kube-proxy", "node-local-dns"].map(withUnreadyNode),
    well("gpu-operator/driver"),
    well("rng/hw-rng"),
  ];

  it("are the headline, with the agents on them, instead of a DaemonSet", () => {
    const verdict = verdictOnFleet(t, fleet, NOW_MS);
    expect(verdict).toMatchObject({ word: "DEGRADED 18m", sentence: "spot-07 is NotReady, 4 agents on it", record: undefined });
  });

  it("do not reorder rows", () => {
    expect(
      [...fleet]
        .reverse()
        .sort(compareVerdicts)
        .map(({ key }) => key),
    ).toEqual(fleet.map(({ key }) => key).sort());
  });

  it.each([
    ["failing", "z/z"],
    ["waitsForYou", undefined],
    ["misscheduled", undefined],
  ] as const)("lead unless a word is more urgent than DEGRADED: %s", (kind, leading) => {
    const needy = { ...recordOf(concernOf(kind, { kind: "outdated", count: 5 }), "complete"), key: "z/z" };
    expect(verdictOnFleet(t, [...fleet, needy], NOW_MS).record?.key).toBe(leading);
    expect([...fleet, needy].sort(compareVerdicts)[0]?.key).toBe("z/z");
  });
});

it.each([
  ["budgetHeld", true, true],
  ["failing", false, true],
  ["unavailable", false, false],
  ["revisionBreaksNodes", false, true],
  ["waitsForYou", false, false],
  ["misscheduled", false, false],
] as const)("a change to %s (stuck: %s) is announced at once: %s", (kind, stuck, urgent) => {
  expect(isUrgent(verdictOn(t, recordOf(concernOf(kind, IDLE, stuck), "complete"), NOW_MS))).toBe(urgent);
});
