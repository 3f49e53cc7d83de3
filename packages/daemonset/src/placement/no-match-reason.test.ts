import { describe, expect, it } from "vitest";
import { emptyTemplate } from "../model/objects.fixture.ts";
import { noMatchReasonFor } from "./no-match-reason.ts";
import type { PlacementNode } from "./placement-node.ts";

const node = (name: string, labels: PlacementNode["labels"] = {}, taints: PlacementNode["taints"] = []): PlacementNode => ({
  name,
  labels,
  taints,
});
const on = (nodeSelector: Readonly<Record<string, string>>) => ({ ...emptyTemplate, nodeSelector });
const db = { key: "dedicated", value: "db", effect: "NoSchedule" };

describe("R28 the reason why a DaemonSet matches no node", () => {
  it.each([
    ["there is no node", on({}), [], { kind: "noNodes" }],
    ["a node name that does not exist", { ...emptyTemplate, nodeName: "gone" }, [node("a"), node("b")], { kind: "name", check: "gone" }],
    ["a label that no node has", on({ rng: "true" }), [node("a"), node("b", { disk: "ssd" })], { kind: "label", check: "rng=true" }],
    ["a label with another value", on({ disk: "ssd" }), [node("a", { disk: "hdd" })], { kind: "label", check: "disk=ssd" }],
    ["labels that no node has together", on({ a: "1", b: "1" }), [node("a", { a: "1" }), node("b", { b: "1" })], { kind: "together" }],
    [
      "a taint on each matching node",
      on({ disk: "ssd" }),
      [node("a", { disk: "ssd" }, [db]), node("b", { disk: "ssd" }, [db, { key: "x", effect: "NoExecute" }]), node("c")],
      { kind: "taint", check: "dedicated=db:NoSchedule", nodes: 2 },
    ],
    [
      "an affinity that no node meets",
      {
        ...emptyTemplate,
        requiredNodeAffinity: { nodeSelectorTerms: [{ matchExpressions: [{ key: "zone", operator: "In", values: ["x"] }] }] },
      },
      [node("a", { zone: "y" })],
      { kind: "label", check: "zone In [x]" },
    ],
  ])("R28 %s", (_name, template, nodes, expected) => {
    expect(noMatchReasonFor(template, nodes)).toEqual(expected);
  });
});
