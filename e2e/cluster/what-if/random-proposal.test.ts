import { stepFromJson } from "@daemonscope/daemonset/actions/steps/step-from-json";
import { expect, it, test } from "vitest";
import { seeded } from "../differential/seeded.ts";
import type { Known } from "./proposal.ts";
import { EVERY_KIND, PROPOSAL_KINDS, randomProposal } from "./random-proposal.ts";
import { startableDaemonSet } from "./startable-daemon-set.ts";

const NODES = Array.from({ length: 12 }, (_, at) => `node-${at}`);
const SETS = Array.from({ length: 8 }, (_, at) => `set-${at}`);

function known(seed: number): Known {
  const random = seeded(seed);
  return {
    nodes: NODES,
    daemonSets: new Map(SETS.map((name) => [name, startableDaemonSet(random, name, NODES)])),
    revisions: new Map(SETS.map((name) => [name, [1, 2]])),
    rolling: SETS.slice(2),
    pods: SETS.map((name) => `${name}-x`),
    number: 9,
  };
}

test("each run contains every kind of change, except leaving nodes, which take a minute", () => {
  const played = new Set(EVERY_KIND.flat().flatMap((kind) => kind.split("+")));
  expect([...played].sort()).toEqual(PROPOSAL_KINDS.filter((kind) => kind !== "leave" && kind !== "several").sort());
  expect(EVERY_KIND.map((half) => half.length)).toEqual([10, 10]);
});

it.each(PROPOSAL_KINDS)("%s proposes valid steps", (kind) => {
  const proposals = Array.from({ length: 40 }, (_, seed) => randomProposal(seeded(seed), known(seed), kind));
  const steps = proposals.flatMap((proposal) => proposal.steps);
  expect(steps.length).toBeGreaterThan(0);
  for (const step of steps) expect(stepFromJson(JSON.parse(JSON.stringify(step)), "step")).not.toMatchObject({ kind: "unreadable" });
});
