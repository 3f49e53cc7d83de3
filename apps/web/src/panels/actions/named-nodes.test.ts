import { nodeQuestions, rolloutPlans } from "@daemonscope/daemonset/actions/rollout-plans";
import { record } from "@daemonscope/daemonset/actions/rollout-record.fixture";
import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import type { Cause } from "@daemonscope/daemonset/records/records";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { actionTitle, namedNote, outcomeSentence } from "./rollout-text.ts";

const { t } = createTranslator();
const SEED = Number(process.env.SEED ?? 15);
/** A cause names at most this number of its nodes. */
const CAUSE_NAMES = 50;
const TAINT = { key: "dedicated", value: "db", effect: "NoSchedule" } as const;
const PRESSURE = { key: "node.kubernetes.io/disk-pressure", effect: "NoSchedule" } as const;

const STATES = ["nodeUnready", "misscheduled", "unscheduled"] as const;
type Spread = Readonly<Record<(typeof STATES)[number], number>>;

const namesOf = (state: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${state.toLowerCase()}-${String(at).padStart(3, "0")}`);
const causeOf = (state: (typeof STATES)[number], count: number): Cause => ({
  state,
  cause:
    state === "unscheduled"
      ? { kind: "noRoom", reason: "Insufficient cpu" }
      : { kind: state === "misscheduled" ? "misscheduled" : "nodeNotReady" },
  count,
  nodes: namesOf(state, count).slice(0, CAUSE_NAMES),
  sinceMs: 0,
});

/** Returns the node names in a command; none for a command about a DaemonSet. */
function nodesIn(line: string): readonly string[] {
  const [, words = ""] = /(?:describe|taint|label) node (.*)$/m.exec(line) ?? [];
  return words.split(" ").filter((word) => STATES.some((state) => word.startsWith(`${state.toLowerCase()}-`)));
}

/** Returns the number of nodes that a title and its note state for a command. */
function statedIn(title: string, note: string | undefined): number {
  const [, first] = /names the first (?:(\d+) )?of/.exec(note ?? "") ?? [];
  if (note !== undefined) return Number(first ?? 1);
  const [, more = "0"] = /and (\d+) more/.exec(title) ?? [];
  const [, off] = / off (\d+) nodes?$/.exec(title) ?? [];
  return off === undefined
    ? STATES.reduce((sum, state) => sum + title.split(`${state.toLowerCase()}-`).length - 1, 0) + Number(more)
    : Number(off);
}

test("R20 text and command of each remedy name the same nodes", () => {
  const spread = fc.record<Spread>({ nodeUnready: fc.nat(70), misscheduled: fc.nat(70), unscheduled: fc.nat(70) });
  let checked = 0;
  fc.assert(
    fc.property(spread, fc.boolean(), fc.constantFrom(TAINT, PRESSURE), (counts, underWay, taint) => {
      const causes = STATES.filter((state) => counts[state] > 0).map((state) => causeOf(state, counts[state]));
      const nodes = STATES.flatMap((state) =>
        namesOf(state, counts[state]).map((name) => readyNode(name, state === "misscheduled" ? { taints: [taint] } : {})),
      );
      for (const { act, outcome, kubectl = "" } of rolloutPlans(record({ underWay, causes }), undefined, nodeQuestions(nodes))) {
        const title = actionTitle(act, t);
        const lines = kubectl.split("\n").flatMap(nodesIn);
        if (act.kind === "relabel") {
          const [, made] = /Makes (\d+) nodes? eligible/.exec(outcome === undefined ? "" : outcomeSentence(outcome, t)) ?? [];
          expect(lines.length).toBe(Number(made ?? 0));
        } else if (lines.length > 0) {
          expect([title, new Set(lines).size]).toEqual([title, statedIn(title, namedNote(act, t))]);
          checked++;
        }
      }
    }),
    { seed: SEED, numRuns: 200 },
  );
  expect(checked).toBeGreaterThan(100);
});

test("R20 the command names each of four nodes and the first 20 of a hundred; the title counts all", () => {
  const planOf = (count: number) =>
    rolloutPlans(record({ causes: [causeOf("nodeUnready", count)] }), undefined).find(({ act }) => act.kind === "nodes");
  const four = planOf(4);
  expect(four && actionTitle(four.act, t)).toBe("Repair or delete nodeunready-000, nodeunready-001, nodeunready-002 and 1 more");
  expect(four?.kubectl).toBe("kubectl describe node nodeunready-000 nodeunready-001 nodeunready-002 nodeunready-003");
  const hundred = planOf(100);
  expect(hundred && actionTitle(hundred.act, t)).toContain("and 97 more");
  expect(hundred && namedNote(hundred.act, t)).toBe("The command names the first 20 of 100 nodes.");
});
