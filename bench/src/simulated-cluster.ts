import { type ClusterEvent, putDaemonSet, putNode, putPod, putRevision } from "@daemonscope/daemonset/model/cluster-event";
import { decodeControllerRevision } from "@daemonscope/kube-client/decode/decode-controller-revision";
import { decodeDaemonSet } from "@daemonscope/kube-client/decode/decode-daemon-set";
import { decodeNode } from "@daemonscope/kube-client/decode/decode-node";
import { decodePod } from "@daemonscope/kube-client/decode/decode-pod";
import type { Decoded } from "@daemonscope/kube-client/decode/decoded";
import type { TemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import { findScenario } from "@daemonscope/simulator/scenarios/scenarios";
import { createSimulator } from "@daemonscope/simulator/simulator";

/** Returns the simulator of a scenario, by default `big-cluster` with 12 DaemonSets. */
export function simulatedCluster(nodes: number, { scenario = "big-cluster", manualSteps = true } = {}) {
  const found = findScenario(scenario);
  if ("problem" in found) throw new Error(found.problem);
  return createSimulator({ scenario: found.scenario, seed: 1, nowMs: Date.UTC(2026, 0, 1), nodes, manualSteps });
}

/** The kinds that the model needs, in the order of their lists. */
export const RESOURCES = ["nodes", "daemonsets", "controllerrevisions", "pods"] as const;
export type Resource = (typeof RESOURCES)[number];

const put = <T>(decoded: Decoded<T>, toEvent: (object: T) => ClusterEvent): ClusterEvent | undefined =>
  "object" in decoded ? toEvent(decoded.object) : undefined;

/** Decodes an object as our watch does. Returns undefined if it cannot be decoded. */
export function eventOf(resource: Resource, value: unknown, redact?: TemplateRedactor): ClusterEvent | undefined {
  switch (resource) {
    case "nodes":
      return put(decodeNode(value), putNode);
    case "daemonsets":
      return put(decodeDaemonSet(value, redact), putDaemonSet);
    case "controllerrevisions":
      return put(decodeControllerRevision(value, redact), putRevision);
    case "pods":
      return put(decodePod(value), putPod);
  }
}
