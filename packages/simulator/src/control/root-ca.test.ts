import { expect, it } from "vitest";
import { createSystemNamespaces } from "../store/seed.ts";
import { createStore } from "../store/store.ts";
import { createSimulatedClock } from "../time-and-chance/clock-simulated.ts";
import { createRandom } from "../time-and-chance/random.ts";
import { PerNamespaceObject } from "./one-in-each-namespace.ts";
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

it("it comes back when it is deleted or edited, but not in a namespace that is on its way out", () => {
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
