import type { ModelChanges } from "@daemonscope/daemonset/model/changes";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { ModelSource } from "@daemonscope/daemonset/records/records";
import type { SourceName } from "@daemonscope/kube/source-status";
import type { TemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import type { ClusterPlan } from "../options/cluster-options.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface CommandModelOptions {
  readonly plan: ClusterPlan;
  /** Only this namespace is requested; undefined for all. */
  readonly namespace: string | undefined;
  /** Kinds without which there is no answer. */
  readonly needed: readonly SourceName[];
  /** Needed kinds without which there is a smaller answer if the user may not read them. */
  readonly degradable?: readonly ModelSource[];
  /** Kinds that add to the answer if they may be read; no others are requested. */
  readonly optional?: readonly SourceName[];
  /** The timeout of the first lists; absent: no timeout. With it, the timeout of a request ends the wait too. */
  readonly timeoutMs?: number;
  /** Keeps redacted templates, for comparisons. */
  readonly keepsTemplates?: boolean;
  /**
   * Called after each tick; with a followed log, after changes of DaemonSets. In a watch, each status of a DaemonSet
   * causes a tick.
   */
  readonly onChanges?: (changes: Pick<ModelChanges, "daemonSetsPut" | "daemonSetsDropped">) => void;
  /** Called when all needed kinds are live again. */
  readonly onReturn?: () => void;
  readonly terminal: Terminal;
}

/** A cluster's model that follows its watches, for one command. */
export interface CommandModel {
  readonly reading: ClusterReading;
  /** The redactor of the kept templates; undefined if none are kept. */
  readonly keepTemplate: TemplateRedactor | undefined;
  /**
   * Watches until every needed kind is listed. Resolves to true then, and to false if `giveUp` is aborted before. Call
   * it once. Throws UsageError if the cluster cannot be reached or does not show a needed kind.
   */
  listed(giveUp: AbortSignal): Promise<boolean>;
  /**
   * Returns the reason why the model may be stale: the first needed kind that is not live. Undefined while all are
   * live.
   */
  doubt(): string | undefined;
  /** Returns the reason why a kind is not live; undefined if it is live. */
  missing(source: SourceName): { readonly words: string; readonly isForbidden: boolean } | undefined;
  close(): Promise<void>;
}
