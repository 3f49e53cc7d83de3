import { isReady, specOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { expect, it } from "vitest";
import { isMirror } from "../../controllers/kubelet/static-pods.ts";
import { podsOf, simulate } from "../trace.fixture.ts";

it("T15 S57 a deleted mirror pod returns immediately as Pending, and then shows its static pod, which never stopped", () => {
  const { store, clock } = simulate("static-pods");
  const mirror = () => store.get("pods", "kube-system", "kube-scheduler-control-plane-1");
  const before = mirror();
  expect(before).toMatchObject({
    metadata: {
      annotations: { "kubernetes.io/config.source": "file" },
      ownerReferences: [{ kind: "Node", name: "control-plane-1", controller: true }],
    },
    spec: { nodeName: "control-plane-1", priority: 2_000_001_000 },
    status: { phase: "Running" },
  });
  clock.advance(9000);
  expect(mirror()?.metadata.uid).not.toBe(before?.metadata.uid);
  expect(mirror()?.metadata.creationTimestamp).toBe("2026-01-01T00:00:08Z");
  expect(mirror()?.status).toMatchObject({ phase: "Pending" });
  clock.advance(7000);
  expect(mirror()?.status).toEqual(before?.status);
});

it("T15 a daemon pod is replaced by its DaemonSet, and a pod without an owner is not replaced", () => {
  const simulator = simulate("static-pods");
  const { store, clock } = simulator;
  const proxy = () => podsOf(simulator, "kube-proxy").filter((pod) => specOf(pod).nodeName === "control-plane-1");
  const uid = proxy()[0]?.metadata.uid;
  expect(statusOf(store.get("pods", "default", "debug") ?? ({} as never)).phase).toBe("Running");
  clock.advance(34_000);
  expect(proxy().map(({ metadata }) => metadata.uid)).not.toEqual([uid]);
  expect(proxy().map(isReady)).toEqual([true]);
  clock.advance(20_000);
  expect(store.get("pods", "default", "debug")).toBeUndefined();
});

it("T15 S57 static pods return with a recreated node", () => {
  const { store, clock } = simulate("static-pods", { manualSteps: true });
  const node = store.get("nodes", undefined, "control-plane-1");
  store.delete("nodes", undefined, "control-plane-1");
  clock.advance(120_000);
  expect(store.podsOnNode("control-plane-1")).toEqual([]);
  store.create("nodes", { metadata: { name: "control-plane-1", labels: node?.metadata.labels } });
  clock.advance(9000);
  expect(store.podsOnNode("control-plane-1").filter((pod) => isMirror(pod) && isReady(pod))).toHaveLength(4);
});

it("T15 S57 a static pod ends when its manifest is removed, and starts when one is added", () => {
  const { store, clock, manifestFolders } = simulate("static-pods", { manualSteps: true });
  expect(manifestFolders.remove("worker-1", "etcd")).toBeUndefined();
  const manifest = manifestFolders.remove("control-plane-1", "etcd");
  expect(manifest).toMatchObject({ metadata: { name: "etcd", namespace: "kube-system" } });
  clock.advance(40_000);
  expect(store.get("pods", "kube-system", "etcd-control-plane-1")).toBeUndefined();
  manifestFolders.put("worker-1", { metadata: { name: "web" }, spec: { containers: [{ name: "web", image: "nginx:1" }] } });
  clock.advance(10_000);
  const web = store.get("pods", "default", "web-worker-1");
  expect(web !== undefined && isMirror(web) && isReady(web)).toBe(true);
});

it("T15 S57 no pod is bound while the manifest of the scheduler is removed", () => {
  const simulator = simulate("static-pods", { manualSteps: true });
  const { store, clock, manifestFolders } = simulator;
  const onWorker = () => podsOf(simulator, "fluent-bit").filter((pod) => specOf(pod).nodeName === "worker-1");
  const manifest = manifestFolders.remove("control-plane-1", "kube-scheduler");
  for (const { metadata } of onWorker()) store.delete("pods", "logging", metadata.name);
  clock.advance(40_000);
  expect(onWorker()).toEqual([]);
  expect(podsOf(simulator, "fluent-bit")).toHaveLength(3);
  if (manifest !== undefined) manifestFolders.put("control-plane-1", manifest);
  clock.advance(10_000);
  expect(onWorker()).toHaveLength(1);
});
