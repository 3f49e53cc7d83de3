import type { KubeDaemonSet, KubeNode } from "@daemonscope/kube/objects";
import { decodeDaemonSet } from "../cluster/decode/decode-daemon-set.ts";
import { decodeNode } from "../cluster/decode/decode-node.ts";
import { isJson, type Json, objectField, textField } from "../cluster/decode/fields.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { plainTexts } from "./plain-texts.ts";
import type { FoundObject } from "./read-documents.ts";

/** An object of a file: decoded for the rules, raw for the rules of the API server, and what was wrong with its types. */
export interface ManifestObject<T> {
  readonly object: T;
  readonly raw: Json;
  readonly where: string;
  readonly problems: readonly string[];
}

/** What a manifest lacks and a stored object has. */
function stored(raw: Json, namespace: string | undefined, at: number): Json {
  const metadata = objectField(raw, "metadata");
  const own = textField(metadata, "namespace") ?? "";
  return {
    ...raw,
    metadata: {
      ...metadata,
      uid: `manifest-${at}`,
      resourceVersion: "0",
      ...(namespace === undefined ? {} : { namespace: own === "" ? namespace : own }),
    },
  };
}

const kindOf = ({ object }: FoundObject): string => (typeof object.kind === "string" ? object.kind : "");
const nameOf = ({ object }: FoundObject): string => textField(objectField(object, "metadata"), "name") ?? "";

/** Of kinds with a pod template, which become a DaemonSet by a change of words. */
const CONVERTIBLE: Readonly<Record<string, string>> = {
  Deployment: "spec.replicas and spec.strategy",
  ReplicaSet: "spec.replicas",
  StatefulSet: "spec.replicas, spec.serviceName, spec.updateStrategy and spec.volumeClaimTemplates",
};

function noneOf(wanted: "Node" | "DaemonSet", file: string, found: readonly FoundObject[]): UsageError {
  const [first] = found;
  if (first === undefined) return new UsageError(`${file} is empty: it must hold a ${wanted}.`);
  const kind = kindOf(first);
  if (kind === "") return new UsageError(`${first.where} is no Kubernetes object: it has no kind.`);
  const drop = CONVERTIBLE[kind];
  const called = `${kind}${nameOf(first) === "" ? "" : ` "${nameOf(first).slice(0, 100)}"`}`;
  if (wanted === "DaemonSet" && drop !== undefined)
    return new UsageError(
      `${first.where} is a ${called}, no DaemonSet; it can be converted: change its kind to DaemonSet and drop ${drop}.`,
    );
  return new UsageError(`${first.where} is a ${called}, and ${file} holds no ${wanted}.`);
}

function objectsOf<T>(
  kind: "Node" | "DaemonSet",
  file: string,
  found: readonly FoundObject[],
  decode: (raw: Json, at: number) => T,
): readonly ManifestObject<T>[] {
  const chosen = found.filter((each) => kindOf(each) === kind);
  if (chosen.length === 0) throw noneOf(kind, file, found);
  return chosen.map((each, at) => {
    if (nameOf(each) === "") throw new UsageError(`${each.where} is a ${kind} without metadata.name: give it one.`);
    const { object: raw, problems } = plainTexts(each.object);
    return { object: decode(raw, at), raw, where: each.where, problems };
  });
}

function decoded<T>(result: { readonly object: T } | { readonly problem: string }): T {
  if ("problem" in result) throw new UsageError(`${result.problem}.`);
  return result.object;
}

/** The Nodes of a file, in its order. Throws UsageError when there is none. */
export function manifestNodes(file: string, found: readonly FoundObject[]): readonly ManifestObject<KubeNode>[] {
  return objectsOf("Node", file, found, (raw, at) => decoded(decodeNode(stored(raw, undefined, at))));
}

/** The DaemonSets of a file, in its order; those without a namespace are of the one given. Throws UsageError when there is none. */
export function manifestDaemonSets(
  file: string,
  found: readonly FoundObject[],
  namespace: string,
): readonly ManifestObject<KubeDaemonSet>[] {
  return objectsOf("DaemonSet", file, found, (raw, at) => {
    const withSpec = isJson(raw.spec) ? raw : { ...raw, spec: {} };
    return decoded(decodeDaemonSet(stored(withSpec, namespace, at)));
  });
}
