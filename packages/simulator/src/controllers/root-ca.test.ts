import { createSystemNamespaces } from "@daemonscope/simulated-apiserver/store/seed";
import { createStore } from "@daemonscope/simulated-apiserver/store/store";
import { createSimulatedClock } from "@daemonscope/simulated-apiserver/time/clock-simulated";
import { createRandom } from "@daemonscope/simulated-apiserver/time/random";
import { expect, it } from "vitest";
import { PerNamespaceObject } from "./per-namespace-object.ts";
import { ROOT_CERTIFICATE } from "./root-ca.ts";

const NAME = "kube-root-ca.crt";

function cluster() {
  const random = createRandom(1);
  const store = createStore({ clock: createSimulatedClock(0), random: () => random.next() });
  createSystemNamespaces(store);
  new PerNamespaceObject(store, (make) => make(), ROOT_CERTIFICATE).start();
  return store;
}

it("each namespace has the cluster's certificate, old and new ones", () => {
  const store = cluster();
  store.create("namespaces", { metadata: { name: "mine" } });
  for (const namespace of ["default", "kube-system", "mine"]) {
    const map = store.get("configmaps", namespace, NAME) as { data?: Record<string, string> } | undefined;
    expect(map?.data?.["ca.crt"]).toMatch(/^-----BEGIN CERTIFICATE-----\n[A-Za-z0-9+/=\n]+-----END CERTIFICATE-----\n$/);
  }
});

it("the certificate is restored after a deletion or edit, but not in a terminating namespace", () => {
  const store = cluster();
  const before = store.get("configmaps", "default", NAME)?.data;
  store.delete("configmaps", "default", NAME);
  expect(store.get("configmaps", "default", NAME)?.data).toEqual(before);
  store.edit("configmaps", "default", NAME, (map) => {
    map.data = { "ca.crt": "mine" };
  });
  expect(store.get("configmaps", "default", NAME)?.data).toEqual(before);
  store.create("namespaces", { metadata: { name: "mine" } });
  store.delete("namespaces", undefined, "mine");
  store.delete("configmaps", "mine", NAME);
  expect(store.get("configmaps", "mine", NAME)).toBeUndefined();
});
