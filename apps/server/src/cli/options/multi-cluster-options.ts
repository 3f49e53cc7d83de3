import type { EngineOptions } from "../../engine/stream/engine-options.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { CONNECTION_FLAG_NAMES } from "../flags/cluster-flags.ts";
import type { FlagName } from "../flags/flags.ts";
import type { ParsedFlags } from "../parse/parse-flags.ts";

/** Several clusters at once: contexts of kubeconfigs, simulated scenarios, or clusters whose logs are in an engine. */
export type MultiClusterOptions =
  | { readonly kind: "simulated"; readonly scenarios: readonly string[] }
  /** Without names: all clusters of the engine. */
  | { readonly kind: "engine"; readonly engine: EngineOptions; readonly clusters: readonly string[] }
  | {
      readonly kind: "contexts";
      /** Each file is read separately. Empty: kubectl's default files. */
      readonly kubeconfigs: readonly string[];
      /** `current`: the current context of each file. */
      readonly contexts: readonly string[] | "all" | "current";
      /** Two addresses are two clusters, although the uid of kube-system is the same, as after a restore. */
      readonly isSeparate?: true;
    };

/** Returns the choice of several clusters; undefined for one. Throws UsageError for a contradiction. */
export function multiClusterOptions({ values }: ParsedFlags): MultiClusterOptions | undefined {
  const scenarios = values.get("simulate") ?? [];
  const contexts = values.get("context") ?? [];
  const kubeconfigs = values.get("kubeconfig") ?? [];
  const isAll = values.has("all-contexts");
  if (isAll && contexts.length > 0) throw new UsageError("use either --all-contexts or --context, not both");
  if (isAll && values.has("simulate")) throw new UsageError("use either --all-contexts or --simulate, not both");
  if (scenarios.length > 1) return { kind: "simulated", scenarios };
  if (!isAll && contexts.length < 2 && kubeconfigs.length < 2) return undefined;
  for (const flag of ["cluster", "user", "in-cluster", ...CONNECTION_FLAG_NAMES] as const)
    if (values.has(flag)) throw new UsageError(`--${flag} cannot be used with several contexts`);
  return {
    kind: "contexts",
    kubeconfigs,
    contexts: isAll ? "all" : contexts.length > 0 ? contexts : "current",
    ...(values.has("separate") ? { isSeparate: true } : {}),
  };
}

/** Rejects flags for one cluster if several are selected. Throws UsageError. */
export function rejectSingleClusterFlags(
  several: MultiClusterOptions | undefined,
  auth: string,
  flagValue: (name: FlagName) => string | undefined,
): void {
  if (several === undefined) return;
  if (auth !== "none") throw new UsageError(`--auth ${auth} works with one cluster only: serve each cluster separately, or omit --auth`);
  if (flagValue("webhook-cluster") !== undefined)
    throw new UsageError("--webhook-cluster cannot be used with several clusters: alerts name each cluster");
}
