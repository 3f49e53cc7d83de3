import type { KubeEvent } from "@daemonscope/kube/objects";
import { decodeNamespacedMeta } from "./decode-meta.ts";
import { type Decoded, undecodable } from "./decoded.ts";
import { defined, filledField, integerField, internedField, isJson, objectField, textField } from "./fields.ts";

/** The path of a container in its pod. Source: kubelet container/ref.go, fieldPath. */
const CONTAINER = /^spec\.(?:containers|initContainers|ephemeralContainers)\{([^{}]{1,253})\}$/;

/** Reads an Event of either API: `count` and `lastTimestamp` of the old one, `series` and `eventTime` of the new
 *  one. Never throws. */
export function decodeEvent(value: unknown): Decoded<KubeEvent> {
  const metadata = decodeNamespacedMeta(value);
  if (metadata === undefined || !isJson(value)) return undecodable("Event", value);
  const involved = objectField(value, "involvedObject");
  const series = objectField(value, "series");
  return {
    object: {
      metadata,
      type: internedField(value, "type") ?? "",
      reason: internedField(value, "reason") ?? "",
      message: textField(value, "message") ?? textField(value, "note") ?? "",
      involved: {
        kind: internedField(involved, "kind") ?? "",
        name: textField(involved, "name") ?? "",
        ...defined({
          namespace: internedField(involved, "namespace"),
          uid: filledField(involved, "uid"),
          container: CONTAINER.exec(textField(involved, "fieldPath") ?? "")?.[1],
        }),
      },
      count: Math.max(1, integerField(series, "count", integerField(value, "count", 1))),
      ...defined({
        firstSeen: filledField(value, "firstTimestamp") ?? filledField(value, "eventTime") ?? metadata.creationTimestamp,
        lastSeen:
          filledField(series, "lastObservedTime") ??
          filledField(value, "lastTimestamp") ??
          filledField(value, "eventTime") ??
          metadata.creationTimestamp,
      }),
    },
  };
}
