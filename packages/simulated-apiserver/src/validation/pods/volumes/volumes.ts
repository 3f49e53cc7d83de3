import type { FieldError } from "../../../objects/failures.ts";
import { isJsonObject, type JsonObject, objectsIn, optionalIn, textIn } from "../../../objects/json.ts";
import { canonicalQuantity } from "../../../objects/quantity.ts";
import { duplicateValue, eachProblem, forbiddenValue, invalidValue, notSupported, required, tooLong } from "../../fields/field-errors.ts";
import { dnsLabelProblems, subdomainProblems } from "../../fields/label-problems.ts";
import { backstepErrors } from "../../fields/paths.ts";
import { PULL_POLICIES } from "../containers/container.ts";
import { projectedVolumeErrors } from "./projected-volume.ts";
import { STORAGE_SOURCES } from "./storage-sources.ts";
import { downwardFileErrors, keyFilesErrors, modeErrors } from "./volume-files.ts";

const HOST_PATH_TYPES = ["", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"];
const DRIVER_BYTES = 63;

function emptyDirErrors(source: JsonObject, field: string): readonly FieldError[] {
  const isNegative = canonicalQuantity(textIn(source, "sizeLimit"))?.startsWith("-") === true;
  return isNegative ? [forbiddenValue(`${field}.sizeLimit`, "SizeLimit field must be a valid resource quantity")] : [];
}

function hostPathErrors(source: JsonObject, field: string): readonly FieldError[] {
  const path = textIn(source, "path");
  if (path === "") return [required(`${field}.path`)];
  const type = textIn(source, "type");
  return [
    ...backstepErrors(path, `${field}.path`),
    ...(HOST_PATH_TYPES.includes(type) ? [] : [notSupported(`${field}.type`, type, HOST_PATH_TYPES)]),
  ];
}

/** Returns the rules of a ConfigMap or Secret volume, whose `name` field has the name of the object. */
const keysErrors =
  (name: string) =>
  (source: JsonObject, field: string): readonly FieldError[] => [
    ...(textIn(source, name) === "" ? [required(`${field}.${name}`)] : []),
    ...modeErrors(source, "defaultMode", field),
    ...keyFilesErrors(source, field),
  ];

function csiErrors(source: JsonObject, field: string): readonly FieldError[] {
  const driver = textIn(source, "driver");
  const secret = optionalIn(source, "nodePublishSecretRef");
  const errors: FieldError[] = [];
  if (driver === "") errors.push(required(`${field}.driver`));
  else {
    if (driver.length > DRIVER_BYTES) errors.push(tooLong(`${field}.driver`, DRIVER_BYTES));
    errors.push(...eachProblem(`${field}.driver`, driver, subdomainProblems(driver.toLowerCase())));
  }
  if (secret !== undefined) {
    const name = textIn(secret, "name");
    if (name === "") errors.push(required(`${field}.nodePublishSecretRef.name`));
    else errors.push(...eachProblem(`${field}.name`, name, subdomainProblems(name)));
  }
  return errors;
}

function imageErrors(source: JsonObject, field: string, isPod: boolean): readonly FieldError[] {
  const policy = textIn(source, "pullPolicy");
  return [
    ...(isPod && textIn(source, "reference") === "" ? [required(`${field}.reference`)] : []),
    ...(PULL_POLICIES.includes(policy) ? [] : [notSupported(`${field}.pullPolicy`, policy, PULL_POLICIES)]),
  ];
}

interface Kind {
  readonly name: string;
  readonly errorsOf: (source: JsonObject, field: string, isPod: boolean) => readonly FieldError[];
  /** Names that the API server uses instead of the field: for inner errors, and for a second source. */
  readonly pathName?: string;
  readonly secondName?: string;
}

const storage = (name: keyof typeof STORAGE_SOURCES, names: Partial<Kind> = {}): Kind => ({
  name,
  errorsOf: STORAGE_SOURCES[name],
  ...names,
});

/** In the order of the API server's checks. */
const KINDS: readonly Kind[] = [
  { name: "emptyDir", errorsOf: emptyDirErrors },
  { name: "hostPath", errorsOf: hostPathErrors },
  storage("gitRepo"),
  storage("gcePersistentDisk", { pathName: "persistentDisk" }),
  storage("awsElasticBlockStore"),
  { name: "secret", errorsOf: keysErrors("secretName") },
  storage("nfs"),
  storage("iscsi"),
  storage("glusterfs"),
  storage("flocker"),
  {
    name: "persistentVolumeClaim",
    errorsOf: (source, field) => (textIn(source, "claimName") === "" ? [required(`${field}.claimName`)] : []),
  },
  storage("rbd"),
  storage("cinder"),
  storage("cephfs", { secondName: "cephFS" }),
  storage("quobyte"),
  {
    name: "downwardAPI",
    secondName: "downwarAPI",
    errorsOf: (source, field) => [
      ...modeErrors(source, "defaultMode", field),
      ...objectsIn(source, "items").flatMap((file) => downwardFileErrors(file, field)),
    ],
  },
  storage("fc"),
  storage("flexVolume"),
  { name: "configMap", errorsOf: keysErrors("name") },
  storage("azureFile"),
  storage("vsphereVolume"),
  storage("photonPersistentDisk"),
  storage("portworxVolume"),
  storage("azureDisk"),
  storage("storageos"),
  { name: "projected", errorsOf: projectedVolumeErrors },
  storage("scaleIO"),
  { name: "csi", errorsOf: csiErrors },
  {
    name: "ephemeral",
    errorsOf: (source, field) =>
      optionalIn(source, "volumeClaimTemplate") === undefined ? [required(`${field}.volumeClaimTemplate`)] : [],
  },
  { name: "image", errorsOf: imageErrors },
];

function sourceErrors(volume: JsonObject, field: string, isPod: boolean): readonly FieldError[] {
  const present = KINDS.filter(({ name }) => isJsonObject(volume[name]));
  if (present.length === 0) return [required(field, "must specify a volume type")];
  return present.flatMap(({ name, pathName, secondName, errorsOf }, at) =>
    at === 0
      ? errorsOf(optionalIn(volume, name) ?? {}, `${field}.${pathName ?? name}`, isPod)
      : [forbiddenValue(`${field}.${secondName ?? name}`, "may not specify more than 1 volume type")],
  );
}

/** The names of the volume kinds. A volume without any of them is an empty directory. */
export const VOLUME_KINDS: readonly string[] = KINDS.map(({ name }) => name);

/**
 * Returns the errors of a pod spec's volumes, and the valid volumes by name: only these can be mounted. Source:
 * pkg/apis/core/validation, ValidateVolumes.
 */
export function readVolumes(podSpec: JsonObject, base: string, isPod: boolean, podName: string) {
  const valid = new Map<string, JsonObject>();
  const errors: FieldError[] = [];
  const volumes = objectsIn(podSpec, "volumes");
  const ephemeral = volumes.filter((volume) => isJsonObject(volume.ephemeral)).map((volume) => `${podName}-${textIn(volume, "name")}`);
  for (const [at, volume] of volumes.entries()) {
    const field = `${base}.volumes[${at}]`;
    const name = textIn(volume, "name");
    const volumeErrors = [
      ...sourceErrors(volume, field, isPod),
      ...(name === "" ? [required(`${field}.name`)] : eachProblem(`${field}.name`, name, dnsLabelProblems(name))),
      ...(valid.has(name) ? [duplicateValue(`${field}.name`, name)] : []),
    ];
    if (volumeErrors.length === 0) valid.set(name, volume);
    errors.push(...volumeErrors);
    const claim = textIn(optionalIn(volume, "persistentVolumeClaim") ?? {}, "claimName");
    if (podName !== "" && claim !== "" && ephemeral.includes(claim))
      errors.push(
        invalidValue(
          `${field}.persistentVolumeClaim.claimName`,
          claim,
          "must not reference a PVC that gets created for an ephemeral volume",
        ),
      );
  }
  return { valid, errors } as const;
}
