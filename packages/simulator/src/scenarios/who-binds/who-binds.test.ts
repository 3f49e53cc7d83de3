import { conditionNamed, nodeNameOf, phaseOf, pinnedNodeOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { expect, it } from "vitest";
import { podsOf, simulate } from "../trace.fixture.ts";

it("T24 S63 a stopped scheduler leaves new daemon pods Pending; nodeName needs none; its start binds them", () => {
  const simulator = simulate("who-binds");
  const agents = () => podsOf(simulator, "fluent-bit");
  const waiting = () => agents().filter((pod) => nodeNameOf(pod) === undefined);
  simulator.clock.advance(14_000);
  expect(agents().map(phaseOf)).toEqual(["Running", "Running", "Running"]);
  simulator.clock.advance(35_000);
  expect(waiting().map(pinnedNodeOf)).toEqual(["worker-2"]);
  expect(waiting().map(phaseOf)).toEqual(["Pending"]);
  expect(waiting().map((pod) => conditionNamed(pod, "PodScheduled"))).toEqual([undefined]);
  expect(podsOf(simulator, "bound-agent").map((pod) => [nodeNameOf(pod), phaseOf(pod)])).toEqual([["worker-1", "Running"]]);
  simulator.clock.advance(10_000);
  expect(waiting()).toEqual([]);
  expect(agents().map(phaseOf)).toEqual(["Running", "Running", "Running"]);
});
