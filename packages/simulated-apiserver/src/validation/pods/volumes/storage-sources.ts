import type { FieldError } from "../../../objects/failures.ts";
import { type JsonObject, listIn, numberIn, objectIn, optionalIn, textIn } from "../../../objects/json.ts";
import { eachProblem, invalidValue, notSupported, rangeErrors, required } from "../../fields/field-errors.ts";
import { dnsLabelProblems } from "../../fields/label-problems.ts";
import { descendingPathErrors } from "../../fields/paths.ts";

type SourceErrors = (source: JsonObject, field: string) => readonly FieldError[];

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** Returns the rule that requires these fields, and applies further rules. */
const needs =
  (names: readonly string[], more: SourceErrors = () => []): SourceErrors =>
  (source, field) => [...names.filter((name) => isEmpty(source[name])).map((name) => required(`${field}.${name}`)), ...more(source, field)];

const secretErrors: SourceErrors = (source, field) => {
  const secret = optionalIn(source, "secretRef");
  return secret !== undefined && textIn(secret, "name") === "" ? [required(`${field}.secretRef.name`)] : [];
};

const partitionErrors: SourceErrors = ({ partition }, field) =>
  typeof partition === "number" && (partition < 0 || partition > 255)
    ? [invalidValue(`${field}.partition`, partition, "must be between 1 and 255, inclusive")]
    : [];

const QUALIFIED: Readonly<Record<string, RegExp>> = {
  iqn: /iqn\.\d{4}-\d{2}\.([A-Za-z0-9-.]+)(:[^,;*&$|\s]+)$/,
  eui: /^eui.[A-Za-z0-9]{16}$/,
  naa: /^naa.[A-Za-z0-9]{32}$/,
};

function qualifiedNameErrors(name: string, field: string): readonly FieldError[] {
  const syntax = QUALIFIED[name.slice(0, 3)];
  if (syntax === undefined) return [invalidValue(field, name, "must be valid format starting with iqn, eui, or naa")];
  return syntax.test(name) ? [] : [invalidValue(field, name, "must be valid format")];
}

const iscsiErrors: SourceErrors = (source, field) => [
  ...(textIn(source, "iqn") === "" ? [] : qualifiedNameErrors(textIn(source, "iqn"), `${field}.iqn`)),
  ...rangeErrors(source.lun, 0, 255, `${field}.lun`),
  ...((source.chapAuthDiscovery === true || source.chapAuthSession === true) && optionalIn(source, "secretRef") === undefined
    ? [required(`${field}.secretRef`)]
    : []),
  ...(source.initiatorName === undefined ? [] : qualifiedNameErrors(textIn(source, "initiatorName"), `${field}.initiatorname`)),
];

const nfsErrors: SourceErrors = (source, field) =>
  textIn(source, "path").startsWith("/") ? [] : [invalidValue(`${field}.path`, textIn(source, "path"), "must be an absolute path")];

const flockerErrors: SourceErrors = (source, field) => {
  const name = textIn(source, "datasetName");
  const id = textIn(source, "datasetUUID");
  return [
    ...(name === "" && id === "" ? [required(field, "one of datasetName and datasetUUID is required")] : []),
    ...(name !== "" && id !== ""
      ? [invalidValue(field, "resource", "datasetName and datasetUUID can not be specified simultaneously")]
      : []),
    ...(name.includes("/") ? [invalidValue(`${field}.datasetName`, name, "must not contain '/'")] : []),
  ];
};

const isHostAndPort = (text: string): boolean => /^(?:\[[^\]]*\]|[^:[\]]*):[^:[\]]*$/.test(text);

const quobyteErrors: SourceErrors = (source, field) => {
  const registry = textIn(source, "registry");
  const pairs = "must be a host:port pair or multiple pairs separated by commas";
  const errors: FieldError[] = [];
  if (registry === "") errors.push(required(`${field}.registry`, pairs));
  else if (textIn(source, "tenant").length > 64)
    errors.push(required(`${field}.tenant`, "must be a UUID and may not exceed a length of 64 characters"));
  else for (const pair of registry.split(",")) if (!isHostAndPort(pair)) errors.push(invalidValue(`${field}.registry`, registry, pairs));
  if (textIn(source, "volume") === "") errors.push(required(`${field}.volume`));
  return errors;
};

