import type { Step } from "@daemonscope/daemonset/actions/step";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { isJsonObject, type JsonObject, type JsonValue } from "@daemonscope/kube/json-value";
import type { ClusterReads } from "../cluster/cluster-reads.ts";
import { type Json, objectField, textField } from "../cluster/decode/fields.ts";
import { KubeRequestError } from "../cluster/kube-request-error.ts";
import { inNamespace, WATCHED } from "../cluster/resources.ts";

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** The `spec` that kubectl applied last to each DaemonSet, empty where none was; one that could not be read is not there. Kept for one question. */
export type LastApplied = Pick<ReadonlyMap<DaemonSetKey, JsonObject>, "get">;

/** Of manifests that are applied by the API server in a name of ours: what kubectl applied stays. */
export const NOTHING_APPLIED: LastApplied = { get: () => ({}) };

function specOf(object: Json): JsonObject {
  const text = textField(objectField(objectField(object, "metadata"), "annotations"), LAST_APPLIED);
  if (text === undefined) return {};
  try {
    const applied = JSON.parse(text) as JsonValue;
    return isJsonObject(applied) && isJsonObject(applied.spec) ? applied.spec : {};
  } catch {
    // Somebody else wrote it: kubectl would not apply at all.
    return {};
  }
}

/** Reads what was applied last to the DaemonSets that manifests would change: kubectl takes off what it applied once and is given no more. */
export async function readLastApplied(
  reads: ClusterReads,
  reading: ClusterReading,
  steps: readonly Step[],
): Promise<ReadonlyMap<DaemonSetKey, JsonObject>> {
  const keys = new Set<DaemonSetKey>();
  for (const step of steps) {
    if (step.kind !== "apply" || step.manifest.kind !== "DaemonSet") continue;
    const { namespace = "default", name } = step.manifest.metadata;
    if (reading.daemonSet(`${namespace}/${name}`) !== undefined) keys.add(`${namespace}/${name}`);
  }
  const found = await Promise.all(
    [...keys].map(async (key) => {
      const [namespace = "", name = ""] = key.split("/");
      try {
        const asked = {
          path: inNamespace(WATCHED.daemonsets, namespace).path,
          query: { fieldSelector: `metadata.name=${name}` },
          limit: 1,
        };
        const { objects } = await reads.list("what-if-applied", asked, specOf);
        return objects[0] === undefined ? undefined : ([key, objects[0]] as const);
      } catch (error) {
        if (!(error instanceof KubeRequestError)) throw error;
        return undefined;
      }
    }),
  );
  return new Map(found.filter((each) => each !== undefined));
}
