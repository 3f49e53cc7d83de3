import { describe, expect, it } from "vitest";
import { malformedReason } from "./malformed-reason.ts";

const metadata = { name: "x", namespace: "kube-system" };
const pod = { metadata, spec: { nodeName: "n1" }, status: { phase: "Running" } };
const daemonSet = { metadata, spec: { selector: {}, template: { spec: {} } }, status: {} };

describe("an object with wrong types is left out, and not treated as empty", () => {
  it.each([
    ["pods", { ...pod, spec: "x" }, "spec"],
    ["pods", { metadata, status: {} }, "spec"],
    ["pods", { ...pod, metadata: { ...metadata, labels: "oops" } }, "metadata.labels"],
    ["nodes", { metadata, spec: [], status: {} }, "spec"],
    ["nodes", { metadata: { ...metadata, labels: 3 } }, "metadata.labels"],
    ["daemonsets", { ...daemonSet, spec: { ...daemonSet.spec, template: null } }, "spec.template"],
    ["daemonsets", { ...daemonSet, status: true }, "status"],
  ] as const)("leaves out %s with a wrong type: %#", (source, raw, path) => {
    expect(malformedReason(source, raw)).toBe(`${source} "kube-system/x" was left out, because its ${path} is no object`);
  });
  it.each([
    ["pods", pod],
    ["nodes", { metadata }],
    ["nodes", { metadata: { ...metadata, labels: null }, spec: {}, status: {} }],
    ["daemonsets", daemonSet],
    ["controllerrevisions", { metadata, revision: 1 }],
    ["events", { metadata, spec: 3 }],
  ] as const)("accepts missing optional fields: %s %#", (source, raw) => {
    expect(malformedReason(source, raw)).toBeUndefined();
  });
});
