import type { JsonObject } from "@daemonscope/kube/json-value";
import type { KubeDaemonSet, PodTemplateSummary } from "@daemonscope/kube/objects";
import type { Manifest } from "../actions/change.ts";
import type { DaemonSetKey } from "../records/records.ts";

/** What reads raw objects: who imagines has decoders, and the domain has none. */
export interface ImagineTools {
  /** The summary of a raw template. */
  readonly templateOf: (template: JsonObject) => PodTemplateSummary;
  /** A DaemonSet as a manifest has it, or why it cannot be read. */
  readonly daemonSetOf: (manifest: Manifest) => { readonly object: KubeDaemonSet } | { readonly problem: string };
  /** A raw template with what may be secret hidden, as the one of this DaemonSet is kept; absent: what is hidden nobody can compare. */
  readonly keptTemplate?: (template: JsonObject, ownerUid: string) => JsonObject;
  /** The `spec` that kubectl applied last to a DaemonSet, empty where none was; absent or undefined: it was not read. */
  readonly lastApplied?: (key: DaemonSetKey) => JsonObject | undefined;
}

/** What could not be known of a step, and what was taken to be so: that hidden values are as they are now; that what a manifest leaves out stays; that nodes that join have room; that what a log does not hold of a template (L5) is as it is now. */
export type StepDoubt = "hiddenValues" | "leftOut" | "joinRoom" | "templateInPart";
