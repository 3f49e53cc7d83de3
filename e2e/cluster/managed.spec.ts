import { verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { expect, test } from "@playwright/test";
import { agent } from "./manifests.ts";
import { type Stage, setStage } from "./stage.ts";

test.describe.configure({ mode: "parallel" });

const DRIVER = "nvidia-driver-daemonset";
const PLUGIN = "device-plugin";
const STATE = "nvidia.com/gpu-driver-upgrade-state";
const DEPLOY = "nvidia.com/gpu.deploy.device-plugin";
const NODES = ["node-0", "node-1", "node-2"];

const recordOf = (stage: Stage, name: string) => stage.observer.record(`default/${name}`);
function wordOf(stage: Stage, name: string): string {
  const record = recordOf(stage, name);
  return record === undefined ? "" : verdictWordOf(record);
}
function progressOf(stage: Stage, name: string): string {
  const managedBy = recordOf(stage, name)?.managedBy;
  if (managedBy === undefined) return "";
  return `${managedBy.controller}: ${managedBy.phases.map(({ phase, count }) => `${count} ${phase}`).join(", ")}`;
}
const label = (stage: Stage, node: string, ...pairs: readonly string[]) => stage.kubectl("label", "node", node, "--overwrite", ...pairs);

/** Upgrades one node as k8s-operator-libs and k8s-driver-manager do. `seen` is called before the pause ends. */
async function upgradeNode(stage: Stage, node: string, seen: () => Promise<void>): Promise<void> {
  await label(stage, node, `${STATE}=cordon-required`);
  await stage.kubectl("cordon", node);
  await label(stage, node, `${STATE}=drain-required`);
  await label(stage, node, `${STATE}=pod-restart-required`, `${DEPLOY}=paused-for-driver-upgrade`);
  await stage.kubectl("delete", "pod", "-l", `app=${DRIVER}`, "--field-selector", `spec.nodeName=${node}`);
  await seen();
  await label(stage, node, `${DEPLOY}=true`, `${STATE}=uncordon-required`);
  await stage.kubectl("uncordon", node);
  await label(stage, node, `${STATE}=upgrade-done`);
}

test("R31 R32 a controller that upgrades a driver under OnDelete is named, on a real control plane", async () => {
  const stage = await setStage("managed-on-delete", NODES.length);
  try {
    for (const node of NODES) await label(stage, node, `${DEPLOY}=true`, `${STATE}=upgrade-done`);
    await stage.apply(agent({ name: DRIVER, strategy: { type: "OnDelete" } }));
    await stage.kubectl("label", "ds", DRIVER, `app=${DRIVER}`);
    await stage.apply(agent({ name: PLUGIN, nodeSelector: { [DEPLOY]: "true" } }));
    const available = (name: string) => recordOf(stage, name)?.derived?.numberAvailable;
    await stage.observer.until("all run", () => available(DRIVER) === 3 && available(PLUGIN) === 3);
    await stage.observer.until("the controller is known", () => progressOf(stage, DRIVER) === "gpu-operator: 3 upgraded");
    await stage.kubectl("set", "image", `ds/${DRIVER}`, "agent=agent:2");
    await stage.observer.until("it has not begun", () => progressOf(stage, DRIVER) === "gpu-operator: 3 notProcessed");
    expect(wordOf(stage, DRIVER)).toBe("rolling");
    for (const node of NODES) await label(stage, node, `${STATE}=upgrade-required`);
    for (const [at, node] of NODES.entries())
      await upgradeNode(stage, node, async () => {
        const done = at === 0 ? "" : `${at} upgraded, `;
        const rest = at === 2 ? "" : `, ${2 - at} required`;
        const progress = `gpu-operator: ${done}1 completing${rest}`;
        await stage.observer.until(progress, () => progressOf(stage, DRIVER) === progress);
        await stage.observer.until("the plugin pauses", () => recordOf(stage, PLUGIN)?.paused?.count === 1 && available(PLUGIN) === 2);
        expect(recordOf(stage, PLUGIN)?.concern).toBeNull();
      });
    await stage.observer.until("all are upgraded", () => progressOf(stage, DRIVER) === "gpu-operator: 3 upgraded");
    await stage.observer.until("both are healthy", () => wordOf(stage, DRIVER) === "healthy" && wordOf(stage, PLUGIN) === "healthy");
    // The controller is switched off: it removes its labels, and the user replaces pods again.
    for (const node of NODES) await label(stage, node, `${STATE}-`);
    await stage.kubectl("set", "image", `ds/${DRIVER}`, "agent=agent:3");
    await stage.observer.until("the user is asked", () => wordOf(stage, DRIVER) === "manual");
    await stage.quiet();
    await stage.agree(DRIVER);
  } finally {
    await stage.stop();
  }
});

const KRUISE = "rollouts.kruise.io";
/** Acts as the webhook and the controller of Kruise Rollouts: `partition` pods stay old. */
const hold = (stage: Stage, partition: number) =>
  stage.kubectl(
    "annotate",
    "ds",
    "rolled",
    "--overwrite",
    `${KRUISE}/daemonset-advanced-control=partition=${partition},batch-revision=next`,
  );

test("R31 the batches of Kruise Rollouts are named, on a real control plane", async () => {
  const stage = await setStage("managed-by-kruise", NODES.length);
  const patch = (spec: object) => stage.kubectl("patch", "ds", "rolled", "-p", JSON.stringify({ spec }));
  const untilProgress = (progress: string) => stage.observer.until(progress, () => progressOf(stage, "rolled") === progress);
  try {
    await stage.apply(agent({ name: "rolled" }));
    await stage.observer.until("all run", () => recordOf(stage, "rolled")?.derived?.numberAvailable === 3);
    await stage.kubectl("annotate", "ds", "rolled", `${KRUISE}/daemonset-original-update-strategy={"type":"RollingUpdate"}`);
    await hold(stage, 3);
    await patch({ updateStrategy: { type: "OnDelete", rollingUpdate: null } });
    await stage.kubectl("set", "image", "ds/rolled", "agent=agent:2");
    await untilProgress("kruise-rollouts: 3 held");
    expect(wordOf(stage, "rolled")).toBe("rolling");
    for (const [at, node] of NODES.entries()) {
      const done = at === 0 ? "" : `${at} upgraded, `;
      const later = at === 2 ? "" : `, ${2 - at} held`;
      await hold(stage, 2 - at);
      await untilProgress(`kruise-rollouts: ${done}1 required${later}`);
      await stage.kubectl("delete", "pod", "-l", "app=rolled", "--field-selector", `spec.nodeName=${node}`);
      await untilProgress(`kruise-rollouts: ${at + 1} upgraded${later}`);
      expect(recordOf(stage, "rolled")?.concern).toBeNull();
    }
    await patch({ updateStrategy: { type: "RollingUpdate" } });
    for (const name of ["advanced-control", "original-update-strategy"])
      await stage.kubectl("annotate", "ds", "rolled", `${KRUISE}/daemonset-${name}-`);
    await stage.observer.until("it is healthy", () => wordOf(stage, "rolled") === "healthy" && progressOf(stage, "rolled") === "");
    await stage.quiet();
    await stage.agree("rolled");
  } finally {
    await stage.stop();
  }
});
