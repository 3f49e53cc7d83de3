import { pairFacts } from "@daemonscope/daemonset/actions/changes/plan-facts.fixture";
import { emptyTemplate } from "@daemonscope/daemonset/model/objects.fixture";
import { explainPlacement } from "@daemonscope/daemonset/placement/explain-placement";
import type { PlacementNode } from "@daemonscope/daemonset/placement/placement-node";
import type { PodTemplateSummary, Taint } from "@daemonscope/kube/objects";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { remediesWithText } from "../answers/worded-remedy.ts";
import { describeCheck, exclusionReason } from "./check-text.ts";

const SEED = Number(process.env.SEED ?? 20260106);
const dedicated: Taint = { key: "dedicated", value: "db", effect: "NoSchedule" };
const nodeOf = (parts: Partial<PlacementNode> = {}): PlacementNode => ({ name: "n1", labels: {}, taints: [], ...parts });
const words = (template: Partial<PodTemplateSummary>, node: PlacementNode): readonly string[] =>
  explainPlacement({ ...emptyTemplate, ...template }, node).checks.map((check) => describeCheck(check));
const affinity = (...terms: { key: string; operator: string; values?: string[] }[][]): Partial<PodTemplateSummary> => ({
  requiredNodeAffinity: { nodeSelectorTerms: terms.map((matchExpressions) => ({ matchExpressions })) },
});

describe("every check has a sentence", () => {
  const gpu = { key: "gpu", operator: "In", values: ["a100"] };
  const rows: readonly [string, Partial<PodTemplateSummary>, PlacementNode, string][] = [
    [
      "a taint",
      {},
      nodeOf({ taints: [dedicated] }),
      "taint dedicated=db:NoSchedule is not tolerated: no new pod is created, an existing pod stays",
    ],
    [
      "a taint that evicts",
      {},
      nodeOf({ taints: [{ key: "a", effect: "NoExecute" }] }),
      "taint a:NoExecute is not tolerated: an existing pod is deleted",
    ],
    [
      "an ignored taint",
      {},
      nodeOf({ taints: [{ key: "a", effect: "PreferNoSchedule" }] }),
      "taint a:PreferNoSchedule has no effect on the DaemonSet controller",
    ],
    [
      "an automatic toleration",
      {},
      nodeOf({ taints: [{ key: "node.kubernetes.io/unreachable", effect: "NoExecute" }] }),
      "taint node.kubernetes.io/unreachable:NoExecute is tolerated (node.kubernetes.io/unreachable Exists:NoExecute): the controller adds that to every daemon pod",
    ],
    [
      "a toleration of the template",
      { tolerations: [{ operator: "Exists" }] },
      nodeOf({ taints: [dedicated] }),
      "taint dedicated=db:NoSchedule is tolerated (every taint) by the template",
    ],
    ["another node's name", { nodeName: "n2" }, nodeOf(), "the template is pinned to node n2"],
    ["its own name", { nodeName: "n1" }, nodeOf(), "the template is pinned to this node"],
    ["a label that is missing", { nodeSelector: { a: "b" } }, nodeOf(), "the node has no label a (required: a=b)"],
    ["a label that differs", { nodeSelector: { a: "b" } }, nodeOf({ labels: { a: "c" } }), "the node has a=c (required: a=b)"],
    ["a label that fits", { nodeSelector: { a: "b" } }, nodeOf({ labels: { a: "b" } }), "the node has the required label a=b"],
    [
      "one term",
      affinity([gpu]),
      nodeOf({ labels: { gpu: "t4" } }),
      "required node affinity: the node has gpu=t4 (required: gpu In [a100])",
    ],
    ["two terms", affinity([gpu], [gpu]), nodeOf(), "none of the 2 terms of the required node affinity matches"],
    ["no term", affinity(), nodeOf(), "required node affinity without terms matches no node"],
    ["an empty term", affinity([]), nodeOf(), "required node affinity: an empty term matches no node"],
    [
      "a term that cannot be read",
      affinity([{ key: "gpu", operator: "Gt", values: ["x"] }]),
      nodeOf(),
      'required node affinity: gpu Gt [x] cannot be read: Gt needs an integer, not "x"',
    ],
    [
      "the term that fits",
      affinity([gpu], [{ key: "gpu", operator: "Exists" }]),
      nodeOf({ labels: { gpu: "t4" } }),
      "term 2 of the required node affinity matches: gpu Exists",
    ],
  ];
  it.each(rows)("%s", (_name, template, node, sentence) => {
    expect(words(template, node)).toEqual([sentence]);
  });
  it("P1 the reason names the taint that evicts before one that only blocks new pods", () => {
    const node = nodeOf({ taints: [dedicated, { key: "a", effect: "NoExecute" }] });
    expect(exclusionReason(explainPlacement(emptyTemplate, node))).toBe("taint a:NoExecute is not tolerated");
    expect(exclusionReason(explainPlacement(emptyTemplate, nodeOf({ taints: [dedicated] })))).toBe(
      "taint dedicated=db:NoSchedule is not tolerated",
    );
  });
});

