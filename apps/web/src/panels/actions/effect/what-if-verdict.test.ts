import type { PlacementCheck } from "@daemonscope/daemonset/placement/placement";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { DaemonSetThen, WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import { expect, it } from "vitest";
import { decidingCauseOf } from "../../../pages/what-if/effect/EffectTable.tsx";
import { createTranslator } from "../../../words/i18n/translator.fixture.ts";
import { effectNodes } from "./effect-nodes.ts";
import { hinderedTexts, noCommandText, verdictSentence, verdictTitle } from "./what-if-text.ts";
import { hasCounts, whatIfVerdict } from "./what-if-verdict.ts";

const { t } = createTranslator();
const counts = (desired: number, misscheduled = 0) => ({ desired, current: desired, misscheduled, updated: desired, available: desired });
const set = (name: string, parts: Partial<DaemonSetThen>): DaemonSetThen => ({
  key: `x/${name}`,
  life: "stays",
  now: counts(3),
  then: counts(3),
  unwanted: 0,
  lost: 0,
  ghosts: [],
  ...parts,
});
const STEP = { nodes: [], isSoAlready: false };
const NODES = effectNodes({ rows: { names: [], freed: new Map() }, nodes: [] }, { changedNodes: [], left: [] });

function verdictText(...daemonSets: readonly DaemonSetThen[]): string {
  const answer: WhatIfAnswer = {
    at: 0,
    steps: [STEP],
    daemonSets,
    unchanged: [],
    nodes: { now: 3, then: 3 },
    changedNodes: [],
    left: [],
    tax: [],
    room: { kind: "read" },
  };
  const verdict = whatIfVerdict(answer, NODES);
  return `${t(`whatIf.word.${verdict.kind}`)} ${verdictSentence(verdict, t)}`;
}

const stuck = { replaced: 3, atOnce: 1, waves: 3, byHand: false, stands: { unfit: 0, endsAt: 1 } };
const TAINT = { kind: "taint", passed: false, taint: { key: "a", value: "b", effect: "NoExecute" } } as unknown as PlacementCheck;

it.each<readonly [string, readonly DaemonSetThen[], string]>([
  [
    "a pod that stayed and is wanted again is a change",
    [set("falco", { now: counts(39, 1), then: counts(40) })],
    "NO POD CHANGES no pod comes or goes by it, but the counts of falco change",
  ],
  [
    "I10 another template during a rollout is a change",
    [set("falco", { replacedAnyway: 3 })],
    "SAME PODS, NEW TEMPLATE the running rollout replaces 3 pods of falco anyway",
  ],
  ["no change is reported as no change", [], "NO CHANGE no DaemonSet is touched by it"],
  [
    "a DaemonSet that loses all nodes has a complete sentence",
    [set("shipper", { then: counts(0), unwanted: 3, ghosts: [{ ghost: "goes", nodes: ["a", "b", "c"] }] })],
    "WOULD SHRINK shipper loses 3 nodes and has no node left",
  ],
  [
    "one of two DaemonSets loses its last node",
    [
      set("shipper", { then: counts(0), unwanted: 3, ghosts: [{ ghost: "goes", nodes: ["a", "b", "c"] }] }),
      set("csi", { then: counts(2), unwanted: 1, ghosts: [{ ghost: "goes", nodes: ["a"] }] }),
    ],
    "WOULD SHRINK 2 DaemonSets lose 3 nodes, 1 of them its last node",
  ],
  [
    "pods that lose their DaemonSet are not called deleted",
    [set("rng", { life: "goes", then: counts(0), ghosts: [{ ghost: "stays", nodes: ["a", "b", "c"] }] })],
    "WOULD BE DELETED rng; 3 pods stay, and nothing replaces them",
  ],
  [
    "a rollout that was stuck before nodes joined is not blamed on them",
    [set("csi", { then: counts(4), ghosts: [{ ghost: "comes", nodes: ["d"] }], rollout: stuck })],
    "WOULD START 1 pod of csi",
  ],
  [
    "pods that do not become available do not claim a lack of capacity",
    [set("csi", { ghosts: [{ ghost: "restarts", nodes: ["a", "b", "c"] }], rollout: stuck })],
    "WOULD GET STUCK csi stops at 1 of 3: new pods do not become available",
  ],
  [
    "a rollout that waits for nodes that shut down is not stuck",
    [
      set("csi", {
        ghosts: [{ ghost: "restarts", nodes: ["a", "b", "c"] }],
        rollout: { ...stuck, stands: { unfit: 0, endsAt: 1, untilGone: true } },
      }),
    ],
    "WOULD RESTART 3 pods of csi, 1 at a time",
  ],
  [
    "a pod that a taint deletes keeps its node",
    [set("falco", { ghosts: [{ ghost: "goes", nodes: ["a"], check: TAINT }] })],
    "WOULD GO 1 pod of falco",
  ],
])("%s", (_name, sets, sentence) => {
  expect(verdictText(...sets)).toBe(sentence);
});

it.each([
  ["the pods that would go", [set("falco", { ghosts: [{ ghost: "goes", nodes: ["a"], check: TAINT }] })], "1 pod of falco would go"],
  ["the pods that would restart", [set("csi", { ghosts: [{ ghost: "restarts", nodes: ["a", "b"] }] })], "2 pods of csi would restart"],
  [
    "the lost nodes, in a separate sentence,",
    [set("agent", { unwanted: 1, lost: 1, then: counts(2), ghosts: [{ ghost: "goes", nodes: ["a"], check: TAINT }] })],
    "agent loses 1 node",
  ],
])("the tab states %s without its leading word", (_name, sets, title) => {
  const answer = { steps: [STEP], daemonSets: sets } as unknown as WhatIfAnswer;
  expect(verdictTitle(whatIfVerdict(answer, NODES), t)).toBe(title);
});

it("counts nothing if no step can be applied", () => {
  const problem = { code: "unknownNode", message: "No node is called n9.", by: "us" as const };
  const steps = (...problems: readonly boolean[]) =>
    ({ steps: problems.map((hasProblem) => (hasProblem ? { ...STEP, problem } : STEP)) }) as unknown as WhatIfAnswer;
  expect([steps(), steps(true), steps(true, true), steps(true, false)].map(hasCounts)).toEqual([true, false, false, true]);
});

it("a DaemonSet that loses an unwanted pod does not keep all its pods", () => {
  const loser = set("agent", { unwanted: 1, lost: 1, then: counts(2), ghosts: [{ ghost: "goes", nodes: ["a"], check: TAINT }] });
  const other = set("falco", { ghosts: [{ ghost: "goes", nodes: ["a"], check: TAINT }] });
  const answer = { steps: [STEP], daemonSets: [loser, other] } as unknown as WhatIfAnswer;
  expect(whatIfVerdict(answer, NODES)).toMatchObject({ kind: "fall", kept: [] });
});

it.each([
  ["the taint, if the node stays", { ghosts: [{ ghost: "goes", nodes: ["a"], check: TAINT }] }, "noToleration"],
  ["the node, if it leaves", { ghosts: [{ ghost: "goes", nodes: ["a"] }] }, "nodesLeave"],
  ["not the edit, if a rollout was already in progress", { ghosts: [{ ghost: "comes", nodes: ["d"] }], rollout: stuck }, "joins"],
  ["the edit, if it starts a rollout", { ghosts: [{ ghost: "restarts", nodes: ["a"] }], rollout: stuck }, "template"],
] as const)("the deciding cause is %s", (_name, parts, kind) => {
  expect(decidingCauseOf(set("falco", parts), undefined, true).kind).toBe(kind);
});

it("nodes that join give pods to a DaemonSet, even if it tolerates every taint", () => {
  const record = { placement: { tolerations: [{ operator: "Exists" }] } } as unknown as DaemonSetRecord;
  const gains = set("cni", { ghosts: [{ ghost: "comes", nodes: ["d"] }] });
  expect([decidingCauseOf(gains, record, true).kind, decidingCauseOf(set("cni", {}), record, true).kind]).toEqual([
    "joins",
    "toleratesAll",
  ]);
});

it("a step that is not counted does not claim that kubectl has no command", () => {
  const problem = { code: "noNodes", message: "No node matches nope=1.", by: "us" } as const;
  expect(noCommandText({ ...STEP, problem }, false, t)).toBe("no command: the step is not counted");
});

it("states the nodes on which the steps have no effect now, over all DaemonSets", () => {
  const hindered = hinderedTexts(
    [set("csi", { onUnready: 1, onEnding: 1, givenUp: ["a"] }), set("falco", { onEnding: 1, givenUp: ["b"] })],
    t,
  );
  expect(hindered).toEqual([
    "Takes effect on 1 node when its kubelet answers again.",
    "No new pods start on 2 nodes that shut down or are removed.",
    "The pods on a and b stay, because their upgrades failed: retry the upgrades.",
  ]);
});
