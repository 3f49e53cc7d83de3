import { applyDefaults } from "@daemonscope/simulated-apiserver/defaults/defaults";
import { trackUpdate } from "@daemonscope/simulated-apiserver/managed-fields/field-manager";
import { setOfPaths } from "@daemonscope/simulated-apiserver/managed-fields/field-set";
import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { cloneJson, type JsonObject } from "@daemonscope/simulated-apiserver/objects/json";
import { timestamp } from "@daemonscope/simulated-apiserver/objects/timestamp";
import { typeOfKind } from "@daemonscope/simulated-apiserver/schema/api-types";
import type { Scenario, ScenarioStage, ScenarioStep } from "./scenario.ts";

const API_VERSION = "apps/v1";
const STATUS = setOfPaths(["status"]);
const DAEMON_SET = typeOfKind(API_VERSION, "DaemonSet");

/**
 * Returns the field manager of a kubectl line, for example `kubectl-set` for `kubectl -n x set image …`. A client-side
 * apply has a different name. Source: k8s.io/kubectl pkg/cmd, `WithDefaultNamespacedFieldManager` and each command's
 * `FieldManager`.
 */
export function managerOfLine(kubectl: string): string {
  const verb = /^kubectl(?: -n \S+)? (\w+)/.exec(kubectl)?.[1] ?? "";
  return verb === "apply" ? "kubectl-client-side-apply" : `kubectl-${verb}`;
}

/**
 * Returns the same store, but written DaemonSets get `manager` as the owner of their fields, like through the API.
 * Other kinds are written without owners.
 */
function writesAs(store: Store, manager: string, nowMs: () => number): Store {
  if (DAEMON_SET === undefined) throw new Error(`the type table has no ${API_VERSION} DaemonSet`);
  const type = DAEMON_SET;
  const owned = (before: StoredObject | undefined, given: object): Record<string, unknown> => {
    const after = cloneJson({ apiVersion: API_VERSION, kind: "DaemonSet", ...given }) as unknown as StoredObject;
    applyDefaults("daemonsets", after);
    const writing = { type, apiVersion: API_VERSION, manager, now: timestamp(nowMs()), reset: STATUS };
    return trackUpdate(before as unknown as JsonObject | undefined, after as unknown as JsonObject, writing);
  };
  const isTracked = (resource: string, subresource?: "status") => resource === "daemonsets" && subresource === undefined;
  return {
    get resourceVersion() {
      return store.resourceVersion;
    },
    get: (...args) => store.get(...args),
    list: (...args) => store.list(...args),
    count: (resource) => store.count(resource),
    podsOnNode: (node) => store.podsOnNode(node),
    podsOwnedBy: (uid) => store.podsOwnedBy(uid),
    create: (resource, object) => store.create(resource, isTracked(resource) ? owned(undefined, object) : object),
    update(resource, object, subresource) {
      if (!isTracked(resource, subresource)) return store.update(resource, object, subresource);
      const before = store.get(resource, object.metadata.namespace, object.metadata.name);
      return store.update(resource, owned(before, object) as unknown as StoredObject);
    },
    edit(resource, namespace, name, change, subresource) {
      if (!isTracked(resource, subresource)) return store.edit(resource, namespace, name, change, subresource);
      const before = store.get(resource, namespace, name);
      if (before === undefined) return undefined;
      const copy = cloneJson(before);
      change(copy);
      return store.update(resource, owned(before, copy) as unknown as StoredObject);
    },
    delete: (...args) => store.delete(...args),
    bind: (...args) => store.bind(...args),
    subscribe: (...args) => store.subscribe(...args),
    eventsSince: (...args) => store.eventsSince(...args),
  };
}

const asWriter = (stage: ScenarioStage, manager: string): ScenarioStage => ({
  ...stage,
  store: writesAs(stage.store, manager, () => stage.clock.nowMs()),
});

/** Performs a step of a scenario, as the field manager of its kubectl line. */
export const runScenarioStep = (step: ScenarioStep, stage: ScenarioStage): void => step.run(asWriter(stage, managerOfLine(step.kubectl)));

/** Builds the cluster of a scenario and plays its history, as the field manager that installed its DaemonSets. */
export const runBackground = (scenario: Scenario, stage: ScenarioStage): void =>
  scenario.past(asWriter(stage, scenario.pastBy ?? managerOfLine("kubectl apply")));