interface Known {
  readonly desired?: number;
  readonly onDelete?: boolean;
}

const remedies = (template: Partial<PodTemplateSummary>, node: PlacementNode, known: Known = {}) => {
  const fullTemplate = { ...emptyTemplate, ...template };
  const pair = { namespace: "kube-system", daemonSet: "agent", node: node.name };
  const facts = pairFacts(pair, fullTemplate, [node], known);
  return remediesWithText(facts, { ...pair, placement: explainPlacement(fullTemplate, node), isEnding: false, pods: [] });
};

describe("remedies state their effect before they run", () => {
  it("for a missing label: label the node, or change the nodeSelector", () => {
    const found = remedies({ nodeSelector: { "example.com/gpu": "a b" } }, nodeOf(), { desired: 3 });
    expect(found.map(({ title }) => title)).toEqual([
      "Label n1 with example.com/gpu=a b",
      "Take example.com/gpu=a b out of the nodeSelector of agent",
    ]);
    expect(found[0]?.command).toBe("kubectl label node n1 'example.com/gpu=a b'");
    expect(found[1]?.command).toBe(
      `kubectl -n kube-system patch daemonset agent --type=json -p '[{"op":"remove","path":"/spec/template/spec/nodeSelector/example.com~1gpu"}]'`,
    );
    expect(found[1]?.effect).toContain("Replaces every pod within the budget.");
  });
  it("states that a remedy is not enough by itself", () => {
    const found = remedies({ nodeSelector: { a: "b" } }, nodeOf({ taints: [dedicated] }));
    expect(found).toHaveLength(4);
    for (const { effect } of found) expect(effect).toContain("Not enough by itself");
  });
  it("does not remove a taint of the node lifecycle controller, because it would come back", () => {
    const node = nodeOf({ taints: [{ key: "node.kubernetes.io/not-ready", effect: "NoSchedule" }] });
    expect(remedies({}, node).map(({ title }) => title)).toEqual(["Give agent a toleration for node.kubernetes.io/not-ready"]);
  });
  it("P1 offers to remove an out-of-service taint, because a user added it", () => {
    const outOfService = { key: "node.kubernetes.io/out-of-service", effect: "NoExecute" };
    const found = remedies({}, nodeOf({ taints: [dedicated, outOfService] }), { desired: 3 });
    expect(found.map(({ act }) => act.kind)).toEqual(["tolerate", "takeTaintsOff"]);
  });
  it.each(["network-unavailable:NoSchedule", "not-ready:NoSchedule"])(
    "P1 with node.kubernetes.io/%s it removes no other taint, because the pod would not run",
    (managed) => {
      const [name, effect = ""] = managed.split(":");
      const key = `node.kubernetes.io/${name}`;
      for (const taints of [
        [dedicated, { key, effect }],
        [{ key, effect }, dedicated],
      ]) {
        const found = remedies({}, nodeOf({ taints }), { desired: 3 });
        expect(found.map(({ act }) => act.kind)).toEqual(["tolerate"]);
        expect(found[0]?.outcome).toMatchObject({ isEnough: true, before: 3, after: 1 });
      }
    },
  );
  it("under OnDelete a new revision waits for a user", () => {
    expect(remedies({}, nodeOf({ taints: [dedicated] }), { onDelete: true, desired: 2 })[0]?.effect).toContain(
      "old pods stay until each is deleted by hand",
    );
  });
  it("appends a toleration to the existing ones", () => {
    const found = remedies({ tolerations: [{ key: "x", operator: "Exists" }] }, nodeOf({ taints: [dedicated] }));
    expect(found[0]?.command).not.toContain('"value":[]');
    expect(found[0]?.command).toContain('{"key":"dedicated","operator":"Equal","value":"db","effect":"NoSchedule"}');
  });
});

it(`hostile names and values stay plain text, seed ${SEED}`, () => {
  const text = fc.oneof(fc.string(), fc.constant("__proto__"), fc.constant("constructor"), fc.constant("x".repeat(100_000)));
  fc.assert(
    fc.property(
      fc.dictionary(text, text),
      fc.dictionary(text, text),
      fc.array(fc.record({ key: text, value: text, effect: text })),
      (labels, nodeSelector, taints) => {
        const node = nodeOf({ labels, taints });
        for (const sentence of words({ nodeSelector, ...affinity([{ key: "a", operator: "In", values: Object.keys(labels) }]) }, node))
          expect(typeof sentence).toBe("string");
        for (const { command } of remedies({ nodeSelector }, node)) expect(command.startsWith("kubectl")).toBe(true);
      },
    ),
    { seed: SEED, numRuns: 50 },
  );
});
