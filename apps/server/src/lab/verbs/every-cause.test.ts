import { CAUSE_KINDS } from "@daemonscope/daemonset/causes/causes";
import type { CauseKind } from "@daemonscope/daemonset/records/cause-fact";
import { FAULTS } from "@daemonscope/simulator/controllers/faults/fault-injector";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { everyCause, KINDS } from "./every-cause.fixture.ts";

/** Kinds that the lab does not produce, and why. */
const NOT_PRODUCED: Readonly<Partial<Record<CauseKind, string>>> = {
  failing: "no evidence leads to it: it is the kind of a failing pod in old recordings",
  upgradeFailed: "the lab has no controller of upgrades",
  upgradeIdle: "the lab has no controller of upgrades",
  pauseLeft: "the lab has no controller of upgrades",
  podFinalizer: "a kubelet ends the pod in time, and then the controller replaces it, although its object stays",
  noPodYet: "the budget's word for a missing pod: the fault noPod shows it",
};

/** Kinds that come with a cause: they name its effect on another level, such as the node or the budget. */
const WITH: Readonly<Record<string, readonly string[]>> = {
  noPod: ["noPodYet"],
  terminatingOnNotReady: ["nodeNotReady"],
  kubeletSilent: ["nodeNotReady"],
  revisionBreaksNodes: ["nodeNotReady"],
};

const STEP_MS = 5000;
const STEPS = 60;
const END_STEPS = 240;

describe("the lab produces every cause", () => {
  let lab: Awaited<ReturnType<typeof everyCause>>;
  const named = new Map<string, ReadonlySet<string>>();
  const seen = new Map<string, Set<string>>();
  const left = new Map<string, readonly string[]>();

  beforeAll(async () => {
    lab = await everyCause();
    await lab.pass(STEP_MS);
    for (const kind of KINDS) lab.setFault(kind, true);
    for (let step = 0; step < STEPS; step++) {
      await lab.pass(STEP_MS);
      for (const kind of KINDS) {
        const kinds = lab.kindsAt(kind);
        seen.set(kind, new Set([...(seen.get(kind) ?? []), ...kinds]));
        if (kinds.has(kind)) named.set(kind, kinds);
      }
    }
    for (const kind of KINDS) lab.setFault(kind, false);
    for (let step = 0; step < END_STEPS; step++) await lab.pass(STEP_MS);
    for (const kind of KINDS) left.set(kind, [...lab.kindsAt(kind)]);
  });
  afterAll(() => lab.close());

  it("has a fault for each kind of the table, or a reason", () => {
    expect(Object.keys(FAULTS).sort()).toEqual([...KINDS].sort());
    expect([...KINDS, ...Object.keys(NOT_PRODUCED)].sort()).toEqual([...CAUSE_KINDS].sort());
  });

  for (const kind of KINDS)
    it(`names ${kind}, and it ends`, () => {
      const names = [...(named.get(kind) ?? seen.get(kind) ?? [])].filter((each) => !WITH[kind]?.includes(each));
      expect(names).toEqual([kind]);
      expect(left.get(kind)).toEqual([]);
    });
});
