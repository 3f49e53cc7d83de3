import { compilePlacement } from "@daemonscope/daemonset/placement/compile-placement";
import { explainPlacement } from "@daemonscope/daemonset/placement/explain-placement";
import { describe, expect, it } from "vitest";
import { daemonSetOf, nodeOf } from "./decode-raw.ts";
import { LABELS, randomDaemonSet, TAINTS } from "./random-daemon-set.ts";
import type { RawObject, RawPodSpec } from "./raw-mirror.ts";
import { rawVerdict, rawVerdictOf } from "./raw-placement.ts";
import { type Seeded, seeded } from "./seeded.ts";

type Taints = NonNullable<NonNullable<RawObject["spec"]>["taints"]>;

const aNode = (labels: Readonly<Record<string, string>>, taints: Taints = []): RawObject => ({
  metadata: { name: "n1", uid: "n1", resourceVersion: "1", labels },
  spec: { taints },
});

const required = (...nodeSelectorTerms: readonly object[]): RawPodSpec =>
  ({ affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } } }) as RawPodSpec;
const requires = (key: string, operator: string, ...values: readonly string[]): RawPodSpec =>
  required({ matchExpressions: [{ key, operator, values }] });
const tolerates = (...tolerations: NonNullable<RawPodSpec["tolerations"]>): RawPodSpec => ({ tolerations });

const KUBERNETES_PREFIX = "node.kubernetes.io";
const blocks = (key: string, value?: string) => [{ key, effect: "NoSchedule", ...(value === undefined ? {} : { value }) }];
const evicts = (key: string, value?: string) => [{ key, effect: "NoExecute", ...(value === undefined ? {} : { value }) }];

describe("the placement oracle agrees with Kubernetes", () => {
  it.each<readonly [string, RawPodSpec, RawObject, string]>([
    ["P1 no requirement and no obstacle", {}, aNode({}), "run"],
    ["P1 another node is named", { nodeName: "n2" }, aNode({}), "exclude"],
    ["P1 the named node does not skip its taints", { nodeName: "n1" }, aNode({}, blocks("a")), "keep"],
    ["P1 a NoSchedule taint next to a NoExecute one", {}, aNode({}, [...blocks("a"), ...evicts("b")]), "exclude"],
    [
      "P1 a NoExecute taint where only NoSchedule ones are tolerated",
      tolerates({ operator: "Exists", effect: "NoSchedule" }),
      aNode({}, evicts("a")),
      "exclude",
    ],
    [
      "P1 a NoSchedule taint where only NoExecute ones are tolerated",
      tolerates({ operator: "Exists", effect: "NoExecute" }),
      aNode({}, blocks("a")),
      "keep",
    ],
    ["P1 a failing selector precedes a taint that keeps", { nodeSelector: { a: "1" } }, aNode({}, blocks("a")), "exclude"],
    ["P2 PreferNoSchedule", {}, aNode({}, [{ key: "a", effect: "PreferNoSchedule" }]), "run"],
    ["P3 an empty value needs the key", { nodeSelector: { a: "" } }, aNode({}), "exclude"],
    ["P3 an empty value", { nodeSelector: { a: "" } }, aNode({ a: "" }), "run"],
    ["P4 no term at all", required(), aNode({}), "exclude"],
    ["P5 an empty term", required({}), aNode({}), "exclude"],
    [
      "P5 an empty term next to one that matches",
      required({}, { matchExpressions: [{ key: "a", operator: "Exists" }] }),
      aNode({ a: "" }),
      "run",
    ],
    ["P6 NotIn of an absent key", requires("a", "NotIn", "1"), aNode({}), "run"],
    ["P6 In of an absent key", requires("a", "In", ""), aNode({}), "exclude"],
    ["P6 DoesNotExist of an empty value", requires("a", "DoesNotExist"), aNode({ a: "" }), "exclude"],
    ["P6 Gt above the precision of a double", requires("a", "Gt", "9007199254740992"), aNode({ a: "9007199254740993" }), "run"],
    ["P6 Gt is strict", requires("a", "Gt", "7"), aNode({ a: "007" }), "exclude"],
    ["P6 Lt of an absent key", requires("a", "Lt", "7"), aNode({}), "exclude"],
    ["P6 Lt of a value that is no number", requires("a", "Lt", "7"), aNode({ a: "many" }), "exclude"],
    ["P8 a field", required({ matchFields: [{ key: "metadata.name", operator: "In", values: ["n1"] }] }), aNode({}), "run"],
    ["P8 a label is no field", requires("metadata.name", "In", "n1"), aNode({}), "exclude"],
    ["P9 no operator compares values", tolerates({ key: "a", value: "1" }), aNode({}, evicts("a", "2")), "exclude"],
    ["P9 an absent value equals an empty one", tolerates({ key: "a" }), aNode({}, evicts("a")), "run"],
    ["P9 no key", tolerates({ operator: "Exists" }), aNode({}, [...evicts("a"), ...blocks("b")]), "run"],
    ["P10 NotReady, with only its condition", {}, aNode({}, evicts(`${KUBERNETES_PREFIX}/not-ready`)), "run"],
    ["P10 NotReady, with the taint of the lifecycle controller", {}, aNode({}, blocks(`${KUBERNETES_PREFIX}/not-ready`)), "keep"],
    [
      "P10 no heartbeat",
      {},
      aNode({}, [...blocks(`${KUBERNETES_PREFIX}/unreachable`), ...evicts(`${KUBERNETES_PREFIX}/unreachable`)]),
      "keep",
    ],
    ["P10 cordoned", {}, aNode({}, blocks(`${KUBERNETES_PREFIX}/unschedulable`)), "run"],
    ["P10 pressure that evicts", {}, aNode({}, evicts(`${KUBERNETES_PREFIX}/disk-pressure`)), "exclude"],
    ["P10 no network", {}, aNode({}, blocks(`${KUBERNETES_PREFIX}/network-unavailable`)), "keep"],
    ["P10 no network, and host network", { hostNetwork: true }, aNode({}, blocks(`${KUBERNETES_PREFIX}/network-unavailable`)), "run"],
  ])("%s", (_name, template, node, verdict) => {
    expect(rawVerdict(template, node)).toBe(verdict);
  });

  it("rejects input that no seed generates", () => {
    expect(() => rawVerdict(requires("a", "Near", "1"), aNode({}))).toThrow("the oracle of placement knows no operator Near");
    expect(() => rawVerdict(requires("a", "Gt", "-1"), aNode({}))).toThrow("knows no Gt -1");
    expect(() => rawVerdict(tolerates({ key: "a", operator: "Gt", value: "1" }), aNode({}, evicts("a")))).toThrow("knows no operator Gt");
  });
});

