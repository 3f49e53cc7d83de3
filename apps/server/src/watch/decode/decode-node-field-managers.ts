import { appendTo } from "@daemonscope/kube/base/append-to";
import type { FieldManager } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/values/time";
import { isJson, type Json, objectField, objectsField, textField } from "@daemonscope/kube-client/decode/fields";
import type { FieldOwner, NodeFieldManagers } from "@daemonscope/shared/http/node-field-managers";

/** More labels than any node should have. */
const MAX_LABELS = 1000;

const keysOf = (fields: Json): readonly string[] => Object.keys(fields).filter((key) => key.startsWith("f:"));

interface Owned {
  readonly manager: FieldManager;
  readonly taints: boolean;
  readonly labels: readonly string[];
  /** The manager owns only one field, so that its time is the time of that field. */
  readonly hasOneField: boolean;
}

function ownedBy(entry: Json): Owned | undefined {
  const atMs = timeMs(textField(entry, "time"));
  const manager = textField(entry, "manager") ?? "";
  if (atMs === undefined || manager === "" || (textField(entry, "subresource") ?? "") !== "") return undefined;
  const fields = objectField(entry, "fieldsV1");
  const [spec, metadata] = [objectField(fields, "f:spec"), objectField(fields, "f:metadata")];
  const labels = keysOf(objectField(metadata, "f:labels")).slice(0, MAX_LABELS);
  const count = keysOf(spec).length + labels.length + keysOf(metadata).filter((key) => key !== "f:labels").length;
  return {
    manager: { manager, atMs },
    taints: isJson(spec["f:taints"]),
    labels: labels.map((key) => key.slice(2)),
    hasOneField: count === 1 && keysOf(fields).length === 1,
  };
}

/** Returns the last of several owners; undefined without owners, or if two changed it last in the same second. */
function lastOf(owners: readonly Owned[]): FieldOwner | undefined {
  const latestMs = Math.max(...owners.map(({ manager }) => manager.atMs));
  const [last, other] = owners.filter(({ manager }) => manager.atMs === latestMs);
  return last === undefined || other !== undefined ? undefined : { ...last.manager, isExact: last.hasOneField };
}

/** Returns the last writer of a node's taints, and of each label, from its managed fields. The list of taints is
 *  one field: a writer of one taint owns them all. A manager has one time, that of its last change of any field.
 *  Source: k8s.io/api/core/v1/types.go, NodeSpec.Taints (listType=atomic); apimachinery/pkg/apis/meta/v1/types.go,
 *  ManagedFieldsEntry. */
export function decodeNodeFieldManagers(value: Json): NodeFieldManagers {
  const owners = objectsField(objectField(value, "metadata"), "managedFields").flatMap((entry) => ownedBy(entry) ?? []);
  const ownersByLabel = new Map<string, Owned[]>();
  for (const owner of owners)
    for (const key of owner.labels) {
      appendTo(ownersByLabel, key, owner);
    }
  const labels = [...ownersByLabel].flatMap(([key, owning]) => {
    const last = lastOf(owning);
    return last === undefined ? [] : [{ key, ...last }];
  });
  const taints = lastOf(owners.filter((owner) => owner.taints));
  return { ...(taints === undefined ? {} : { taints }), labels };
}
