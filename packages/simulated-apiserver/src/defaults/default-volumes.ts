import { type JsonObject, optionalIn } from "../objects/json.ts";
import { setMissing } from "./default-pod-spec.ts";
import { type ObjectDefaults, specIn } from "./object-defaults.ts";

/** Source: pkg/apis/core/v1/defaults.go, SetDefaults_PersistentVolumeClaim. */
export function defaultClaim(claim: JsonObject): void {
  setMissing(specIn(claim), { volumeMode: "Filesystem" });
}

function defaultVolume(spec: JsonObject): void {
  setMissing(spec, { persistentVolumeReclaimPolicy: "Retain", volumeMode: "Filesystem" });
  const path = optionalIn(spec, "hostPath");
  if (path !== undefined) setMissing(path, { type: "" });
}

/**
 * Defaults of volumes, claims, storage classes and CSI drivers. Source: pkg/apis/core/v1/defaults.go and
 * pkg/apis/storage/v1/defaults.go.
 */
export const VOLUME_DEFAULTS: ObjectDefaults = {
  persistentvolumes: (object) => defaultVolume(specIn(object)),
  persistentvolumeclaims: defaultClaim,
  storageclasses: (object) => setMissing(object, { reclaimPolicy: "Delete", volumeBindingMode: "Immediate" }),
  csidrivers: (object) =>
    setMissing(specIn(object), {
      attachRequired: true,
      podInfoOnMount: false,
      storageCapacity: false,
      volumeLifecycleModes: ["Persistent"],
      fsGroupPolicy: "ReadWriteOnceWithFSType",
      requiresRepublish: false,
      seLinuxMount: false,
    }),
};
