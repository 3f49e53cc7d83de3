import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import type { ConcernDetail } from "@daemonscope/daemonset/rollout/concern-detail";
import type { Concern } from "@daemonscope/daemonset/rollout/rollout";
import { describe, expect, it } from "vitest";
import { createTranslator } from "../i18n/translator.ts";
import { compareNeed, needOf, verdictOn, verdictOnFleet } from "./select-verdict.ts";

const { t } = createTranslator();

const NOW_MS = 10_000_000;
const MINUTE_MS = 60_000;
const IMAGE = { kind: "reason", reason: "ImagePullBackOff" } as const;
const BROKEN: ConcernDetail = { kind: "broken", isHalted: true, count: 2, sickBefore: 1, sickWithout: 0 };
const IDLE: ConcernDetail = { kind: "idle", free: 3, allowed: 3 };
const SLOW: ConcernDetail = { kind: "held", used: 3, allowed: 3, count: 3, cause: { kind: "starting" } };

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
    derived: { desiredNumberScheduled: 12, updatedNumberScheduled: 3, numberAvailable: 9 },
    budget: { kind: "maxUnavailable", spec: "3", allowed: 3, used: 3, holders: [] },
    causes: [{ state: "failing", cause: IMAGE, count: 3, nodes: [], sinceMs: undefined }],
    disagreements: [],
    readying: [],
    revisions: [],
  }) as unknown as DaemonSetRecord;

const all = { desiredNumberScheduled: 12, updatedNumberScheduled: 12, numberAvailable: 12 } as DaemonSetRecord["reported"];
const quiet: DaemonSetRecord = { ...recordOf(null, "complete"), derived: all, causes: [] };

describe("the verdict on a DaemonSet", () => {
  const halted = "halted: 2 nodes went NotReady after they got the new revision, 1 was NotReady before";
  const rows: readonly [string, Concern, DaemonSetRecord["rollout"]["kind"], word: string, sentence: string][] = [
    [
      "R8 a bad image",
      concernOf("budgetHeld", { ...SLOW, cause: IMAGE }, true),
      "updating",
      "STUCK 3m",
      "3 of 12 updated, 3 failing, budget 3 of 3 used",
    ],
    ["R8 a slow start", concernOf("budgetHeld", SLOW), "updating", "SLOW 3m", "3 of 3 places used, 3 held by Starting"],
    ["R8 a controller that does nothing", concernOf("stalled", IDLE), "updating", "STALLED 3m", "3 of 3 places free, and the controller"],
    ["R12 nodes that broke", concernOf("revisionBreaksNodes", BROKEN), "updating", "BREAKS NODES 3m", halted],
    ["R12 and hold the budget", concernOf("revisionBreaksNodes", BROKEN, true), "updating", "STUCK 3m", `3 of 12 updated, ${halted}`],
    [
      "R18 a loop",
      concernOf("backoffLoop", { kind: "loops", nodes: 1, longest: { node: "n1", reason: "OutOfcpu", count: 7 } }),
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
      "DESIRED FELL 3m",
      "desired fell from 120 to 48, every node still there: label disk changed on 72",
    ],
    ["R9 a port", concernOf("surgeImpossible", { kind: "surgeFails", ports: [9100] }), "updating", "CANNOT SURGE", "host port 9100"],
    [
      "R9 a port while nothing is rolled out",
      concernOf("surgeImpossible", { kind: "surgeWillFail", ports: [9100] }),
      "complete",
      "9 OF 12 AVAILABLE",
      "3 ImagePullBackOff; the next rollout",
    ],
    ["R10 OnDelete", concernOf("waitsForYou", { kind: "outdated", count: 6 }), "onDelete", "WAITS FOR YOU", "6 pods of an old revision"],
  ];
  it.each(rows)("%s", (_name, concern, rollout, word, sentence) => {
    const verdict = verdictOn(t, recordOf(concern, rollout), NOW_MS);
    expect(verdict.word).toBe(word);
    expect(verdict.sentence).toContain(sentence);
  });
  it("an ordinary rollout is under way, and a quiet DaemonSet is fine", () => {
    expect(needOf(recordOf(null))).toBe("rolling");
    expect(needOf(quiet)).toBe("fine");
  });
  it("R2 a spec that the controller has not observed is said so, not counted as updated", () => {
    expect(verdictOn(t, { ...recordOf(null, "unobserved"), underWay: true }, NOW_MS)).toMatchObject({
      word: "ROLLING",
      sentence: "the controller has not observed the new spec yet, 9 of 12 available",
    });
  });
  it("one that no node wants is fine, and is not called available", () => {
    const none = { desiredNumberScheduled: 0, updatedNumberScheduled: 0, numberAvailable: 0 } as DaemonSetRecord["reported"];
    const verdict = verdictOn(t, { ...quiet, derived: none }, NOW_MS);
    expect(verdict).toMatchObject({ need: "fine", word: "NO NODES", tone: "plain", sentence: "no node is eligible" });
    expect(verdictOn(t, quiet, NOW_MS)).toMatchObject({ word: "AVAILABLE", tone: "roll" });
  });
});

describe("C13 what was not read", () => {
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
  it("leaves the status to speak, and says that it does", () => {
    const verdict = verdictOn(t, unread("complete"), NOW_MS);
    expect([verdict.word, verdict.sentence]).toEqual([
      "STATUS ONLY",
      "47 of 48 available, 40 updated, 1 misscheduled, says its status; pods are not read",
    ]);
    expect(verdictOn(t, unread("updating"), NOW_MS).word).toBe("ROLLING");
  });
  it.each([
    ["syncing", "pods are not read yet"],
    ["forbidden", "pods are not read"],
  ] as const)("tells what is not read yet from what may not be: %s", (state, words) => {
    const live = { state: "live", provenAtMs: 0 } as const;
    const sources = { nodes: live, pods: { state }, daemonsets: live, controllerrevisions: live, events: live } as const;
    const told = [verdictOn(t, unread("complete"), NOW_MS, sources), verdictOnFleet(t, [unread("complete")], NOW_MS, sources)];
    expect(told.map(({ sentence }) => sentence.split("; ")[1])).toEqual([words, words]);
  });
  it("speaks for a fleet of which nothing worse is known", () => {
    expect(verdictOnFleet(t, [unread("complete"), quiet], NOW_MS)).toMatchObject({
      word: "STATUS ONLY",
      record: undefined,
    });
  });
});

it("the most urgent one speaks for the fleet", () => {
  const records = [
    recordOf(null, "complete"),
    recordOf(null),
    recordOf(concernOf("budgetHeld", SLOW)),
    recordOf(concernOf("desiredDropped", IDLE)),
    recordOf(concernOf("revisionBreaksNodes", BROKEN)),
    recordOf(concernOf("budgetHeld", SLOW, true)),
  ];
  expect([...records].sort(compareNeed).map(needOf)).toEqual(["stuck", "breaks", "dropped", "slow", "rolling", "partly"]);
  expect(verdictOnFleet(t, records, NOW_MS).word).toBe("STUCK 3m");
});