const SEED = Number(process.env.SEED ?? 20261121);
const CLUSTERS = 60;
const NODE_PROBLEM_KEYS = [
  "not-ready",
  "unreachable",
  "disk-pressure",
  "memory-pressure",
  "pid-pressure",
  "unschedulable",
  "network-unavailable",
];

function randomNode(random: Seeded, name: string): RawObject {
  const labels = Object.fromEntries(
    Object.entries(LABELS).flatMap(([key, values]) => (random.chance(0.6) ? [[key, random.pick(values)]] : [])),
  );
  const problemTaints = NODE_PROBLEM_KEYS.map((key) => ({
    key: `${KUBERNETES_PREFIX}/${key}`,
    effect: random.pick(["NoSchedule", "NoExecute"]),
  }));
  const taints = [...random.some(TAINTS, random.below(3)), ...random.some(problemTaints, random.below(2))];
  return { metadata: { name, uid: name, resourceVersion: "1", labels }, spec: { taints } };
}

it(`P1–P10 the oracle, the model and the proof agree on generated input, seed ${SEED}`, () => {
  const random = seeded(SEED);
  const seenVerdicts = new Set<string>();
  for (let cluster = 0; cluster < CLUSTERS; cluster++) {
    const names = Array.from({ length: 20 }, (_, at) => `node-${at}`);
    const nodes = names.map((name) => randomNode(random, name));
    for (let at = 0; at < 12; at++) {
      const manifest = randomDaemonSet(random, `set-${at}`, names) as RawObject;
      const set: RawObject = { ...manifest, metadata: { ...manifest.metadata, uid: `set-${at}`, resourceVersion: "1" } };
      const { template } = daemonSetOf(set).spec;
      const verdictOn = compilePlacement(template);
      for (const raw of nodes) {
        const { metadata, spec } = nodeOf(raw);
        const node = { name: metadata.name, labels: metadata.labels ?? {}, taints: spec.taints };
        const verdict = rawVerdictOf(set, raw);
        seenVerdicts.add(verdict);
        const details = JSON.stringify({ template: set.spec?.template, node });
        expect(verdictOn(node), details).toBe(verdict);
        expect(explainPlacement(template, node).verdict, details).toBe(verdict);
      }
    }
  }
  expect([...seenVerdicts].sort()).toEqual(["exclude", "keep", "run"]);
});
