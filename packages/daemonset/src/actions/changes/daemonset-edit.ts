import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { StringMap } from "@daemonscope/kube/objects";
import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import type { DaemonSetEdit } from "./change.ts";
import { containerInverse, containerOperations, editedContainer } from "./container-edit.ts";
import { existingPath, type JsonPatchOperation, mapOperations, pointer } from "./json-patch.ts";
import type { DaemonSetFacts } from "./plan-facts.ts";

const TEMPLATE = pointer("spec", "template", "spec");
const TOLERATIONS = `${TEMPLATE}/tolerations`;
const AFFINITY = TEMPLATE + pointer("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution");
const STRATEGY = pointer("spec", "updateStrategy");

const LIMITS = ["maxUnavailable", "maxSurge"] as const;

function editedSelector(before: StringMap, set: StringMap, remove: readonly string[]): StringMap {
  return { ...Object.fromEntries(Object.entries(before).filter(([key]) => !remove.includes(key))), ...set };
}

/** Returns the DaemonSet after the edit. The template of another revision, or of a manifest, is not known: then the
 *  DaemonSet is returned unchanged. */
export function editedDaemonSet(set: DaemonSetFacts, edit: DaemonSetEdit): DaemonSetFacts {
  const { template, updateStrategy } = set;
  switch (edit.kind) {
    case "tolerations":
      return { ...set, template: { ...template, tolerations: edit.to } };
    case "nodeSelector":
      return { ...set, template: { ...template, nodeSelector: editedSelector(template.nodeSelector, edit.set, edit.remove) } };
    case "affinity": {
      const { requiredNodeAffinity: _, ...rest } = template;
      return { ...set, template: { ...rest, ...(edit.to === undefined ? {} : { requiredNodeAffinity: edit.to }) } };
    }
    case "image":
    case "resources":
    case "hostPorts":
      return {
        ...set,
        containers: set.containers.map((existing) => (existing.name === edit.container ? editedContainer(existing, edit) : existing)),
      };
    case "priorityClass": {
      const { priorityClassName: _, ...rest } = set;
      return { ...rest, ...(edit.to === undefined ? {} : { priorityClassName: edit.to }) };
    }
    case "updateStrategyType":
      return { ...set, updateStrategy: { ...updateStrategy, type: edit.to } };
    case "budget":
      return { ...set, updateStrategy: { ...updateStrategy, rollingUpdate: { ...updateStrategy.rollingUpdate, [edit.field]: edit.to } } };
    case "limits": {
      const { maxUnavailable, maxSurge } = edit;
      return { ...set, updateStrategy: { ...updateStrategy, rollingUpdate: { maxUnavailable, maxSurge } } };
    }
    case "strategy": {
      const { maxUnavailable, maxSurge } = edit;
      return { ...set, updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable, maxSurge } } };
    }
    case "restart":
    case "annotation":
    case "revision":
    case "manifest":
      return set;
    default:
      return assertNever(edit);
  }
}

/** Edits that leave the pods unchanged. */
const EDITS_OUTSIDE_TEMPLATE: readonly DaemonSetEdit["kind"][] = ["updateStrategyType", "budget", "limits", "strategy", "annotation"];
/** Reports whether the edit changes the pod template; then the rest of the template is part of the promised result. */
export const isTemplateEdit = ({ kind }: DaemonSetEdit): boolean => !EDITS_OUTSIDE_TEMPLATE.includes(kind);

function tolerationOperations(
  set: DaemonSetFacts,
  to: Extract<DaemonSetEdit, { kind: "tolerations" }>["to"],
): readonly JsonPatchOperation[] {
  const { tolerations } = set.template;
  const isEmpty = tolerations.length === 0;
  const change: JsonPatchOperation =
    to.length === 0 ? { op: "remove", path: TOLERATIONS } : { op: isEmpty ? "add" : "replace", path: TOLERATIONS, value: to };
  return isEmpty && to.length === 0 ? [] : [existingPath(TOLERATIONS, isEmpty ? undefined : tolerations), change];
}

/** Sets or removes a field. Leaves an equal value alone. */
function fieldOperations(path: string, existing: unknown, to: unknown): readonly JsonPatchOperation[] {
  if (isEqualJson(existing, to)) return [];
  return [
    existingPath(path, existing),
    to === undefined ? { op: "remove", path } : { op: existing === undefined ? "add" : "replace", path, value: to },
  ];
}

/** Returns the patch operations of the edit, with tests for all assumptions; undefined if it needs another kind of
 *  request. */
