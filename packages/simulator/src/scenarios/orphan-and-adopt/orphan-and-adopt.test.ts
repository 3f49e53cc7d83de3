import { containersOf, specOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { expect, it } from "vitest";
import { podsOf, simulate } from "../trace.fixture.ts";

it("T11 S15 orphans keep running without an owner; a new DaemonSet adopts them and replaces those of another generation", () => {
  const simulator = simulate("orphan-and-adopt");
  const { store, clock } = simulator;
  const pods = () => podsOf(simulator, "node-agent");
  const owners = () => pods().map(({ metadata }) => (metadata.ownerReferences ?? []).map(({ uid }) => uid));
  clock.advance(10_000);
  expect(store.list("daemonsets")).toEqual([]);
  expect(owners()).toEqual([[], [], [], [], []]);
  clock.advance(14_000);
  const orphans = pods().map(({ metadata }) => metadata.uid);
  expect(orphans).toHaveLength(4);

  clock.advance(1500);
  const uid = store.get("daemonsets", "default", "node-agent")?.metadata.uid;
  expect(owners()).toEqual(pods().map(() => [uid]));
  expect(pods().filter(({ metadata }) => orphans.includes(metadata.uid)).length).toBeGreaterThanOrEqual(3);

  clock.advance(45_000);
  expect(pods().map((pod) => containersOf(specOf(pod)).map(({ image }) => image))).toEqual(pods().map(() => ["node-agent:2.0"]));
  expect(pods()).toHaveLength(5);

  const adopted = pods().map(({ metadata }) => metadata.uid);
  clock.advance(50_000);
  expect(pods().map(({ metadata }) => metadata.uid)).toEqual(adopted);
  expect(store.get("daemonsets", "default", "node-agent")?.status).toMatchObject({ updatedNumberScheduled: 5 });
  expect(containersOf(specOf(pods()[0] as never)).map(({ image }) => image)).toEqual(["node-agent:2.0"]);
});
