import { expect, it } from "vitest";
import { simulate } from "../../scenarios/trace.fixture.ts";

const podsOf = ({ store }: ReturnType<typeof simulate>) =>
  store.list("pods", "default").filter(({ metadata }) => metadata.labels?.app === "web");

const deployment = (spec: object) => ({
  metadata: { name: "web", namespace: "default" },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: "web" } },
    template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "a", image: "web:1" }], ...spec } },
  },
});

it("a new Deployment of the same name adopts orphaned ReplicaSets with their pods", () => {
  const simulator = simulate("min-ready-seconds", { manualSteps: true });
  const { store, clock } = simulator;
  store.create("deployments", deployment({}));
  clock.advance(10_000);
  const pods = podsOf(simulator).map(({ metadata }) => metadata.uid);
  store.delete("deployments", "default", "web", { propagationPolicy: "Orphan" });
  clock.advance(5000);
  expect(podsOf(simulator)).toHaveLength(2);
  const again = store.create("deployments", deployment({}));
  clock.advance(10_000);
  expect(store.list("replicasets", "default").map(({ metadata }) => metadata.ownerReferences?.map(({ uid }) => uid))).toEqual([
    [again.metadata.uid],
  ]);
  expect(podsOf(simulator).map(({ metadata }) => metadata.uid)).toEqual(pods);
});

it("pods refused by the API server are retried, and appear once their priority class exists", () => {
  const simulator = simulate("min-ready-seconds", { manualSteps: true });
  const { store, clock } = simulator;
  store.create("deployments", deployment({ priorityClassName: "late" }));
  clock.advance(5000);
  expect(podsOf(simulator)).toEqual([]);
  store.create("priorityclasses", { metadata: { name: "late" }, value: 7 });
  clock.advance(20_000);
  expect(podsOf(simulator)).toHaveLength(2);
});
