import { createSystemNamespaces } from "@daemonscope/simulated-apiserver/store/seed";
import { createStore } from "@daemonscope/simulated-apiserver/store/store";
import { createSimulatedClock } from "@daemonscope/simulated-apiserver/time/clock-simulated";
import { createRandom } from "@daemonscope/simulated-apiserver/time/random";
import { expect, it } from "vitest";
import { DEFAULT_ACCOUNT } from "./default-account.ts";
import { PerNamespaceObject } from "./per-namespace-object.ts";

function cluster() {
  const random = createRandom(1);
  const store = createStore({ clock: createSimulatedClock(0), random: () => random.next() });
  createSystemNamespaces(store);
  new PerNamespaceObject(store, (make) => make(), DEFAULT_ACCOUNT).start();
  return store;
}

it("each namespace has the account default, old and new ones", () => {
  const store = cluster();
  store.create("namespaces", { metadata: { name: "mine" } });
  expect(store.list("serviceaccounts").map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)).toEqual([
    "default/default",
    "kube-node-lease/default",
    "kube-public/default",
    "kube-system/default",
    "mine/default",
  ]);
});

it("the account is recreated after a deletion, but not in a terminating namespace", () => {
  const store = cluster();
  store.create("namespaces", { metadata: { name: "mine" } });
  store.delete("serviceaccounts", "mine", "default");
  expect(store.get("serviceaccounts", "mine", "default")).toBeDefined();
  store.delete("namespaces", undefined, "mine");
  store.delete("serviceaccounts", "mine", "default");
  expect(store.get("serviceaccounts", "mine", "default")).toBeUndefined();
});

it("refuses a pod with a missing account, but not a mirror pod", () => {
  const store = cluster();
  const pod = (name: string, annotations: Record<string, string> = {}) => ({
    metadata: { name, namespace: "default", annotations },
    spec: { serviceAccountName: "robot", nodeName: "n", containers: [{ name: "a", image: "a:1" }] },
  });
  expect(() => store.create("pods", pod("a"))).toThrow(
    'pods "a" is forbidden: error looking up service account default/robot: serviceaccount "robot" not found',
  );
  expect(store.create("pods", pod("b", { "kubernetes.io/config.mirror": "x" })).metadata.name).toBe("b");
  store.create("serviceaccounts", { metadata: { name: "robot", namespace: "default" } });
  expect(store.create("pods", pod("a")).metadata.name).toBe("a");
});
