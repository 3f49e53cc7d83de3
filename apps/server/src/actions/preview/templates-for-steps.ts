import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import type { TemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { type FullTemplates, readFullTemplates, withFullTemplates } from "../../readings/full-templates.ts";
import type { OnDemandReads } from "../../watch/on-demand-reads.ts";

function changedBy(step: Step): DaemonSetKey | undefined {
  if (step.kind === "edit" || step.kind === "delete") return `${step.namespace}/${step.name}`;
  return step.kind === "apply" ? `${step.manifest.metadata.namespace ?? "default"}/${step.manifest.metadata.name}` : undefined;
}

/** Adds the missing templates of DaemonSets that steps change to a reading (L5). Without the right to read them
 *  the reading is unchanged, and later code reports the unknown parts. */
export async function withTemplatesForSteps(
  steps: readonly Step[],
  reading: ClusterReading,
  reads: OnDemandReads,
  keep: TemplateRedactor,
): Promise<ClusterReading> {
  const keys = new Set(steps.flatMap((step) => changedBy(step) ?? []));
  const found = await Promise.all(
    [...keys].map(async (key): Promise<readonly [DaemonSetKey, FullTemplates] | undefined> => {
      const object = reading.daemonSet(key);
      if (object === undefined || object.fullTemplate !== undefined) return undefined;
      try {
        return [key, await readFullTemplates(reads, object, reading.revisionsOf(key), keep)];
      } catch (error) {
        if (!(error instanceof KubeRequestError)) throw error;
        return undefined;
      }
    }),
  );
  return withFullTemplates(reading, new Map(found.filter((each) => each !== undefined)));
}
