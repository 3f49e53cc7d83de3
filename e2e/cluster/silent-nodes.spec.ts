import { nodeNamed } from "@daemonscope/shared/state/cluster-state";
import { expect, test } from "@playwright/test";
import { agent, rolling } from "./manifests.ts";
import { type Stage, setStage } from "./stage.ts";

const KUBELET = "kwok.x-k8s.io/node";
const GRACE_MS = 2000;
/** Exceeds a grace period plus the interval to the controller's next sync. */
const LONG_AFTER_MS = 15_000;

interface Pod {
  readonly metadata: { readonly name: string; readonly deletionTimestamp?: string };
  readonly spec: { readonly nodeName?: string; readonly containers: readonly { readonly image: string }[] };
}

async function podsOn(stage: Stage, node: string): Promise<readonly Pod[]> {
  const { items } = JSON.parse(await stage.kubectl("get", "pods", "-l", "app=agent", "-o", "json")) as { readonly items: readonly Pod[] };
  return items.filter(({ spec }) => spec.nodeName === node);
}

/** Returns the image of each pod on a node, and whether it terminates. */
const stateOn = async (stage: Stage, node: string): Promise<readonly string[]> =>
  (await podsOn(stage, node)).map(
    ({ metadata, spec }) => `${spec.containers[0]?.image}${metadata.deletionTimestamp === undefined ? "" : " terminating"}`,
  );

const readyOf = (stage: Stage, node: string) => nodeNamed(stage.observer.state(), node)?.ready;

test("B3 an undo and a deletion take effect on a node only after its kubelet responds, on a real control plane", async () => {
  test.setTimeout(300_000);
  const stage = await setStage("silent-nodes", 5);
  try {
    const plan = { name: "agent", strategy: rolling(3), tolerations: [{ operator: "Exists" }] };
    await stage.apply(agent(plan));
    await stage.kubectl("patch", "ds", "agent", "-p", '{"spec":{"template":{"spec":{"terminationGracePeriodSeconds":2}}}}');
    await stage.kubectl("rollout", "status", "ds/agent", "--timeout=120s");
    await stage.kubectl("set", "image", "ds/agent", "agent=agent:2");
    await stage.kubectl("rollout", "status", "ds/agent", "--timeout=120s");
    for (const node of ["node-1", "node-2"]) await stage.kubectl("label", "node", node, `${KUBELET}-`);
    await stage.observer.until(
      "both kubelets are silent",
      () => ["node-1", "node-2"].every((node) => readyOf(stage, node) === "Unknown"),
      120_000,
    );
    await stage.kubectl("rollout", "undo", "ds/agent");
    await expect.poll(() => stateOn(stage, "node-0"), { timeout: 60_000 }).toEqual(["agent:1"]);
    await expect.poll(() => stateOn(stage, "node-1"), { timeout: 30_000 }).toEqual(["agent:2 terminating"]);
    await new Promise((passed) => setTimeout(passed, GRACE_MS + LONG_AFTER_MS));
    // The grace period is over: the pod still exists, and there is no new one.
    for (const node of ["node-1", "node-2"]) expect(await stateOn(stage, node)).toEqual(["agent:2 terminating"]);
    await stage.kubectl("label", "node", "node-1", `${KUBELET}=fake`);
    await expect.poll(() => stateOn(stage, "node-1"), { timeout: 60_000 }).toEqual(["agent:1"]);
    // If its node is deleted, the pod is deleted and not replaced.
    await stage.kubectl("delete", "node", "node-2", "--wait=false");
    await expect.poll(() => stateOn(stage, "node-2"), { timeout: 120_000 }).toEqual([]);
  } finally {
    await stage.stop();
  }
});
