import { expect, it } from "vitest";
import { nodeQuestions, rolloutPlans } from "../rollout-plans.ts";
import { record, revision } from "../rollout-record.fixture.ts";

const node = (name: string, labels: object = {}) =>
  ({
    name,
    labels: { "kubernetes.io/hostname": name, ...labels },
    taints: [],
    unschedulable: false,
    ready: "True",
    createdAtMs: 0,
    uid: name,
  }) as never;

const FARGATE = { "eks.amazonaws.com/compute-type": "fargate", zone: "a" };
const plansFor = (nodes: readonly never[], unfit: readonly string[], parts: object = {}, count = unfit.length) =>
  rolloutPlans(
    record({
      underWay: false,
      revisions: [revision(1, 12, true)],
      budget: { kind: "maxUnavailable", spec: "1", allowed: 1, used: 0, holders: [] },
      placement: { nodeSelector: {}, tolerations: [], hostNetwork: false, ...parts },
      containers: [],
      causes: [{ state: "unscheduled", cause: { kind: "onePodNode", reason: "Too many pods" }, count, nodes: unfit, sinceMs: 0 }],
    }),
    undefined,
    nodeQuestions(nodes),
  );

it("K2 keeps a DaemonSet off its unfit nodes by the label that only they have", () => {
  const nodes = [node("n1", { zone: "a" }), node("f1", FARGATE), node("f2", FARGATE)];
  expect(plansFor(nodes, ["f1", "f2"])).toMatchObject([
    {
      act: { kind: "keepOff", label: "eks.amazonaws.com/compute-type=fargate", nodes: 2 },
      outcome: { kind: "comesToLess", before: 12, after: 10 },
      kubectl: expect.stringContaining('"operator":"NotIn"'),
    },
  ]);
});
it("K2 adds the requirement to each existing term", () => {
  const term = (zone: string) => ({ matchExpressions: [{ key: "zone", operator: "In", values: [zone] }] });
  const affinity = { nodeSelectorTerms: [term("a"), term("b")] };
  const [plan] = plansFor([node("n1", { zone: "a" }), node("f1", FARGATE)], ["f1"], { requiredNodeAffinity: affinity });
  const requirement = { key: "eks.amazonaws.com/compute-type", operator: "NotIn", values: ["fargate"] };
  expect(plan?.changes).toMatchObject([
    {
      edit: {
        kind: "affinity",
        to: {
          nodeSelectorTerms: ["a", "b"].map((zone) => ({ matchExpressions: [...term(zone).matchExpressions, requirement] })),
        },
      },
    },
  ]);
});
it("K2 names one node by its hostname, if no other label describes it", () => {
  expect(plansFor([node("n1"), node("n2")], ["n2"]).map(({ act }) => act)).toEqual([
    { kind: "keepOff", label: "kubernetes.io/hostname=n2", nodes: 1 },
  ]);
});
it("K2 offers nothing if the unfit nodes share no separate label, or are not all known", () => {
  const nodes = [node("n1", { zone: "a" }), node("f1", { zone: "a" }), node("f2", { zone: "a" })];
  expect(plansFor(nodes, ["f1", "f2"])).toEqual([]);
  expect(plansFor([node("n1"), node("f1", FARGATE)], ["f1"], {}, 60)).toEqual([]);
  expect(plansFor([], ["f1"])).toEqual([]);
});
