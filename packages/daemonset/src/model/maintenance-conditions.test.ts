import { expect, it } from "vitest";
import { putDaemonSet, putNode, putPod } from "./cluster-event.ts";
import { ClusterModel } from "./cluster-model.ts";
import { aDaemonSet, aNode, aPod } from "./objects.fixture.ts";

/** Source: Kubernetes 1.37, core/v1 types.go (KEP-5683). Administrators set them. */
const MAINTENANCE = ["MaintenancePlanned", "MaintenanceInProgress", "DrainInProgress", "Drained", "GracefulNodeShutdownInProgress"];

function modelWith(types: readonly string[]): ClusterModel {
  const model = new ClusterModel({ nowMs: 0 });
  const node = aNode("n1");
  const conditions = types.map((type) => ({ ...node.status.conditions[0], type, status: "True" as const }));
  model.apply(
    putNode({
      ...node,
      status: { ...node.status, conditions: [...node.status.conditions, ...conditions] as typeof node.status.conditions },
    }),
  );
  model.apply(putDaemonSet(aDaemonSet("agent")));
  model.apply(putPod(aPod("agent", "agent-1", { node: "n1", readyAtMs: 0 })));
  model.tick(60_000);
  return model;
}

it("P2 the conditions of node maintenance of Kubernetes 1.37 change no placement, count or verdict", () => {
  const [plain, maintained] = [modelWith([]), modelWith(MAINTENANCE)].map((model) => {
    const { daemonSetsPut, cells } = model.takeChanges();
    // The tally of leaving nodes names the cause, and is no count of pods.
    return { daemonSetsPut: daemonSetsPut.map(({ leaving: _, ...record }) => record), cells };
  });
  expect(plain?.daemonSetsPut).toHaveLength(1);
  expect(maintained).toEqual(plain);
});
