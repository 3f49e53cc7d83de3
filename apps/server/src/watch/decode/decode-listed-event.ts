import type { KubeEvent } from "@daemonscope/kube/objects";
import { decodeEvent } from "@daemonscope/kube-client/decode/decode-event";
import { defined, filledField, type Json, objectField } from "@daemonscope/kube-client/decode/fields";

/** An event that is listed on demand, with fields that the watch does not keep. */
export interface ListedEvent extends KubeEvent {
  /** `kubelet`, `daemonset-controller`. */
  readonly component?: string;
  /** The node of the reporting kubelet. */
  readonly host?: string;
}

/** Reads an event of a list; undefined if it cannot be read. */
export function decodeListedEvent(value: Json): ListedEvent | undefined {
  const decoded = decodeEvent(value);
  if (!("object" in decoded)) return undefined;
  const { object } = decoded;
  const source = objectField(value, "source");
  return {
    ...object,
    ...defined({
      component: filledField(source, "component") ?? filledField(value, "reportingComponent"),
      host: filledField(source, "host"),
    }),
  };
}
