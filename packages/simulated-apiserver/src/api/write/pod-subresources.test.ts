import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pod, type TestedApi, testedApi } from "../api.fixture.ts";

describe("checkDisruption", () => {
  let api: TestedApi;
  beforeEach(async () => {
    api = await testedApi();
  });
  afterEach(() => api.close());

  const evict = (name: string) =>
    api.ask("POST", `/api/v1/namespaces/default/pods/${name}/eviction`, { apiVersion: "policy/v1", kind: "Eviction", metadata: { name } });
  const budget = (name: string, spec: Record<string, unknown>) =>
    api.store.create("poddisruptionbudgets", {
      metadata: { name, namespace: "default" },
      spec: { selector: { matchLabels: { app: "a" } }, ...spec },
    });

  function readyPods(...names: readonly string[]): void {
    for (const name of names) {
      api.store.create("pods", pod(name, { app: "a" }));
      api.store.bind("default", name, "n");
      api.store.edit(
        "pods",
        "default",
        name,
        (object) => {
          object.status = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };
        },
        "status",
      );
    }
  }

  it("a budget allows evictions while enough pods remain, and then answers 429", async () => {
    readyPods("p1", "p2", "p3");
    budget("b", { minAvailable: 2 });
    expect((await evict("p1")).code).toBe(201);
    expect(await evict("p2")).toMatchObject({
      code: 429,
      body: {
        reason: "TooManyRequests",
        message: "Cannot evict pod as it would violate the pod's disruption budget.",
        details: { causes: [{ reason: "DisruptionBudget", message: "The disruption budget b needs 2 healthy pods and has 2 currently" }] },
      },
    });
  });

  it("rounds percentages up; refuses a pod with two budgets; always evicts a pod that does not run", async () => {
    readyPods("p1", "p2", "p3");
    budget("b", { maxUnavailable: "1%" });
    expect((await evict("p1")).code).toBe(201);
    expect((await evict("p2")).code).toBe(429);
    budget("c", { maxUnavailable: "100%" });
    expect((await evict("p2")).code).toBe(500);
    api.store.create("pods", pod("waiting", { app: "a" }));
    expect((await evict("waiting")).code).toBe(201);
  });

  it("an eviction must name the pod of its path", async () => {
    readyPods("p1");
    const other = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "other" } };
    expect(await api.ask("POST", "/api/v1/namespaces/default/pods/p1/eviction", other)).toMatchObject({
      code: 400,
      body: { message: "name in URL does not match name in Eviction object" },
    });
  });
});
