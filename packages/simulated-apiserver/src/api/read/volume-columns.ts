import type { StoredObject } from "../../objects/contract.ts";
import { listIn, objectIn, textIn, textsIn } from "../../objects/json.ts";
import { AGE, BARE, type Column, integer, markedDefault, NAME, spec, status, switched, text, wide, word } from "./cells.ts";

const ACCESS_MODES = { ReadWriteOnce: "RWO", ReadOnlyMany: "ROX", ReadWriteMany: "RWX", ReadWriteOncePod: "RWOP" };
/** Returns short names in a fixed order, each once. */
const accessModes = (modes: readonly unknown[]): string =>
  Object.entries(ACCESS_MODES)
    .filter(([mode]) => modes.includes(mode))
    .map(([, short]) => short)
    .join(",");
const phase = (object: StoredObject): string =>
  object.metadata.deletionTimestamp === undefined ? textIn(status(object), "phase") : "Terminating";
const storageClass = (object: StoredObject): string =>
  object.metadata.annotations?.["volume.beta.kubernetes.io/storage-class"] ?? textIn(spec(object), "storageClassName");
const unset = (field: string) => (object: StoredObject) => text(spec(object)[field], "<unset>");

/**
 * Columns as kubectl prints volumes, their claims and their classes. Source: pkg/printers/internalversion/printers.go.
 */
export const VOLUME_COLUMNS = {
  persistentvolumes: [
    NAME,
    word("Capacity", (object) => String(objectIn(spec(object), "capacity").storage ?? "0")),
    word("Access Modes", (object) => accessModes(listIn(spec(object), "accessModes"))),
    word("Reclaim Policy", (object) => textIn(spec(object), "persistentVolumeReclaimPolicy")),
    word("Status", phase),
    word("Claim", (object) => {
      const { namespace, name } = objectIn(spec(object), "claimRef");
      return name === undefined ? "" : `${String(namespace)}/${String(name)}`;
    }),
    word("StorageClass", storageClass),
    word("VolumeAttributesClass", unset("volumeAttributesClassName")),
    word("Reason", (object) => textIn(status(object), "reason")),
    AGE,
    wide("VolumeMode", unset("volumeMode")),
  ],
  persistentvolumeclaims: [
    NAME,
    word("Status", phase),
    word("Volume", (object) => textIn(spec(object), "volumeName")),
    word("Capacity", (object) =>
      textIn(spec(object), "volumeName") === "" ? "" : String(objectIn(status(object), "capacity").storage ?? "0"),
    ),
    word("Access Modes", (object) => (textIn(spec(object), "volumeName") === "" ? "" : accessModes(listIn(status(object), "accessModes")))),
    word("StorageClass", storageClass),
    word("VolumeAttributesClass", unset("volumeAttributesClassName")),
    AGE,
    wide("VolumeMode", unset("volumeMode")),
  ],
  storageclasses: [
    markedDefault("storageclass.kubernetes.io/is-default-class"),
    word("Provisioner", (object) => textIn(object, "provisioner")),
    word("ReclaimPolicy", (object) => text(object.reclaimPolicy, "Delete")),
    word("VolumeBindingMode", (object) => text(object.volumeBindingMode, "Immediate")),
    { name: "AllowVolumeExpansion", cell: (object) => object.allowVolumeExpansion === true },
    AGE,
  ],
  volumeattachments: [
    NAME,
    word("Attacher", (object) => textIn(spec(object), "attacher")),
    word("PV", (object) => textIn(objectIn(spec(object), "source"), "persistentVolumeName")),
    word("Node", (object) => textIn(spec(object), "nodeName")),
    switched("Attached", (object) => status(object).attached === true),
    AGE,
  ],
  csidrivers: [
    NAME,
    switched("AttachRequired", (object) => spec(object).attachRequired !== false),
    switched("PodInfoOnMount", (object) => spec(object).podInfoOnMount === true),
    switched("StorageCapacity", (object) => spec(object).storageCapacity === true),
    word(
      "TokenRequests",
      (object) =>
        listIn(spec(object), "tokenRequests")
          .map((request) => textIn(request as never, "audience"))
          .join(",") || "<unset>",
    ),
    switched("RequiresRepublish", (object) => spec(object).requiresRepublish === true),
    word("Modes", (object) => textsIn(spec(object), "volumeLifecycleModes").join(",") || "<unset>"),
    AGE,
  ],
  csinodes: [NAME, integer("Drivers", (object) => listIn(spec(object), "drivers").length), AGE],
  csistoragecapacities: BARE,
  volumeattributesclasses: [
    markedDefault("storageclass.kubernetes.io/is-default-class"),
    word("DriverName", (object) => textIn(object, "driverName")),
    AGE,
  ],
} as const satisfies Readonly<Record<string, readonly Column[]>>;
