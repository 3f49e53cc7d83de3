import type { Buffer } from "node:buffer";
import { encodedPod, enveloped, watchFrame } from "@daemonscope/kube-client/fast/protobuf/encode-message.fixture";
import { boundTo, CONTAINER_ENV, MANAGED_FIELDS, ownedBy, POD_TOLERATIONS } from "./fleet-objects.ts";

export const PODS = 3000;

/** Returns a pod as an API server stores it. It is not ready in every third version. */
export function podAt(at: number, version: number): Readonly<Record<string, unknown>> {
  const name = `agent-${at % 12}-${at.toString(36).padStart(5, "0")}`;
  const ready = (version + at) % 3 !== 0;
  const labels = { app: `agent-${at % 12}`, "controller-revision-hash": "56665b8f86", "pod-template-generation": "2" };
  const timestamp = new Date(1_760_000_000_000 + version * 7).toISOString();
  return {
    kind: "Pod",
    apiVersion: "v1",
    metadata: {
      name,
      generateName: `agent-${at % 12}-`,
      namespace: "kube-system",
      uid: `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
      resourceVersion: String(version),
      creationTimestamp: "2026-01-01T00:00:00Z",
      labels,
      ownerReferences: ownedBy(`agent-${at % 12}`, `ds-${at % 12}`),
      managedFields: [
        {
          manager: "kube-controller-manager",
          operation: "Update",
          apiVersion: "v1",
          time: timestamp,
          fieldsType: "FieldsV1",
          fieldsV1: MANAGED_FIELDS,
        },
      ],
    },
    spec: {
      nodeName: `node-${Math.floor(at / 12)}`,
      containers: [
        {
          name: "agent",
          image: "registry.example/agent:1.2.3",
          resources: {},
          env: CONTAINER_ENV,
          volumeMounts: [{ name: "host", mountPath: "/host" }],
        },
      ],
      tolerations: POD_TOLERATIONS,
      affinity: boundTo(`node-${Math.floor(at / 12)}`),
    },
    status: {
      phase: "Running",
      podIP: "10.0.0.1",
      startTime: "2026-01-01T00:00:00Z",
      conditions: ["Initialized", "Ready", "ContainersReady", "PodScheduled"].map((type) => ({
        type,
        status: ready ? "True" : "False",
        lastProbeTime: null,
        lastTransitionTime: timestamp,
      })),
      containerStatuses: [
        {
          name: "agent",
          image: "registry.example/agent:1.2.3",
          imageID: "sha256:0",
          ready,
          started: true,
          restartCount: 0,
          state: { running: { startedAt: timestamp } },
        },
      ],
    },
  };
}

/** The frame that an API server sends for a pod in a watch. */
export const frameOf = (at: number, version: number): Buffer => watchFrame("MODIFIED", enveloped("Pod", encodedPod(podAt(at, version))));
