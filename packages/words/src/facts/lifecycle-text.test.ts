import { nodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import { NODE_SIGNS } from "@daemonscope/kube/node-signs";
import { describe, expect, it } from "vitest";
import { english } from "../english.ts";
import { lifecycleText, taintOriginText } from "./lifecycle-text.ts";

const HOUR = 3_600_000;
const taint = (key: string) => ({ key, effect: "NoSchedule" }) as const;
const ready = { ready: "True", labels: {}, taints: [], unschedulable: false, createdAtMs: 0, readySinceMs: HOUR } as const;

describe("taintOriginText", () => {
  it.each([
    ["karpenter.sh/disrupted", "set by Karpenter, and ends when the node is gone"],
    ["node.cloudprovider.kubernetes.io/uninitialized", "set by kubelet, and ends when cloud-controller-manager completes the setup"],
    ["startup-taint.cluster-autoscaler.kubernetes.io/gpu", "set by the node group, and ends when its component removes it"],
    ["node.cilium.io/agent-not-ready", "set by the node group or Cilium, and ends when cilium is Ready on the node"],
    ["ebs.csi.aws.com/agent-not-ready", "set by the node group, and ends when ebs-csi-node is Ready on the node"],
    ["node.kubernetes.io/out-of-service", "set by a user, and ends when a user removes it"],
  ])("names who sets %s and what ends it (N1)", (key, text) => {
    expect(taintOriginText(english, { key })).toBe(text);
  });

  it("names no origin of a taint on a node whose signs contradict each other (N1)", () => {
    const unregistered = taint("karpenter.sh/unregistered");
    const node = { ...ready, taints: [unregistered], labels: { "karpenter.sh/registered": "true" } };
    expect(taintOriginText(english, unregistered, nodeLifecycle(node))).toBeUndefined();
    expect(taintOriginText(english, unregistered, nodeLifecycle({ ...node, labels: {} }))).toContain("Karpenter");
  });

  it("has no gap for any sign of the table", () => {
    for (const { from, key, value, isPrefix } of NODE_SIGNS) {
      if (from !== "taint") continue;
      const text = taintOriginText(english, { key: isPrefix ? `${key}x` : key, ...(value === undefined ? {} : { value }) });
      expect(text ?? "").not.toMatch(/\{\{| {2}|when (completes|is Ready)/);
    }
  });
});

describe("lifecycleText", () => {
  const unknown = "lifecycle unknown, because its signs contradict each other";
  it.each([
    [
      { ...ready, taints: [taint("karpenter.sh/unregistered")], labels: { "karpenter.sh/registered": "true" } },
      `${unknown}: karpenter.sh/unregistered; karpenter.sh/registered=true`,
    ],
    [{ ...ready, taints: [taint("node.kubernetes.io/out-of-service")] }, `${unknown}: node.kubernetes.io/out-of-service; Ready`],
    [{ ...ready, unschedulable: true, signs: "DrainInProgress,Drained" }, `${unknown}: DrainInProgress; Drained`],
  ])("names both sides of a contradiction, and no end (N1): %#", (node, text) => {
    expect(lifecycleText(english, nodeLifecycle(node))).toBe(text);
  });

  it("states the shutdown that the kubelet reports", () => {
    const node = { ...ready, ready: "False", signs: "node is shutting down" } as const;
    expect(lifecycleText(english, nodeLifecycle(node))).toBe("shutting down (kubelet), ends when the node starts again");
  });
});
