import type { Manifest } from "@daemonscope/daemonset/actions/changes/change";
import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { isJsonObject, type JsonObject, type JsonValue } from "@daemonscope/kube/values/json-value";
import { type Json, objectField, textField } from "@daemonscope/kube-client/decode/fields";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { inNamespace, WATCHED } from "@daemonscope/kube-client/http/resources";
import type { OnDemandReads } from "../../watch/on-demand-reads.ts";
import { FIELD_MANAGER } from "../requests/planned-write.ts";
import { appliedSpecOf } from "./owned-fields.ts";

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** The last `spec` that was applied to each DaemonSet, empty if none was; an unreadable one has no entry. Used for
 *  one question. */
export type LastAppliedConfigs = Pick<ReadonlyMap<DaemonSetKey, JsonObject>, "get">;

/** The tool that applies manifests. kubectl removes fields that it recorded on the object. The API server, for our
 *  field manager, removes applied fields that no other manager has. */
export type AppliedConfigSource = "kubectl" | "server";

function notedSpec(object: Json): JsonObject {
  const text = textField(objectField(objectField(object, "metadata"), "annotations"), LAST_APPLIED);
  if (text === undefined) return {};
  try {
    const applied = JSON.parse(text) as JsonValue;
    return isJsonObject(applied) && isJsonObject(applied.spec) ? applied.spec : {};
  } catch {
    // Another tool wrote it: kubectl would not apply at all.
    return {};
  }
}

const specIn = ({ spec }: Manifest): JsonObject => (isJsonObject(spec as JsonValue) ? (spec as JsonObject) : {});

/** Reads the last applied `spec` of the DaemonSets that manifests would change. A tool removes fields that it
 *  applied before and that the manifest no longer has. */
export async function readLastAppliedConfigs(
  reads: OnDemandReads,
  reading: ClusterReading,
  steps: readonly Step[],
  by: AppliedConfigSource = "kubectl",
): Promise<ReadonlyMap<DaemonSetKey, JsonObject>> {
  const manifests = new Map<DaemonSetKey, Manifest>();
  for (const step of steps) {
    if (step.kind !== "apply" || step.manifest.kind !== "DaemonSet") continue;
    const { namespace = "default", name } = step.manifest.metadata;
    const key = `${namespace}/${name}`;
    if (reading.daemonSet(key) !== undefined && !manifests.has(key)) manifests.set(key, step.manifest);
  }
  const found = await Promise.all(
    [...manifests].map(async ([key, manifest]) => {
      const [namespace = "", name = ""] = key.split("/");
      // The version is part of the name: a read from before an apply must not answer a question after it.
      const version = reading.daemonSet(key)?.metadata.resourceVersion;
      try {
        const asked = {
          path: inNamespace(WATCHED.daemonsets, namespace).path,
          query: { fieldSelector: `metadata.name=${name}` },
          limit: 1,
        };
        const { objects } = await reads.list(`what-if-applied to ${version}`, asked, (object) => object);
        const [object] = objects;
        if (object === undefined) return undefined;
        return [key, by === "kubectl" ? notedSpec(object) : appliedSpecOf(object, FIELD_MANAGER, specIn(manifest))] as const;
      } catch (error) {
        if (!(error instanceof KubeRequestError)) throw error;
        return undefined;
      }
    }),
  );
  return new Map(found.filter((each) => each !== undefined));
}
