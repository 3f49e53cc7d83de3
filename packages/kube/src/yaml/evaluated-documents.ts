import { isJsonObject } from "../values/json-value.ts";
import type { ManifestDocument } from "./manifest-text.ts";

/** A Deployment that was left out because the text also has DaemonSets. */
interface SkippedDeployment {
  readonly name: string;
  /** Undefined if the manifest names none. */
  readonly namespace: string | undefined;
  readonly replicas: number;
}

/** Documents of an install file that create no DaemonSet. */
export interface SkippedDocuments {
  readonly count: number;
  /** Kinds except Deployment, in order of arrival. */
  readonly kinds: readonly { readonly kind: string; readonly count: number }[];
  readonly deployments: readonly SkippedDeployment[];
}

/** The documents whose effect on DaemonSets can be previewed. */
interface EvaluatedDocuments {
  readonly documents: readonly ManifestDocument[];
  /** Undefined if nothing was left out. */
  readonly skipped: SkippedDocuments | undefined;
}

const kindOf = ({ object: { kind, apiVersion } }: ManifestDocument): string | undefined =>
  typeof kind === "string" && kind !== "" && typeof apiVersion === "string" && apiVersion !== "" ? kind : undefined;

function skippedDeployment({ object }: ManifestDocument): SkippedDeployment {
  const metadata = isJsonObject(object.metadata) ? object.metadata : {};
  const { replicas } = isJsonObject(object.spec) ? object.spec : { replicas: undefined };
  return {
    name: typeof metadata.name === "string" ? metadata.name : "",
    namespace: typeof metadata.namespace === "string" && metadata.namespace !== "" ? metadata.namespace : undefined,
    // The default of the API server.
    replicas: typeof replicas === "number" ? replicas : 1,
  };
}

/** Reports whether a preview evaluates a document of the file, or reports it as no manifest. */
export const hasEvaluatedDocument = (documents: readonly ManifestDocument[]): boolean =>
  documents.some((document) => [undefined, "DaemonSet", "Deployment"].includes(kindOf(document)));

/**
 * Selects the documents of one file that a preview evaluates. Next to a DaemonSet, a Deployment stays one and is left
 * out; without a DaemonSet, it is read as one. Documents of other kinds are left out. A document without kind or
 * version is kept, so that the caller reports it. If no document remains, all are kept for the same reason, unless
 * `mayBeEmpty`: another file has some.
 */
export function evaluatedDocuments(documents: readonly ManifestDocument[], mayBeEmpty = false): EvaluatedDocuments {
  const hasDaemonSet = documents.some((each) => kindOf(each) === "DaemonSet");
  const isKept = (document: ManifestDocument): boolean => {
    const kind = kindOf(document);
    return kind === undefined || kind === "DaemonSet" || (kind === "Deployment" && !hasDaemonSet);
  };
  const kept = documents.filter(isKept);
  if (kept.length === documents.length || (kept.length === 0 && !mayBeEmpty)) return { documents, skipped: undefined };
  const counts = new Map<string, number>();
  const deployments: SkippedDeployment[] = [];
  for (const document of documents) {
    if (isKept(document)) continue;
    const kind = kindOf(document) ?? "";
    if (kind === "Deployment") deployments.push(skippedDeployment(document));
    else counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const kinds = Array.from(counts, ([kind, count]) => ({ kind, count }));
  return { documents: kept, skipped: { count: documents.length - kept.length, kinds, deployments } };
}
