import type { ScenarioStep } from "./scenario.ts";

/** A user annotates a DaemonSet. This only makes the controller sync it. */
export function notesOnDaemonSet(
  name: string,
  afterMs: number,
  namespace: string,
  daemonSet: string,
  key: string,
  value: string,
): ScenarioStep {
  return {
    name,
    afterMs,
    kubectl: `kubectl -n ${namespace} annotate ds ${daemonSet} --overwrite ${key}=${value}`,
    run({ store }) {
      store.edit("daemonsets", namespace, daemonSet, ({ metadata }) => {
        metadata.annotations = { ...metadata.annotations, [key]: value };
      });
    },
  };
}
