import { type JsonObject, listIn } from "@daemonscope/simulated-apiserver/objects/json";
import type { Fault } from "./fault.ts";
import { copiesPod, editsSet, inOrder, later, pausesController, taintsNode } from "./objects-of-fault.ts";

const SURGE = { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } };
const HOST_PORT = 9100;

/** Changes the first container of a template. */
function editContainer(template: Record<string, unknown>, change: (container: JsonObject) => JsonObject): void {
  const [first, ...others] = listIn(template, "containers");
  template.containers = [change(first as JsonObject), ...others];
}

/** A new revision that changes nothing else. */
const withVariable = (container: JsonObject): JsonObject => ({
  ...container,
  env: [...listIn(container, "env"), { name: "REVISION", value: "next" }],
});

const keepsPod = true;

/** Faults of a DaemonSet as a whole, and of its controller. */
export const DAEMON_SET_FAULTS = {
  noPod: { begin: pausesController },
  twoPods: { keepsPod, begin: inOrder(pausesController, copiesPod(true)) },
  extraPods: { keepsPod, begin: inOrder(pausesController, copiesPod(false)) },
  misscheduled: { keepsPod, begin: taintsNode("example.com/dedicated", "fault") },
  readyNotAvailable: {
    begin: editsSet((spec) => {
      spec.minReadySeconds = 3600;
    }),
  },
  revisionBreaksNodes: {
    keepsPod,
    begin: editsSet((_spec, template) => editContainer(template, (first) => ({ ...first, image: "agent:breaks-node" }))),
  },
  surgePortClash: {
    keepsPod,
    begin: editsSet((spec, template) => {
      spec.updateStrategy = SURGE;
      editContainer(template, (first) => ({ ...first, ports: [{ containerPort: HOST_PORT, hostPort: HOST_PORT, protocol: "TCP" }] }));
    }),
  },
  waitsForDeletion: {
    keepsPod,
    begin: editsSet((spec, template) => {
      spec.updateStrategy = { type: "OnDelete" };
      editContainer(template, withVariable);
    }),
  },
  noNodeWants: {
    keepsPod,
    begin: editsSet((_spec, template) => {
      template.nodeSelector = { "example.com/rack": "none" };
    }),
  },
  // The new pod is available only after the pause begins, and then nothing makes the controller look again.
  controllerForgot: {
    keepsPod,
    begin: inOrder(
      editsSet((spec, template) => {
        spec.updateStrategy = SURGE;
        spec.minReadySeconds = 20;
        editContainer(template, withVariable);
      }),
      later(10_000, pausesController),
    ),
  },
  controllerBehind: {
    keepsPod,
    begin: inOrder(
      pausesController,
      editsSet((_spec, template) => editContainer(template, withVariable)),
    ),
  },
} as const satisfies Readonly<Record<string, Fault>>;
