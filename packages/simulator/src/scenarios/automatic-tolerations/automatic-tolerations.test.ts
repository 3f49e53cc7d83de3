import { specOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { expect, it } from "vitest";
import { podsOf, simulate, trace } from "../trace.fixture.ts";

it("T6 S4 S41 node problems delete no pod; NotReady, unreachable and network-less nodes become unwanted, others do not", () => {
  const simulator = simulate("automatic-tolerations");
  const before = podsOf(simulator, "log-agent").map(({ metadata }) => metadata.uid);
  const status = (name: string) => statusOf(simulator.store.get("daemonsets", "default", name) ?? ({} as never));
  expect(trace(simulator, "default/log-agent", 39_000)).toEqual(["8 8 8 8 8"]);
  simulator.clock.advance(5000);
  expect(status("log-agent")).toMatchObject({ desiredNumberScheduled: 6, numberMisscheduled: 2 });
  simulator.clock.advance(50_000);
  expect(status("log-agent")).toMatchObject({ desiredNumberScheduled: 5, numberMisscheduled: 3 });
  expect(podsOf(simulator, "log-agent").map(({ metadata }) => metadata.uid)).toEqual(before);
  expect(status("all-weather")).toMatchObject({ desiredNumberScheduled: 8, numberMisscheduled: 0 });

  simulator.clock.advance(20_000);
  const nodesOf = (name: string) =>
    podsOf(simulator, name)
      .map((pod) => specOf(pod).nodeName)
      .sort();
  expect(nodesOf("new-agent")).toEqual(["cordoned", "disk", "memory", "pids", "well"]);
  expect(nodesOf("new-host-agent")).toEqual(["cordoned", "disk", "memory", "no-network", "pids", "well"]);

  simulator.clock.advance(100_000);
  for (const name of ["log-agent", "host-agent", "new-agent", "new-host-agent"])
    expect(status(name)).toMatchObject({ desiredNumberScheduled: 8, numberAvailable: 8, numberMisscheduled: 0 });
  for (const node of simulator.store.list("nodes")) expect(specOf(node).taints).toBeUndefined();
});
