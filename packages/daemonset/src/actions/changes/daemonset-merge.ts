import { ANNOTATIONS } from "@daemonscope/kube/well-known";
import type { DaemonSetEdit } from "./change.ts";
import type { DaemonSetFacts } from "./plan-facts.ts";

type Merge = Readonly<Record<string, unknown>>;

export const podTemplatePatch = (spec: Merge): Merge => ({ spec: { template: { spec } } });
const inContainer = (name: string, fields: Merge): Merge => podTemplatePatch({ containers: [{ name, ...fields }] });

/** Returns the strategic merge that kubectl sends for an edit; undefined if the edit has no merge here, or needs
 *  none. */
export function strategicMerge(edit: DaemonSetEdit): Merge | undefined {
  switch (edit.kind) {
    case "restart":
      return edit.at === undefined
        ? undefined
        : { spec: { template: { metadata: { annotations: { [ANNOTATIONS.restartedAt]: edit.at } } } } };
    case "affinity":
      return podTemplatePatch({ affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: edit.to ?? null } } });
    case "resources": {
      const removed = Object.fromEntries(edit.remove.map((resource) => [resource, null]));
      return inContainer(edit.container, { resources: { requests: { ...removed, ...edit.set } } });
    }
    case "hostPorts":
      return inContainer(edit.container, { ports: edit.ports });
    case "priorityClass":
      return podTemplatePatch({ priorityClassName: edit.to ?? null });
    case "strategy": {
      const { maxSurge, maxUnavailable } = edit;
      return { spec: { updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxSurge, maxUnavailable } } } };
    }
    default:
      return undefined;
  }
}

/** Returns the merge for an edit that a JSON patch cannot express, because the parents of its field may be missing;
 *  undefined for any other edit. */
export function mergePatchOf(set: DaemonSetFacts, edit: DaemonSetEdit): Merge | undefined {
  switch (edit.kind) {
    case "restart":
      return strategicMerge(edit);
    case "affinity":
      return set.template.requiredNodeAffinity === undefined && edit.to !== undefined ? strategicMerge(edit) : undefined;
    case "resources": {
      const requests = set.containers.find(({ name }) => name === edit.container)?.requests ?? {};
      return Object.keys(requests).length === 0 && Object.keys(edit.set).length > 0 ? strategicMerge(edit) : undefined;
    }
    default:
      return undefined;
  }
}
