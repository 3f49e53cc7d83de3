import { expect, it } from "vitest";
import { decodeDaemonSet } from "./decode-daemon-set.ts";

const NOTE = { "f:metadata": { "f:annotations": { "f:example.com/state": {} } } };
const SPEC = { "f:spec": { "f:template": {} } };
const LABELS = { "f:metadata": { "f:labels": { "f:a": {} } } };
const entry = (manager: unknown, fieldsV1: unknown = NOTE, parts: object = {}) => ({ manager, operation: "Update", fieldsV1, ...parts });
const many = (fields: object) => Array.from({ length: 500 }, (_, at) => entry(`manager-${at}`, fields));

it.each<readonly [string, readonly unknown[], string | undefined]>([
  ["a manager that only annotates", [entry("kubectl-client-side-apply", SPEC), entry("roller")], "roller"],
  ["the same manager twice", [entry("roller"), entry("roller", NOTE, { operation: "Apply" })], "roller"],
  ["two that annotate", [entry("roller"), entry("restarter")], undefined],
  ["one that also sets the spec", [entry("roller"), entry("roller", SPEC)], undefined],
  ["one that sets both at once", [entry("roller", { ...NOTE, ...SPEC })], undefined],
  ["one that sets labels", [entry("roller", LABELS)], undefined],
  ["one that writes the status", [entry("roller", NOTE, { subresource: "status" })], undefined],
  ["users and Kubernetes", ["kubectl-annotate", "kube-controller-manager", "helm", "rancher"].map((each) => entry(each)), undefined],
  ["500 that annotate", many(NOTE), undefined],
  ["one of 501 that annotates", [...many(SPEC), entry("roller")], "roller"],
  ["broken entries", [null, 5, {}, entry(""), entry(7), entry("a", null), entry("b", { "f:metadata": 3 }), entry("roller")], "roller"],
])("R31 the annotator of an OnDelete DaemonSet: %s", (_what, managedFields, expected) => {
  const decoded = (type: string) => {
    const metadata = { name: "agent", namespace: "a", uid: "u", resourceVersion: "1", managedFields };
    return decodeDaemonSet({ metadata, spec: { updateStrategy: { type } } });
  };
  const { object } = decoded("OnDelete") as { readonly object: { readonly annotator?: string } };
  expect(object.annotator).toBe(expected);
  expect(decoded("RollingUpdate")).not.toHaveProperty("object.annotator");
});
