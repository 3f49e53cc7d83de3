import type { PlacementTemplate } from "@daemonscope/daemonset/records/placement-template";
import { expect, it } from "vitest";
import { otherControllerAt } from "./OtherController.tsx";

const DEPLOY = "nvidia.com/gpu.deploy.device-plugin";
const STATE = "nvidia.com/gpu-driver-upgrade-state";
const PAUSED = "paused-for-driver-upgrade";
const record = (nodeSelector: Readonly<Record<string, string>>, isDriver = false) => ({
  placement: { nodeSelector, tolerations: [], hostNetwork: false } satisfies Partial<PlacementTemplate> as PlacementTemplate,
  ...(isDriver ? { managedBy: { controller: "gpu-operator", phases: [] } as const } : {}),
});

it.each([
  ["a failed upgrade", record({}, true), { [STATE]: "upgrade-failed" }, "upgradeFailed"],
  ["an upgrade under way", record({}, true), { [STATE]: "drain-required" }, undefined],
  ["a failed upgrade of another DaemonSet", record({}), { [STATE]: "upgrade-failed" }, undefined],
  ["a pause", record({ [DEPLOY]: "true" }), { [DEPLOY]: PAUSED, [STATE]: "pod-restart-required" }, "paused"],
  ["a pause after a failure", record({ [DEPLOY]: "true" }), { [DEPLOY]: PAUSED, [STATE]: "upgrade-failed" }, "pauseLeft"],
  ["another value", record({ [DEPLOY]: "true" }), { [DEPLOY]: "false" }, undefined],
])("R31 R32 finds what another controller did on a node: %s", (_what, of, labels, kind) => {
  const found = otherControllerAt(of, labels);
  expect(found?.kind).toBe(kind);
  expect(found?.controller).toBe(kind === undefined ? undefined : "gpu-operator");
});
