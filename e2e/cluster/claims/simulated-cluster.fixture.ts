import { startApi } from "@daemonscope/simulated-apiserver/api/start-api";
import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { createSimulator } from "@daemonscope/simulator/simulator";
import { addNode } from "@daemonscope/simulator/staging/manifests";
import { type Answer, bodyOf, type ClaimCluster } from "./claim.ts";

const NOW_MS = Date.UTC(2026, 0, 1);

/** A simulated cluster for one claim, on a manual clock. */
export async function simulatedClaimCluster(namespace: string): Promise<ClaimCluster & { close(): Promise<void> }> {
  const { store, clock } = createSimulator({
    seed: 7,
    nowMs: NOW_MS,
    scenario: {
      name: "claims",
      title: "",
      pastMs: 120_000,
      steps: [],
      past(stage) {
        for (const at of [0, 1, 2, 3]) addNode(stage.store, { name: `node-${at}` });
        stage.store.create("namespaces", { metadata: { name: namespace } } as Partial<StoredObject> as StoredObject);
        stage.clock.advance(60_000);
      },
    },
  });
  const api = await startApi({ store, clock });
  return {
    namespace,
    async send(method, path, body, type = "application/json"): Promise<Answer> {
      const response = await fetch(`${api.url}${path}`, {
        method,
        headers: { accept: "application/json", ...(body === undefined ? {} : { "content-type": type }) },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      return { code: response.status, body: bodyOf(await response.text()) };
    },
    async pass(seconds) {
      clock.advance(seconds * 1000);
    },
    async close() {
      await api.close();
    },
  };
}
