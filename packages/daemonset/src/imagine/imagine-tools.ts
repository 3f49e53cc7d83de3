import type { JsonObject } from "@daemonscope/kube/json-value";
import type { KubeDaemonSet, PodTemplateSummary } from "@daemonscope/kube/objects";
import type { Manifest } from "../actions/change.ts";

/** What reads raw objects: who imagines has decoders, and the domain has none. */
export interface ImagineTools {
  /** The summary of a raw template. */
  readonly templateOf: (template: JsonObject) => PodTemplateSummary;
  /** A DaemonSet as a manifest has it, or why it cannot be read. */
  readonly daemonSetOf: (manifest: Manifest) => { readonly object: KubeDaemonSet } | { readonly problem: string };
  /** A raw template with what may be secret hidden, as the one of this DaemonSet is kept; absent: what is hidden counts as another value. */
  readonly keptTemplate?: (template: JsonObject, ownerUid: string) => JsonObject;
}
