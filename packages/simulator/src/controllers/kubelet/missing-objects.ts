import type { Store } from "@daemonscope/simulated-apiserver/objects/contract";
import { isJsonObject, type JsonObject, listIn, objectIn, textIn } from "@daemonscope/simulated-apiserver/objects/json";

type Kind = "configmaps" | "secrets";
const WORD = { configmaps: "configmap", secrets: "secret" } as const;
const TITLE = { configmaps: "ConfigMap", secrets: "Secret" } as const;

/** An object that a pod needs, and the keys that it needs of it. */
interface Need {
  readonly kind: Kind;
  readonly name: string;
  readonly keys: readonly string[];
}

function keysMissing(store: Store, namespace: string, { kind, name, keys }: Need): readonly string[] | undefined {
  const object = store.get(kind, namespace, name);
  if (object === undefined) return undefined;
  return keys.filter((key) => [objectIn(object, "data"), objectIn(object, "binaryData")].every((data) => data[key] === undefined));
}

/**
 * Returns why a container's environment cannot be made, in the kubelet's words. Undefined if all objects and keys exist
 * or are optional. Source: pkg/kubelet/kubelet_pods.go, makeEnvironmentVariables.
 */
export function missingEnvironment(store: Store, namespace: string, container: JsonObject): string | undefined {
  const needs: Need[] = [];
  const add = (kind: Kind, source: unknown, hasKey: boolean): void => {
    if (isJsonObject(source) && source.optional !== true)
      needs.push({ kind, name: textIn(source, "name"), keys: hasKey ? [textIn(source, "key")] : [] });
  };
  for (const source of listIn(container, "envFrom")) {
    add("configmaps", objectIn(source, "configMapRef").name === undefined ? undefined : objectIn(source, "configMapRef"), false);
    add("secrets", objectIn(source, "secretRef").name === undefined ? undefined : objectIn(source, "secretRef"), false);
  }
  for (const variable of listIn(container, "env")) {
    const { configMapKeyRef, secretKeyRef } = objectIn(variable, "valueFrom");
    add("configmaps", configMapKeyRef, true);
    add("secrets", secretKeyRef, true);
  }
  for (const need of needs) {
    const keys = keysMissing(store, namespace, need);
    if (keys === undefined) return `${WORD[need.kind]} "${need.name}" not found`;
    if (keys[0] !== undefined) return `couldn't find key ${keys[0]} in ${TITLE[need.kind]} ${namespace}/${need.name}`;
  }
  return undefined;
}

/** Returns the objects of a volume's source, which may be one of several of a projected volume. */
function needsOfSource(source: JsonObject): readonly Need[] {
  const items = (from: JsonObject): readonly string[] => listIn(from, "items").map((item) => String(objectIn({ item }, "item").key));
  const need = (kind: Kind, field: string, nameField: string): readonly Need[] => {
    const from = source[field];
    return isJsonObject(from) && from.optional !== true ? [{ kind, name: textIn(from, nameField), keys: items(from) }] : [];
  };
  return [
    ...need("configmaps", "configMap", "name"),
    ...need("secrets", "secret", typeof objectIn(source, "secret").secretName === "string" ? "secretName" : "name"),
    ...listIn(objectIn(source, "projected"), "sources").filter(isJsonObject).flatMap(needsOfSource),
  ];
}

/**
 * Returns why a pod's first volume that fails cannot be mounted, in the kubelet's words. Undefined if all can be. A
 * host has no folder below `/no/such`. Source: pkg/volume/configmap, pkg/volume/secret.
 */
export function unmountableVolume(store: Store, namespace: string, podSpec: JsonObject): string | undefined {
  for (const volume of listIn(podSpec, "volumes").filter(isJsonObject)) {
    const failed = (why: string): string => `MountVolume.SetUp failed for volume "${String(volume.name)}" : ${why}`;
    const { path, type } = objectIn(volume, "hostPath");
    if (typeof path === "string" && path.startsWith("/no/such") && type === "Directory")
      return failed(`hostPath type check failed: ${path} is not a directory`);
    for (const need of needsOfSource(volume)) {
      const keys = keysMissing(store, namespace, need);
      if (keys === undefined) return failed(`${WORD[need.kind]} "${need.name}" not found`);
      if (keys[0] !== undefined)
        return failed(
          need.kind === "secrets"
            ? `references non-existent secret key: ${keys[0]}`
            : `configmap references non-existent config key: ${keys[0]}`,
        );
    }
  }
  return undefined;
}
