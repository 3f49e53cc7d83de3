import type { KubeControllerRevision } from "@daemonscope/kube/objects";
import { decodeNamespacedMeta } from "./decode-meta.ts";
import { type Decoded, unusable } from "./decoded.ts";
import { integerField, isJson, objectField } from "./fields.ts";
import { templateHash } from "./template-hash.ts";

/** Reads a ControllerRevision, of whomever it is; of its data only the hash of the template is kept. Never throws. */
export function decodeControllerRevision(value: unknown): Decoded<KubeControllerRevision> {
  const metadata = decodeNamespacedMeta(value);
  if (metadata === undefined || !isJson(value)) return unusable("ControllerRevision", value);
  const { template } = objectField(objectField(value, "data"), "spec");
  return {
    object: {
      metadata,
      revision: integerField(value, "revision"),
      ...(isJson(template) ? { templateHash: templateHash(template) } : {}),
    },
  };
}
