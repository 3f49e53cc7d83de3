import { expect, it } from "vitest";
import { NodePseudonyms } from "./node-pseudonyms.ts";
import { permissionForPath } from "./scoped-reads.ts";

const nodes = new Set(["worker-02", "worker-02.example", "10.0.0.5", "n"]);
const hidden = new NodePseudonyms((name) => nodes.has(name), Buffer.from("a key"));
const named = (text: string) => text.replaceAll(/node#[0-9a-f]{12}/g, "□");

it("G29 replaces node names anywhere in a sentence, and no other word", () => {
  expect(named(hidden.text("kubelet-worker-02.example: 10.0.0.5:10250 refused; nodes on (n) are well."))).toBe(
    "kubelet-□: □:10250 refused; nodes on (□) are well.",
  );
  expect(named(hidden.text("was on worker-09", new Set(["worker-09"])))).toBe("was on □");
  expect(hidden.text("worker-020 is none of them")).toBe("worker-020 is none of them");
});

it("G29 a node has one pseudonym per key", () => {
  expect(hidden.nameFor("worker-02")).toBe(hidden.nameFor("worker-02"));
  expect(new NodePseudonyms(() => true, Buffer.from("another")).nameFor("worker-02")).not.toBe(hidden.nameFor("worker-02"));
});

it("G29 replaces node names in all texts of an object, at any depth", () => {
  const shown = hidden.value({ spec: { nodeName: "worker-02", terms: [{ values: ["worker-02.example", "x"] }], count: 3, none: null } });
  expect(named(JSON.stringify(shown))).toBe('{"spec":{"nodeName":"□","terms":[{"values":["□","x"]}],"count":3,"none":null}}');
});

it("G33 each allowed path needs one right, and any other path one that no user can have", () => {
  expect(permissionForPath("/api/v1/namespaces/a/pods/p/log")).toEqual({ kind: "pods/log", namespace: "a" });
  expect(permissionForPath("/apis/metrics.k8s.io/v1beta1/namespaces/a/pods/p")).toEqual({ kind: "podmetrics", namespace: "a" });
  expect(permissionForPath("/apis/discovery.k8s.io/v1/namespaces/a/endpointslices")).toEqual({ kind: "endpointslices", namespace: "a" });
  expect(permissionForPath("/apis/apps/v1/daemonsets")).toEqual({ kind: "daemonsets", namespace: undefined });
  expect(permissionForPath("/api/v1/nodes")).toEqual({ kind: "nodes", namespace: undefined });
  expect(permissionForPath("/api/v1/namespaces/a/secrets")).toBeUndefined();
  expect(permissionForPath("/version")).toBeUndefined();
});

it("G29 removes names from node fields, label keys and selectors, for known and unknown nodes", () => {
  const shown = hidden.value({
    metadata: { labels: { "worker-02": "yes", near: "worker-02" }, ownerReferences: [{ kind: "Node", name: "worker-02" }] },
    spec: {
      nodeName: "gone",
      nodeSelector: { "kubernetes.io/hostname": "gone", disk: "gone" },
      terms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: ["gone"] }] }, { key: "disk", values: ["gone"] }],
    },
    status: { hostIP: "10.9.9.9" },
  });
  expect(JSON.parse(named(JSON.stringify(shown)))).toEqual({
    metadata: { labels: { "□": "yes", near: "□" }, ownerReferences: [{ kind: "Node", name: "□" }] },
    spec: {
      nodeName: "□",
      nodeSelector: { "kubernetes.io/hostname": "□", disk: "gone" },
      terms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: ["□"] }] }, { key: "disk", values: ["gone"] }],
    },
    status: { hostIP: "□" },
  });
  expect(hidden.value(shown)).toEqual(shown);
});

it.each(["nodeName", "affinityNodeName", "nominatedNodeName", "hostIP"])("G29 hides an unknown node in %s", (field) => {
  expect(named(JSON.stringify(hidden.value({ status: { [field]: "gone" } })))).toBe(`{"status":{"${field}":"□"}}`);
});
