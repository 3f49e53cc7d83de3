import { createSystemNamespaces } from "@daemonscope/simulated-apiserver/store/seed";
import { createStore } from "@daemonscope/simulated-apiserver/store/store";
import { createSimulatedClock } from "@daemonscope/simulated-apiserver/time/clock-simulated";
import { createRandom } from "@daemonscope/simulated-apiserver/time/random";
import { expect, it } from "vitest";
import { NamespaceDeletion } from "./namespaces.ts";

function cluster() {
  const clock = createSimulatedClock(Date.UTC(2026, 0, 1));
  const random = createRandom(1);
  const store = createStore({ clock, random: () => random.next() });
  createSystemNamespaces(store);
  new NamespaceDeletion(store, clock).start();
  return { clock, store };
}

it("a deleted namespace is Terminating until its objects are gone, and its pods get their grace period", () => {
  const { clock, store } = cluster();
  store.create("namespaces", { metadata: { name: "team" } });
  store.create("configmaps", { metadata: { name: "c", namespace: "team" } });
  store.create("pods", { metadata: { name: "p", namespace: "team" }, spec: { nodeName: "n", containers: [{ name: "a", image: "a:1" }] } });
  store.delete("namespaces", undefined, "team");
  expect(store.get("namespaces", undefined, "team")).toMatchObject({ status: { phase: "Terminating" } });
  clock.advance(4000);
  expect(store.get("configmaps", "team", "c")).toBeDefined();
  clock.advance(2000);
  expect(store.get("configmaps", "team", "c")).toBeUndefined();
  expect(store.get("pods", "team", "p")?.metadata.deletionGracePeriodSeconds).toBe(30);
  expect(store.get("namespaces", undefined, "team")).toBeDefined();
  store.delete("pods", "team", "p", { gracePeriodSeconds: 0 });
  clock.advance(2000);
  expect(store.get("namespaces", undefined, "team")).toBeUndefined();
});

it("a recreated namespace of the same name is a new one", () => {
  const { clock, store } = cluster();
  store.create("namespaces", { metadata: { name: "team" } });
  store.delete("namespaces", undefined, "team");
  clock.advance(10_000);
  store.create("namespaces", { metadata: { name: "team" } });
  clock.advance(60_000);
  expect(store.get("namespaces", undefined, "team")).toMatchObject({ status: { phase: "Active" } });
});

it("refuses to delete the system namespaces", () => {
  const { store } = cluster();
  expect(() => store.delete("namespaces", undefined, "kube-system")).toThrow(
    'namespaces "kube-system" is forbidden: this namespace may not be deleted',
  );
});
