import { expect } from "@playwright/test";
import type { Stage } from "../stage.ts";
import { kubectl, type Place, patchPod, podOf, type Row, untilPhase } from "./row.ts";

const DRIVER = "gpu.example.com";
/** One device, on the node of the row. */
const deviceOn = ({ node, namespace }: Place) => ({
  apiVersion: "resource.k8s.io/v1",
  kind: "ResourceSlice",
  metadata: { name: namespace },
  spec: {
    driver: DRIVER,
    nodeName: node,
    pool: { name: namespace, generation: 1, resourceSliceCount: 1 },
    devices: [{ name: "gpu-0" }],
  },
});
const claimOfDevice = ({ namespace }: Place) => [
  { apiVersion: "resource.k8s.io/v1", kind: "DeviceClass", metadata: { name: namespace }, spec: {} },
  {
    apiVersion: "resource.k8s.io/v1",
    kind: "ResourceClaimTemplate",
    metadata: { name: "gpu", namespace },
    spec: { spec: { devices: { requests: [{ name: "gpu", exactly: { deviceClassName: namespace } }] } } },
  },
];
const DEVICE = {
  template: { resourceClaims: [{ name: "gpu", resourceClaimTemplateName: "gpu" }] },
  container: { resources: { claims: [{ name: "gpu" }] } },
};
const BROKEN = { key: "gpu.example.com/broken", effect: "NoExecute" };

/** Taints the device, by a rule if the API server has the kind (1.37), otherwise in its slice. */
async function taintDevice({ stage, namespace }: Place): Promise<void> {
  const kinds = await stage.kubectl("get", "--raw", "/apis/resource.k8s.io/v1");
  const selector = { driver: DRIVER, pool: namespace, device: "gpu-0" };
  const rule = { metadata: { name: namespace }, spec: { deviceSelector: selector, taint: BROKEN } };
  if (kinds.includes("devicetaintrules"))
    await stage.apply(JSON.stringify({ apiVersion: "resource.k8s.io/v1", kind: "DeviceTaintRule", ...rule }));
  else await patchTaints(stage, namespace, "add");
}

async function untaintDevice({ stage, namespace }: Place): Promise<void> {
  const kinds = await stage.kubectl("get", "--raw", "/apis/resource.k8s.io/v1");
  if (kinds.includes("devicetaintrules")) await stage.kubectl("delete", "devicetaintrule", namespace);
  else await patchTaints(stage, namespace, "remove");
}

async function patchTaints(stage: Stage, slice: string, op: "add" | "remove"): Promise<void> {
  const patch = JSON.stringify([{ op, path: "/spec/devices/0/taints", ...(op === "add" ? { value: [BROKEN] } : {}) }]);
  await stage.kubectl("patch", "resourceslice", slice, "--type=json", "-p", patch);
}

/** Devices, declared features and containers that their kubelet does not restart: the kubelet's part is a status. */
export const NODE_ROWS: readonly Row[] = [
  {
    name: "claim-unallocated",
    kind: "claimUnallocated",
    ...DEVICE,
    objects: claimOfDevice,
    help: (place) => place.stage.apply(JSON.stringify(deviceOn(place))),
  },
  {
    name: "device-taint",
    kind: "deviceTaint",
    ...DEVICE,
    // The evicted pod is seen for some time.
    annotations: { "control-plane.test/delete-delay": "8s" },
    objects: (place) => [...claimOfDevice(place), deviceOn(place)],
    begin: async (place) => {
      await untilPhase(place, "Running");
      await taintDevice(place);
    },
    help: untaintDevice,
  },
  {
    name: "feature",
    kind: "featureMissing",
    container: {
      restartPolicy: "Never",
      restartPolicyRules: [{ action: "RestartAllContainers", exitCodes: { operator: "In", values: [42] } }],
    },
    help: async ({ stage, node }) => {
      const status = { declaredFeatures: ["RestartAllContainersOnContainerExits"] };
      await stage.kubectl("patch", "node", node, "--subresource=status", "-p", JSON.stringify({ status }));
      const answer = await fetch(`${stage.url}/api/node-capacity?name=${node}`);
      expect(await answer.json()).toMatchObject(status);
    },
  },
  {
    name: "not-restarted",
    kind: "notRestarted",
    container: { restartPolicy: "Never", restartPolicyRules: [{ action: "Restart", exitCodes: { operator: "In", values: [42] } }] },
    begin: async (place) => {
      await untilPhase(place, "Running");
      const terminated = { exitCode: 1, reason: "Error", finishedAt: new Date().toISOString().replace(/\.\d+/, "") };
      const ended = [
        { op: "replace", path: "/status/containerStatuses/0/state", value: { terminated } },
        { op: "replace", path: "/status/containerStatuses/0/ready", value: false },
      ];
      await patchPod(place, ended, "--subresource=status", "--type=json");
      await patchPod(place, { status: { conditions: [{ type: "Ready", status: "False" }] } }, "--subresource=status");
    },
    help: async (place) => kubectl(place, "delete", "pod", await podOf(place)),
  },
];