const fibreErrors: SourceErrors = (source, field) => {
  const names = listIn(source, "targetWWNs");
  const ids = listIn(source, "wwids");
  const errors: FieldError[] = [];
  if (names.length === 0 && ids.length === 0)
    errors.push(required(`${field}.targetWWNs`, "must specify either targetWWNs or wwids, but not both"));
  if (names.length > 0 && ids.length > 0)
    errors.push(invalidValue(`${field}.targetWWNs`, names, "targetWWNs and wwids can not be specified simultaneously"));
  if (names.length > 0 && numberIn(source, "lun") === undefined)
    errors.push(required(`${field}.lun`, "lun is required if targetWWNs is specified"));
  if (names.length > 0) errors.push(...rangeErrors(source.lun, 0, 255, `${field}.lun`));
  return errors;
};

const flexErrors: SourceErrors = (source, field) =>
  Object.keys(objectIn(source, "options"))
    .filter((key) => /\.(?:kubernetes|k8s)\.io$/.test(`.${key.split("/")[0]?.toLowerCase() ?? ""}`))
    .map((key) => invalidValue(`${field}.options[${key}]`, key, "kubernetes.io and k8s.io namespaces are reserved"));

const CACHING = ["None", "ReadOnly", "ReadWrite"];
const DISKS = ["Dedicated", "Managed", "Shared"];

const azureDiskErrors: SourceErrors = (source, field) => {
  const { cachingMode, kind } = source;
  const uri = textIn(source, "diskURI");
  const errors: FieldError[] = [];
  if (cachingMode !== undefined && !CACHING.includes(String(cachingMode)))
    errors.push(notSupported(`${field}.cachingMode`, cachingMode, CACHING));
  if (kind !== undefined && !DISKS.includes(String(kind))) errors.push(notSupported(`${field}.kind`, kind, DISKS));
  if (kind === "Managed" && !uri.startsWith("/subscriptions/"))
    errors.push(
      notSupported(`${field}.diskURI`, uri, [
        "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}",
      ]),
    );
  if (kind !== undefined && kind !== "Managed" && !uri.startsWith("https://"))
    errors.push(notSupported(`${field}.diskURI`, uri, ["https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"]));
  return errors;
};

const storageOsErrors: SourceErrors = (source, field) => [
  ...["volumeName", "volumeNamespace"]
    .filter((name) => textIn(source, name) !== "")
    .flatMap((name) => eachProblem(`${field}.${name}`, source[name], dnsLabelProblems(textIn(source, name)))),
  ...secretErrors(source, field),
];

/**
 * Rules of the volumes of storage systems, by their fields. Source: pkg/apis/core/validation, validate…VolumeSource.
 */
export const STORAGE_SOURCES = {
  gitRepo: needs(["repository"], (source, field) => descendingPathErrors(textIn(source, "directory"), `${field}.directory`)),
  gcePersistentDisk: needs(["pdName"], partitionErrors),
  awsElasticBlockStore: needs(["volumeID"], partitionErrors),
  nfs: needs(["server", "path"], nfsErrors),
  iscsi: needs(["targetPortal", "iqn"], iscsiErrors),
  glusterfs: needs(["endpoints", "path"]),
  flocker: flockerErrors,
  rbd: needs(["monitors", "image"]),
  cinder: needs(["volumeID"], secretErrors),
  cephfs: needs(["monitors"]),
  quobyte: quobyteErrors,
  fc: fibreErrors,
  flexVolume: needs(["driver"], flexErrors),
  azureFile: needs(["secretName", "shareName"]),
  vsphereVolume: needs(["volumePath"]),
  photonPersistentDisk: needs(["pdID"]),
  portworxVolume: needs(["volumeID"]),
  azureDisk: needs(["diskName", "diskURI"], azureDiskErrors),
  storageos: needs(["volumeName"], storageOsErrors),
  scaleIO: needs(["gateway", "system", "volumeName"]),
} satisfies Readonly<Record<string, SourceErrors>>;
