import type { KubeNode, Taint } from "@daemonscope/kube/objects";
import { decodeConditions } from "./decode-conditions.ts";
import { decodeMeta } from "./decode-meta.ts";
import { nodeAllocatable } from "./decode-node-allocatable.ts";
import { type Decoded, undecodable } from "./decoded.ts";
import { defined, internedField, isJson, type Json, objectField, objectsField, textField } from "./fields.ts";
import { sharedNodeInfo } from "./shared-node-info.ts";

function taint(value: Json): Taint {
  return {
    key: internedField(value, "key") ?? "",
    effect: internedField(value, "effect") ?? "",
    ...defined({ value: internedField(value, "value"), timeAdded: textField(value, "timeAdded") }),
  };
}

/** Reads a Node. Never throws; missing parts are empty. */
export function decodeNode(value: unknown): Decoded<KubeNode> {
  const metadata = decodeMeta(value);
  if (metadata === undefined || !isJson(value)) return undecodable("Node", value);
  const spec = objectField(value, "spec");
  const status = objectField(value, "status");
  const info = objectField(status, "nodeInfo");
  const nodeInfo = sharedNodeInfo(
    internedField(info, "kernelVersion"),
    internedField(info, "osImage"),
    internedField(info, "containerRuntimeVersion"),
    internedField(info, "architecture"),
  );
  return {
    object: {
      metadata,
      spec: { taints: objectsField(spec, "taints").map(taint), unschedulable: spec.unschedulable === true },
      status: {
        conditions: decodeConditions(status),
        ...defined({
          kubeletVersion: internedField(info, "kubeletVersion"),
          nodeInfo,
          allocatable: nodeAllocatable(objectField(status, "allocatable")),
        }),
      },
    },
  };
}
