import { describe, expect, it } from "vitest";
import { stepFromJson } from "./step-from-json.ts";

const names = { kind: "names", names: ["n1"] };
const manifest = { apiVersion: "apps/v1", kind: "DaemonSet", metadata: { name: "x" } };

describe("accepts a step as JSON", () => {
  it.each([
    { kind: "taint", nodes: { kind: "selector", selector: "a=b" }, taints: [{ key: "x", effect: "NoExecute" }] },
    { kind: "untaint", nodes: { kind: "all" }, taints: [{ key: "x" }] },
    { kind: "label", nodes: names, labels: { a: "" } },
    { kind: "edit", namespace: "a", name: "b", edit: { kind: "hostPorts", container: "c", ports: [{ containerPort: 1, hostPort: null }] } },
    { kind: "edit", namespace: "a", name: "b", edit: { kind: "affinity" } },
    { kind: "apply", manifest },
    { kind: "delete", namespace: "a", name: "b", orphan: true },
    { kind: "join", nodes: { count: 1, labels: {}, taints: [], allocatable: {} } },
    { kind: "leave", nodes: names },
    { kind: "edit", namespace: "a", name: "b", edit: { kind: "annotation", key: "k", value: "two\nlines 😀" } },
    { kind: "apply", manifest: { ...manifest, spec: { script: "two\nlines" } } },
  ])("%j", (value) => {
    expect(stepFromJson(value, "steps[0]")).toBe(value);
  });
});

describe("refuses other JSON with the path and the expected input", () => {
  it.each<readonly [unknown, string, string]>([
    [null, "steps[0]", "an object"],
    [{ kind: "tain" }, "steps[0].kind", 'one of "taint"'],
    [{ kind: "taint", nodes: names, taints: [] }, "steps[0].taints", "a list of at least one"],
    [{ kind: "taint", nodes: names, taints: [{ key: 3, effect: "x" }] }, "steps[0].taints[0].key", "a text"],
    [{ kind: "cordon", nodes: names, force: true }, "steps[0].force", "nothing"],
    [{ kind: "cordon", nodes: { kind: "names", names: "n1" } }, "steps[0].nodes.names", "a list"],
    [{ kind: "edit", namespace: "a", name: "b", edit: { kind: "image", container: "c" } }, "steps[0].edit.image", "a text"],
    [{ kind: "apply", manifest: { kind: "DaemonSet" } }, "steps[0].manifest", "a manifest"],
    [{ kind: "label", nodes: names, labels: { a: 1 } }, 'steps[0].labels["a"]', "a text"],
    [{ kind: "constructor" }, "steps[0].kind", "one of"],
    [{ kind: "cordon", nodes: { kind: "names", names: ["n\n1"] } }, "steps[0].nodes.names[0]", "on one line"],
    [{ kind: "label", nodes: names, labels: { "a\rb": "1" } }, 'steps[0].labels["a\\rb"]', "on one line"],
    [{ kind: "delete", namespace: "a", name: "\ud800", orphan: true }, "steps[0].name", "on one line"],
    [{ kind: "apply", manifest: { ...manifest, metadata: { name: "x\n" } } }, "steps[0].manifest.metadata.name", "on one line"],
  ])("%j", (value, path, expected) => {
    expect(stepFromJson(value, "steps[0]")).toMatchObject({ kind: "unreadable", path, expected: expect.stringContaining(expected) });
  });
});
