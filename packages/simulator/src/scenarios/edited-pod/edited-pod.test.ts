import { containersOf, specOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { expect, it } from "vitest";
import { podsOf, simulate } from "../trace.fixture.ts";

it("T12 the container of an edited pod restarts and counts as updated; its replacement follows the template", () => {
  const simulator = simulate("edited-pod");
  const pod = () => podsOf(simulator, "fluent-bit").find((each) => specOf(each).nodeName === "worker-2");
  const image = () => containersOf(specOf(pod() ?? ({} as never)))[0]?.image;
  const uid = pod()?.metadata.uid;
  const hash = pod()?.metadata.labels?.["controller-revision-hash"];
  simulator.clock.advance(20_000);
  expect(pod()?.metadata).toMatchObject({ uid, generation: 2, labels: { debug: "yes", "controller-revision-hash": hash } });
  expect(image()).toBe("fluent/fluent-bit:4.1.0-debug");
  expect(statusOf(pod() ?? ({} as never)).containerStatuses).toEqual([
    expect.objectContaining({
      image: image(),
      ready: true,
      restartCount: 1,
      state: { running: { startedAt: "2026-01-01T00:00:05Z" } },
      lastState: { terminated: expect.objectContaining({ exitCode: 0, reason: "Completed" }) },
    }),
  ]);
  expect(simulator.store.get("daemonsets", "logging", "fluent-bit")?.status).toMatchObject({ updatedNumberScheduled: 4 });
  expect(simulator.store.list("events", "logging")).toContainEqual(
    expect.objectContaining({ reason: "Killing", message: "Container fluent-bit definition changed, will be restarted" }),
  );
  simulator.clock.advance(40_000);
  expect(pod()?.metadata.uid).not.toBe(uid);
  expect(pod()?.metadata.labels?.debug).toBeUndefined();
  expect(image()).toBe("fluent/fluent-bit:4.1.0");
});
