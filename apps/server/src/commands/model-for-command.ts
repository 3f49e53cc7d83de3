import type { ModelChanges } from "@daemonscope/daemonset/model/changes";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { SourceName } from "@daemonscope/shared/source-status";
import type { KeepTemplate } from "../cluster/decode/keep-template.ts";
import type { ClusterPlan } from "../command-line/cluster-choice.ts";
import type { Terminal } from "./terminal.ts";

export interface LiveModelOptions {
  readonly plan: ClusterPlan;
  /** Only what is in it is asked for; undefined for all. */
  readonly namespace: string | undefined;
  /** Kinds without which there is no answer. */
  readonly needed: readonly SourceName[];
  /** Kinds that add to the answer where they may be read; no others are asked for. */
  readonly optional?: readonly SourceName[];
  /** How long the first lists may stay away; left out, as long as nobody gives up. Where there is such an end, the limit for a request is one too. */
  readonly patienceMs?: number;
  /** Templates are kept whole, for who compares them. */
  readonly keepsTemplates?: boolean;
  /** After each look, and between any two statuses that the API served. */
  readonly onChanges?: (changes: Pick<ModelChanges, "daemonSetsPut" | "daemonSetsDropped">) => void;
  /** All needed kinds are live again. */
  readonly onReturn?: () => void;
  readonly terminal: Terminal;
}

/** A cluster's model that keeps up with its watches, for one command. */
export interface LiveModel {
  readonly reading: ClusterReading;
  /** How templates are kept, where they are. */
  readonly keepTemplate: KeepTemplate | undefined;
  /** Watches until every needed kind is listed: true then, false when somebody gave up before. To be called once.
   *  Throws UsageError when the cluster cannot be reached or will not show a needed kind. */
  listed(giveUp: AbortSignal): Promise<boolean>;
  /** Why what the model says may be old: the first needed kind that is not live. Undefined while it is all true. */
  doubt(): string | undefined;
  /** Why a kind is not live, and what it takes; undefined where it is. */
  missing(source: SourceName): { readonly words: string; readonly isForbidden: boolean } | undefined;
  close(): Promise<void>;
}
