import { type JsonObject, objectsIn, optionalIn, textIn } from "../objects/json.ts";

/** Volume kinds that are removed or disabled. */
const REMOVED_KINDS: readonly (readonly [field: string, hint: string])[] = [
  ["photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"],
  ["gitRepo", "deprecated in v1.11, and disabled by default in v1.33+"],
  ["scaleIO", "deprecated in v1.16, non-functional in v1.22+"],
  ["flocker", "deprecated in v1.22, non-functional in v1.25+"],
  ["storageos", "deprecated in v1.22, non-functional in v1.25+"],
  ["quobyte", "deprecated in v1.22, non-functional in v1.25+"],
  ["glusterfs", "deprecated in v1.25, non-functional in v1.26+"],
  ["cephfs", "deprecated in v1.28, non-functional in v1.31+"],
  ["rbd", "deprecated in v1.28, non-functional in v1.31+"],
];
/** Fields whose name in the server's messages is not that of the API. */
const NAMES_IN_MESSAGES: Readonly<Record<string, string>> = { storageos: "storageOS" };

interface SourcedPath {
  readonly path: string;
  /** Empty if all paths have the same source. */
  readonly source: string;
}

const text = ({ path, source }: SourcedPath): string => (source === "" ? JSON.stringify(path) : `${JSON.stringify(path)} (${source})`);
const isBelow = (path: string, folder: string): boolean => `${path}/`.startsWith(`${folder}/`);

/** Returns the pairs of paths that are equal or contain each other. */
function overlaps(paths: readonly SourcedPath[]): readonly string[] {
  const trimmed = paths.map(({ path, source }) => ({ path: path.replace(/\/+$/, ""), source }));
  return trimmed.flatMap((each, at) =>
    trimmed
      .slice(0, each.path === "" ? 0 : at)
      .filter(({ path }) => path !== "" && (isBelow(path, each.path) || isBelow(each.path, path)))
      .map((other) => `${text(each)} with ${text(other)}`),
  );
}

const itemsOf = (holder: JsonObject, source: string): readonly SourcedPath[] =>
  objectsIn(holder, "items").map((item) => ({ path: textIn(item, "path"), source }));

function sourcePaths(projection: JsonObject): readonly SourcedPath[] {
  const { configMap, secret, downwardAPI, serviceAccountToken, clusterTrustBundle } = {
    configMap: optionalIn(projection, "configMap"),
    secret: optionalIn(projection, "secret"),
    downwardAPI: optionalIn(projection, "downwardAPI"),
    serviceAccountToken: optionalIn(projection, "serviceAccountToken"),
    clusterTrustBundle: optionalIn(projection, "clusterTrustBundle"),
  };
  if (configMap?.items !== undefined) return itemsOf(configMap, `ConfigMap "${textIn(configMap, "name")}"`);
  if (secret?.items !== undefined) return itemsOf(secret, `Secret "${textIn(secret, "name")}"`);
  if (downwardAPI?.items !== undefined) return itemsOf(downwardAPI, "DownwardAPI");
  if (serviceAccountToken !== undefined) return [{ path: textIn(serviceAccountToken, "path"), source: "ServiceAccountToken" }];
  if (clusterTrustBundle === undefined) return [];
  const name = textIn(clusterTrustBundle, "name") || textIn(clusterTrustBundle, "signerName");
  return [{ path: textIn(clusterTrustBundle, "path"), source: `ClusterTrustBundle "${name}"` }];
}

function pathWarnings(volume: JsonObject): readonly string[] {
  const name = textIn(volume, "name");
  const warn = (kind: string, found: readonly string[]) => found.map((each) => `volume "${name}" (${kind}): overlapping paths: ${each}`);
  const configMap = optionalIn(volume, "configMap");
  const secret = optionalIn(volume, "secret");
  const downward = optionalIn(volume, "downwardAPI");
  const sources = objectsIn(optionalIn(volume, "projected") ?? {}, "sources");
  return [
    ...(configMap === undefined ? [] : warn(`ConfigMap "${textIn(configMap, "name")}"`, overlaps(itemsOf(configMap, "")))),
    ...(secret === undefined ? [] : warn(`Secret "${textIn(secret, "secretName")}"`, overlaps(itemsOf(secret, "")))),
    ...(downward === undefined ? [] : warn("DownwardAPI", overlaps(itemsOf(downward, "")))),
    ...sources.filter((source) => Object.keys(source).length === 0).map(() => `volume "${name}" (Projected) has no sources provided`),
    ...warn("Projected", overlaps(sources.flatMap(sourcePaths))),
  ];
}

/** Returns the warnings about removed volume kinds, overlapping file paths and projections without a source. */
export function volumeWarnings(spec: JsonObject, path: string): readonly string[] {
  const volumes = objectsIn(spec, "volumes");
  const removedTypeWarnings = volumes.flatMap((volume, at) =>
    REMOVED_KINDS.filter(([field]) => optionalIn(volume, field) !== undefined).map(
      ([field, hint]) => `${path}.volumes[${at}].${NAMES_IN_MESSAGES[field] ?? field}: ${hint}`,
    ),
  );
  return [...removedTypeWarnings, ...volumes.flatMap(pathWarnings)];
}
