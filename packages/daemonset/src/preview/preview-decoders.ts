import type { KubeDaemonSet, PodTemplateSummary } from "@daemonscope/kube/objects";
import type { JsonObject } from "@daemonscope/kube/values/json-value";
import type { Manifest } from "../actions/changes/change.ts";
import type { DaemonSetKey } from "../records/records.ts";

/** Parsers of raw objects: the caller has decoders, and the domain has none. */
export interface PreviewDecoders {
  /** Returns the summary of a raw template. */
  readonly templateOf: (template: JsonObject) => PodTemplateSummary;
  /** Returns the DaemonSet of a manifest, or the reason that it cannot be read. */
  readonly daemonSetOf: (manifest: Manifest) => { readonly object: KubeDaemonSet } | { readonly problem: string };
  /** Hides possible secrets in a raw template, as this DaemonSet's template is stored; absent: hidden values cannot
   *  be compared. */
  readonly keptTemplate?: (template: JsonObject, ownerUid: string) => JsonObject;
  /** The `spec` that kubectl last applied to a DaemonSet, empty if there was none; absent or undefined: it was not
   *  read. */
  readonly lastApplied?: (key: DaemonSetKey) => JsonObject | undefined;
}

/** An assumption about unknown facts of a step. Hidden values are unchanged; fields that a manifest omits stay;
 *  joining nodes have free capacity; template parts that a log does not hold (L5) are unchanged. */
export type StepAssumption = "hiddenValues" | "leftOut" | "joinRoom" | "templateInPart";
