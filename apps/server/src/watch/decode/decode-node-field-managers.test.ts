import { expect, it } from "vitest";
import { decodeNodeFieldManagers } from "./decode-node-field-managers.ts";

const TAINTS = { "f:spec": { "f:taints": {} } };
const labels = (...keys: readonly string[]) => ({
  "f:metadata": { "f:labels": Object.fromEntries([".", ...keys.map((key) => `f:${key}`)].map((key) => [key, {}])) },
});
const entry = (manager: string, time: string, fieldsV1: object, more: object = {}) => ({
  manager,
  operation: "Update",
  apiVersion: "v1",
  time: `2026-01-01T${time}Z`,
  fieldsType: "FieldsV1",
  fieldsV1,
  ...more,
});
const at = (time: string) => Date.parse(`2026-01-01T${time}Z`);
const decoded = (...managedFields: readonly unknown[]) => decodeNodeFieldManagers({ metadata: { name: "n1", managedFields } });

it("names the last manager that wrote taints, with an exact time if it owns nothing else", () => {
  const owned = decoded(
    entry("kubelet", "10:00:00", { ...TAINTS, ...labels("kubernetes.io/hostname") }),
    entry("kubectl-taint", "12:00:00", TAINTS),
  );
  expect(owned.taints).toEqual({ manager: "kubectl-taint", atMs: at("12:00:00"), isExact: true });
});

it("names the manager of each label; if the manager owns more, the time is an upper bound", () => {
  const owned = decoded(entry("kubectl-label", "12:00:00", labels("disk", "tier")), entry("nfd-master", "11:00:00", labels("feature")));
  expect(owned.labels).toEqual([
    { key: "disk", manager: "kubectl-label", atMs: at("12:00:00"), isExact: false },
    { key: "tier", manager: "kubectl-label", atMs: at("12:00:00"), isExact: false },
    { key: "feature", manager: "nfd-master", atMs: at("11:00:00"), isExact: true },
  ]);
});

it("names no manager if two wrote in the same second, and never a manager of the status", () => {
  const two = decoded(entry("a", "12:00:00", TAINTS), entry("b", "12:00:00", TAINTS));
  const status = decoded(entry("kubelet", "12:00:00", TAINTS, { subresource: "status" }));
  expect([two.taints, status.taints]).toEqual([undefined, undefined]);
});

it("names no manager for unreadable entries", () => {
  for (const malformed of [null, 7, {}, { manager: "x" }, { manager: "x", time: "soon", fieldsV1: TAINTS }, entry("", "12:00:00", TAINTS)])
    expect(decoded(malformed)).toEqual({ labels: [] });
  expect(decodeNodeFieldManagers({})).toEqual({ labels: [] });
  expect(decoded(entry("x", "12:00:00", { "f:spec": [], "f:metadata": { "f:labels": 3 } }))).toEqual({ labels: [] });
});