export function daemonSetOperations(set: DaemonSetFacts, edit: DaemonSetEdit): readonly JsonPatchOperation[] | undefined {
  switch (edit.kind) {
    case "tolerations":
      return tolerationOperations(set, edit.to);
    case "nodeSelector":
      return mapOperations(`${TEMPLATE}/nodeSelector`, set.template.nodeSelector, {
        ...Object.fromEntries(edit.remove.map((key) => [key, undefined])),
        ...edit.set,
      });
    case "affinity":
      return fieldOperations(AFFINITY, set.template.requiredNodeAffinity, edit.to);
    case "priorityClass":
      return fieldOperations(`${TEMPLATE}/priorityClassName`, set.priorityClassName, edit.to);
    case "image":
    case "resources":
    case "hostPorts":
      return containerOperations(TEMPLATE, set.containers, edit);
    case "updateStrategyType":
      return [existingPath(`${STRATEGY}/type`, set.updateStrategy.type), { op: "replace", path: `${STRATEGY}/type`, value: edit.to }];
    case "budget": {
      const path = `${STRATEGY}/rollingUpdate/${edit.field}`;
      const existing = set.updateStrategy.rollingUpdate?.[edit.field];
      return [...(existing === undefined ? [] : [existingPath(path, existing)]), { op: "add", path, value: edit.to }];
    }
    case "limits": {
      const existing = set.updateStrategy.rollingUpdate ?? {};
      return LIMITS.flatMap((field): readonly JsonPatchOperation[] => {
        const path = `${STRATEGY}/rollingUpdate/${field}`;
        return [...(existing[field] === undefined ? [] : [existingPath(path, existing[field])]), { op: "add", path, value: edit[field] }];
      });
    }
    case "strategy": {
      const { maxUnavailable, maxSurge } = edit;
      const { type, rollingUpdate = {} } = set.updateStrategy;
      const known = LIMITS.filter((field) => rollingUpdate[field] !== undefined);
      return [
        existingPath(`${STRATEGY}/type`, type),
        ...known.map((field) => existingPath(`${STRATEGY}/rollingUpdate/${field}`, rollingUpdate[field])),
        { op: "add", path: `${STRATEGY}/rollingUpdate`, value: { maxUnavailable, maxSurge } },
        { op: "replace", path: `${STRATEGY}/type`, value: "RollingUpdate" },
      ];
    }
    case "annotation":
      // The annotations always exist: the API server stores the template's generation there.
      return [{ op: "add", path: pointer("metadata", "annotations", edit.key), value: edit.value }];
    case "restart":
    case "revision":
    case "manifest":
      return undefined;
    default:
      return assertNever(edit);
  }
}

/** Fields of a manifest's spec that a revision holds, or that are immutable. */
const REVISION_FIELDS = ["template", "selector"];

/** Returns the edit back to the current revision. The undone revision keeps its number; the restored one gets a new
 *  number. */
function backToCurrent({ rollout }: DaemonSetFacts): DaemonSetEdit | undefined {
  const current = rollout?.revisions.find((revision) => revision.current);
  return current === undefined ? undefined : { kind: "revision", to: current.revision };
}

/** Returns the edit that restores the DaemonSet; undefined if it is not known. */
export function daemonSetInverse(set: DaemonSetFacts, edit: DaemonSetEdit): DaemonSetEdit | undefined {
  switch (edit.kind) {
    case "tolerations":
      return { kind: "tolerations", to: set.template.tolerations };
    case "nodeSelector": {
      const { nodeSelector } = set.template;
      const touched = [...edit.remove, ...Object.keys(edit.set)];
      return {
        kind: "nodeSelector",
        set: Object.fromEntries(Object.entries(nodeSelector).filter(([key]) => touched.includes(key))),
        remove: touched.filter((key) => !Object.hasOwn(nodeSelector, key)),
      };
    }
    case "affinity": {
      const { requiredNodeAffinity: to } = set.template;
      return { kind: "affinity", ...(to === undefined ? {} : { to }) };
    }
    case "priorityClass":
      return { kind: "priorityClass", ...(set.priorityClassName === undefined ? {} : { to: set.priorityClassName }) };
    case "image":
    case "resources":
    case "hostPorts":
      return containerInverse(set.containers, edit);
    case "updateStrategyType": {
      const { type } = set.updateStrategy;
      return type === "RollingUpdate" || type === "OnDelete" ? { kind: "updateStrategyType", to: type } : undefined;
    }
    case "budget": {
      const existing = set.updateStrategy.rollingUpdate?.[edit.field];
      return existing === undefined ? undefined : { ...edit, to: existing };
    }
    case "limits": {
      const { maxUnavailable, maxSurge } = set.updateStrategy.rollingUpdate ?? {};
      if (maxUnavailable !== undefined && maxSurge !== undefined) return { kind: "limits", maxUnavailable, maxSurge };
      // One of the two is 0 if the other is not.
      if (maxSurge !== undefined && maxSurge !== 0) return { kind: "limits", maxUnavailable: 0, maxSurge };
      return maxUnavailable !== undefined && maxUnavailable !== 0 ? { kind: "limits", maxUnavailable, maxSurge: 0 } : undefined;
    }
    case "strategy": {
      const { type, rollingUpdate: { maxUnavailable, maxSurge } = {} } = set.updateStrategy;
      if (type === "OnDelete") return { kind: "updateStrategyType", to: "OnDelete" };
      return maxUnavailable === undefined || maxSurge === undefined ? undefined : { kind: "strategy", maxUnavailable, maxSurge };
    }
    case "annotation":
      return undefined;
    case "restart":
    case "revision":
      return backToCurrent(set);
    case "manifest": {
      const { spec = {} } = edit.manifest;
      return Object.keys(spec as object).every((field) => REVISION_FIELDS.includes(field)) ? backToCurrent(set) : undefined;
    }
    default:
      return assertNever(edit);
  }
}
