import { DEFAULT_GATES } from "@daemonscope/kube/matching/toleration";
import fc from "fast-check";
import { expect, test } from "vitest";
import { emptyTemplate } from "../model/objects.fixture.ts";
import type { PlacementTemplate } from "../records/placement-template.ts";
import { readyNode } from "../records/ready-node.fixture.ts";
import { eligibleNodes } from "./eligibility.ts";
import { requiredLabelKeys } from "./required-labels.ts";
import { selectedKeys, unmetLabel } from "./selected-labels.ts";

type Terms = NonNullable<NonNullable<PlacementTemplate["requiredNodeAffinity"]>["nodeSelectorTerms"]>;
const selecting = (nodeSelector: Readonly<Record<string, string>>, nodeSelectorTerms?: Terms): PlacementTemplate => ({
  ...emptyTemplate,
  nodeSelector,
  ...(nodeSelectorTerms === undefined ? {} : { requiredNodeAffinity: { nodeSelectorTerms } }),
});
const inValues = (key: string, ...values: readonly string[]) => ({ key, operator: "In", values });
const exists = (key: string) => ({ key, operator: "Exists" });

test("lists the keys of the node selector before those of affinity, each once", () => {
  const template = selecting({ os: "linux", app: "x" }, [
    { matchExpressions: [exists("gpu"), inValues("os", "linux")] },
    { matchExpressions: [exists("zone")] },
  ]);
  expect(selectedKeys(template)).toEqual(["os", "app", "gpu", "zone"]);
});

test.each([
  ["P3 a node without the label lacks it", selecting({ app: "ironman" }), "app", {}, ["app=ironman"]],
  ["P3 a node with another value lacks the selected one", selecting({ app: "ironman" }), "app", { app: "batman" }, ["app=ironman"]],
  ["P3 a node with the selected value lacks nothing", selecting({ app: "ironman" }), "app", { app: "ironman" }, []],
  ["a key that is not selected is never unmet", selecting({ app: "ironman" }), "zone", {}, []],
  ["P4 one term wants its label", selecting({}, [{ matchExpressions: [inValues("gpu", "a100")] }]), "gpu", {}, ["gpu=a100"]],
  ["P4 Exists wants the key", selecting({}, [{ matchExpressions: [exists("gpu")] }]), "gpu", {}, ["gpu"]],
  [
    "P4 NotIn is unmet by a value",
    selecting({}, [{ matchExpressions: [{ key: "zone", operator: "NotIn", values: ["a"] }] }]),
    "zone",
    { zone: "a" },
    ["zone NotIn [a]"],
  ],
  [
    "P4 a label is not unmet if another term matches without it",
    selecting({}, [{ matchExpressions: [exists("gpu")] }, { matchExpressions: [exists("zone")] }]),
    "gpu",
    {},
    [],
  ],
  [
    "P4 lists the wanted values of all terms",
    selecting({}, [{ matchExpressions: [inValues("arch", "arm64")] }, { matchExpressions: [inValues("arch", "amd64"), exists("zone")] }]),
    "arch",
    {},
    ["arch=arm64", "arch=amd64"],
  ],
  ["P7 an invalid term wants nothing", selecting({}, [{ matchExpressions: [inValues("gpu")] }]), "gpu", {}, []],
  ["a key named like an inherited field", selecting({ constructor: "x" }), "constructor", {}, ["constructor=x"]],
] as const)("%s", (_name, template, key, labels, wanted) => {
  expect(unmetLabel(template, key, labels)).toEqual(wanted);
});

const values = fc.constantFrom("1", "2");
const keys = fc.constantFrom("a", "b", "c");
const expression = fc.oneof(
  fc.record({ key: keys, operator: fc.constantFrom("In", "NotIn"), values: fc.array(values, { minLength: 1, maxLength: 2 }) }),
  fc.record({ key: keys, operator: fc.constantFrom("Exists", "DoesNotExist") }),
);
const terms = fc.array(fc.record({ matchExpressions: fc.array(expression, { maxLength: 3 }) }), { minLength: 1, maxLength: 3 });
const templates = fc
  .tuple(fc.dictionary(keys, values), fc.option(terms, { nil: undefined }))
  .map(([selector, affinity]) => selecting(selector, affinity as Terms | undefined));

test("P1 a node that lacks a label is never eligible, and the keys are those that placement reads", () => {
  fc.assert(
    fc.property(templates, fc.dictionary(keys, values), (template, labels) => {
      expect(new Set(selectedKeys(template))).toEqual(new Set(requiredLabelKeys(template)));
      const unmet = selectedKeys(template).filter((key) => unmetLabel(template, key, labels).length > 0);
      const [found] = eligibleNodes(template, [readyNode("n", { labels })], DEFAULT_GATES);
      if (unmet.length > 0) expect(["nodeSelector", "nodeAffinity"]).toContain(found?.eligibility.kind);
    }),
    { seed: 30, numRuns: 500 },
  );
});
