import type { Step } from "@daemonscope/daemonset/actions/step";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import type { ClusterReads } from "../cluster/cluster-reads.ts";
import type { KeepTemplate } from "../cluster/decode/keep-template.ts";
import { KubeRequestError } from "../cluster/kube-request-error.ts";
import { readWholeTemplates, type WholeTemplates, withWholeTemplates } from "../readings/whole-templates.ts";

function changedBy(step: Step): DaemonSetKey | undefined {
  if (step.kind === "edit" || step.kind === "delete") return `${step.namespace}/${step.name}`;
  return step.kind === "apply" ? `${step.manifest.metadata.namespace ?? "default"}/${step.manifest.metadata.name}` : undefined;
}

/** Adds the missing templates of DaemonSets that steps change to a reading (L5). Without the right to read them
 *  the reading is unchanged, and later code reports the unknown parts. */
export async function withTemplatesOf(
  steps: readonly Step[],
  reading: ClusterReading,
  reads: ClusterReads,
  keep: KeepTemplate,
): Promise<ClusterReading> {
  const keys = new Set(steps.flatMap((step) => changedBy(step) ?? []));
  const found = await Promise.all(
    [...keys].map(async (key): Promise<readonly [DaemonSetKey, WholeTemplates] | undefined> => {
      const object = reading.daemonSet(key);
      if (object === undefined || object.fullTemplate !== undefined) return undefined;
      try {
        return [key, await readWholeTemplates(reads, object, reading.revisionsOf(key), keep)];
      } catch (error) {
        if (!(error instanceof KubeRequestError)) throw error;
        return undefined;
      }
    }),
  );
  return withWholeTemplates(reading, new Map(found.filter((each) => each !== undefined)));
}
