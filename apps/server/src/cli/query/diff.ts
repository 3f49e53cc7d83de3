import { randomBytes } from "node:crypto";
import { compareDaemonSets } from "@daemonscope/daemonset/revisions/template/compare-daemon-sets";
import type { TemplateComparison } from "@daemonscope/daemonset/revisions/template/compare-templates";
import { splitKey } from "@daemonscope/kube/base/object-key";
import { DEFAULT_GATES } from "@daemonscope/kube/matching/toleration";
import type { JsonObject } from "@daemonscope/kube/values/json-value";
import { evaluatedDocuments } from "@daemonscope/kube/yaml/evaluated-documents";
import type { ManifestDocument } from "@daemonscope/kube/yaml/manifest-text";
import { type Json, objectField, textField } from "@daemonscope/kube-client/decode/fields";
import { createTemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { withRequestTimeout } from "@daemonscope/kube-client/http/request-timeout";
import { inNamespace, WATCHED } from "@daemonscope/kube-client/http/resources";
import { listObjects } from "@daemonscope/kube-client/read/list-objects";
import { answerHead } from "@daemonscope/words/answers/answer-kind";
import { skippedDocumentsText } from "@daemonscope/words/english/manifest-text";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { escapeControl } from "../../platform/text/escape-control.ts";
import { toClause } from "../../platform/text/to-clause.ts";
import { type OpenedCluster, openClusters } from "../open/open-clusters.ts";
import { notFoundError } from "../open/select-keys.ts";
import type { DiffConfig, ManifestSources } from "../options/query-options.ts";
import { formatListForMachine } from "../print/machine-format.ts";
import { terminalColors } from "../print/terminal-colors.ts";
import { EXIT_DIFFERENT, signalExitCode } from "../terminal/exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type ComparedSides, diffLines } from "./diff-lines.ts";
import type { SourcedManifest } from "./read-manifest-files.ts";

/** The default timeout of a response; --request-timeout overrides it. */
const REQUEST_TIMEOUT_MS = 15_000;
/** Above the number of DaemonSets, or of their revisions, in any namespace. */
const MAX_LISTED = 5000;
/** Annotations that do not belong to the user: a copy of the object, and a counter. */
const IGNORED_ANNOTATIONS: readonly string[] = [
  "kubectl.kubernetes.io/last-applied-configuration",
  "deprecated.daemonset.template.generation",
];

/** One side of a difference. */
interface Side {
  readonly name: string;
  readonly content: Json;
}

/** Two sides of one DaemonSet. */
interface Pair {
  readonly from: Side;
  readonly to: Side;
  /** `from` does not exist, and apply of the file `to` creates it. */
  readonly isNew?: boolean;
}

/** A DaemonSet as the API server returns it. */
interface StoredDaemonSet {
  readonly name: string;
  readonly uid: string;
  readonly object: Json;
}

/** Returns the compared part of a DaemonSet: labels, annotations, and the whole spec. */
function contentOf(object: Json): Json {
  const { labels, annotations } = objectField(object, "metadata");
  const own = Object.entries((annotations ?? {}) as Json).filter(([name]) => !IGNORED_ANNOTATIONS.includes(name));
  const metadata = { ...(labels === undefined ? {} : { labels }), ...(own.length === 0 ? {} : { annotations: Object.fromEntries(own) }) };
  return { metadata, spec: objectField(object, "spec") };
}

/** Lists objects of a namespace. Throws UsageError if the cluster does not answer. */
async function listed<T>(
  { name, plan, cluster }: OpenedCluster<DiffConfig>,
  source: "daemonsets" | "controllerrevisions",
  namespace: string,
  read: (object: Json) => T | undefined,
  terminal: Terminal,
): Promise<readonly T[]> {
  const transport = withRequestTimeout(cluster.transport, plan.cluster.requestTimeoutMs ?? REQUEST_TIMEOUT_MS);
  const { path } = inNamespace(WATCHED[source], namespace);
  try {
    return (await listObjects(transport, { path, limit: MAX_LISTED, signal: terminal.stop }, read)).objects;
  } catch (error) {
    if (error instanceof KubeRequestError)
      throw new UsageError(`${name === undefined ? "" : `${name}: `}${cluster.words}: ${error.message}.`);
    throw error;
  }
}

const daemonSetsIn = (opened: OpenedCluster<DiffConfig>, namespace: string, terminal: Terminal): Promise<readonly StoredDaemonSet[]> =>
  listed(
    opened,
    "daemonsets",
    namespace,
    (object) => {
      const metadata = objectField(object, "metadata");
      return { name: textField(metadata, "name") ?? "", uid: textField(metadata, "uid") ?? "", object };
    },
    terminal,
  );

/** Returns a DaemonSet of a cluster. Throws UsageError if it does not exist. */
async function storedDaemonSet(opened: OpenedCluster<DiffConfig>, daemonSet: string, terminal: Terminal): Promise<StoredDaemonSet> {
  const { name, plan, cluster } = opened;
  const namespace = plan.cluster.namespace ?? cluster.namespace;
  const all = await daemonSetsIn(opened, namespace, terminal);
  const found = all.find((each) => each.name === daemonSet);
  if (found !== undefined) return found;
  const where = ` in namespace "${namespace}"${name === undefined ? "" : ` of ${name}`}`;
  throw notFoundError(
    "DaemonSet",
    daemonSet,
    where,
    all.map((each) => each.name),
  );
}

/** Returns a pair for each cluster after the first. */
async function pairsOfClusters(
  [first, ...others]: readonly [OpenedCluster<DiffConfig>, ...OpenedCluster<DiffConfig>[]],
  daemonSet: string,
  terminal: Terminal,
): Promise<readonly Pair[]> {
  if (others.length === 0)
    throw new UsageError(`diff needs two clusters. Pass ${first.plan.several?.kind === "engine" ? "--cluster" : "--context"} twice`);
  const sideOf = async (opened: OpenedCluster<DiffConfig>): Promise<Side> => ({
    name: opened.name ?? "",
    content: contentOf((await storedDaemonSet(opened, daemonSet, terminal)).object),
  });
  const [from, ...sides] = await Promise.all([sideOf(first), ...others.map(sideOf)]);
  return sides.map((to) => ({ from, to }));
}

/** Returns a pair of two revisions, or of one and the current spec. A revision has only the pod template. */
async function pairOfRevisions(
  opened: OpenedCluster<DiffConfig>,
  { daemonSet, from, to }: Extract<DiffConfig["sides"], { kind: "revisions" }>,
  terminal: Terminal,
): Promise<Pair> {
  const { uid, object } = await storedDaemonSet(opened, daemonSet, terminal);
  const namespace = opened.plan.cluster.namespace ?? opened.cluster.namespace;
  const revisions = await listed(
    opened,
    "controllerrevisions",
    namespace,
    (each) => {
      const { ownerReferences } = objectField(each, "metadata");
      const isOwn = Array.isArray(ownerReferences) && ownerReferences.some((owner) => (owner as Json | null)?.uid === uid);
      return isOwn && typeof each.revision === "number"
        ? { revision: each.revision, template: objectField(objectField(objectField(each, "data"), "spec"), "template") }
        : undefined;
    },
    terminal,
  );
  const sideOf = (revision: number): Side => {
    const found = revisions.find((each) => each.revision === revision);
    if (found === undefined) {
      const kept = revisions.map((each) => each.revision).sort((a, b) => a - b);
      throw new UsageError(`DaemonSet "${daemonSet}" has no revision ${revision}: it has ${kept.length === 0 ? "none" : kept.join(", ")}`);
    }
    const { $patch: _directive, ...template } = found.template;
    return { name: `revision ${revision}`, content: { spec: { template } } };
  };
  const current: Side = { name: "current", content: { spec: { template: objectField(objectField(object, "spec"), "template") } } };
  return { from: sideOf(from), to: to === undefined ? current : sideOf(to) };
}

/** A DaemonSet of a file, and the label of the file. */
interface LabelledManifest {
  readonly document: ManifestDocument;
  readonly label: string;
}

/** Returns the DaemonSets of files, and warns about other documents. Undefined if the user interrupts. */
async function daemonSetsOfFiles(
  manifests: ManifestSources,
  namespace: string,
  terminal: Terminal,
): Promise<readonly LabelledManifest[] | undefined> {
  const { fileLabel } = await import("../../watch/manifests/read-text-source.ts");
  const { ManifestReader } = await import("./read-manifest-files.ts");
  const read = await new ManifestReader(terminal).all(manifests);
  return read?.flatMap(({ label, documents: found }) => {
    const { documents, skipped } = evaluatedDocuments(found, true);
    if (skipped !== undefined) terminal.warn(`Warning: ${escapeControl(skippedDocumentsText(label, skipped, namespace))}.`);
    return documents
      .filter(({ object }) => object.kind === "DaemonSet")
      .map((document: SourcedManifest) => ({ document, label: document.file === undefined ? label : fileLabel(document.file) }));
  });
}

/** Returns a pair for each DaemonSet of some files: before and after `kubectl apply`. Undefined if the user
 * interrupts. */
async function pairsOfFiles(
  opened: OpenedCluster<DiffConfig>,
  { manifests, daemonSet }: Extract<DiffConfig["sides"], { kind: "files" }>,
  terminal: Terminal,
): Promise<readonly Pair[] | undefined> {
  const { appliedContent } = await import("./applied-content.ts");
  const { manifestWarnings } = await import("./manifest-warnings.ts");
  const { checkedDaemonSet } = await import("../../watch/manifests/manifest-objects.ts");
  const defaultNamespace = opened.plan.cluster.namespace ?? opened.cluster.namespace;
  const found = await daemonSetsOfFiles(manifests, defaultNamespace, terminal);
  if (found === undefined) return undefined;
  const nameOf = (object: Json) => textField(objectField(object, "metadata"), "name") ?? "";
  const chosen = found.filter(({ document }) => daemonSet === undefined || nameOf(document.object) === daemonSet);
  if (chosen.length === 0)
    throw new UsageError(
      `${[...manifests.files, ...manifests.kustomizations].join(", ")} has no DaemonSet${daemonSet === undefined ? "" : ` "${daemonSet}"`}`,
    );
  return Promise.all(
    chosen.map(async ({ document, label }): Promise<Pair> => {
      const checked = checkedDaemonSet(document, defaultNamespace);
      const [namespace, name] = splitKey(checked.key);
      const stored = (await daemonSetsIn(opened, namespace, terminal)).find((each) => each.name === name);
      for (const warning of manifestWarnings("daemonsets", checked, DEFAULT_GATES, stored !== undefined))
        terminal.warn(`Warning: ${warning}`);
      const to = { name: label, content: contentOf(appliedContent(stored?.object, document.object)) };
      if (stored === undefined) return { from: { name: `${checked.key} (not in the cluster)`, content: {} }, to, isNew: true };
      return { from: { name: `${checked.key} in the cluster`, content: contentOf(stored.object) }, to };
    }),
  );
}

const isDifferent = ({ changes, reordered }: TemplateComparison): boolean => changes.length > 0 || reordered.length > 0;

/** Returns the pairs to compare; undefined if the user interrupts. */
async function pairsOf(
  opened: readonly [OpenedCluster<DiffConfig>, ...OpenedCluster<DiffConfig>[]],
  { sides }: DiffConfig,
  terminal: Terminal,
): Promise<readonly Pair[] | undefined> {
  if (sides.kind === "clusters") return pairsOfClusters(opened, sides.daemonSet, terminal);
  if (sides.kind === "revisions") return [await pairOfRevisions(opened[0], sides, terminal)];
  return pairsOfFiles(opened[0], sides, terminal);
}

/**
 * `daemonscope diff`: compares DaemonSets of clusters with the first one, two revisions, or a cluster with a file, in
 * words and as YAML. Returns the exit code, as `diff` does: 0 without a difference, 1 with one.
 */
export async function diff(config: DiffConfig, terminal: Terminal): Promise<number> {
  const { opened, unusable, notes } = await openClusters(config, "refused", terminal);
  try {
    for (const note of notes) terminal.warn(`Warning: ${toClause(note)}`);
    const [broken] = unusable;
    if (broken !== undefined) throw new UsageError(broken.problem);
    const pairs = await pairsOf(opened, config, terminal);
    if (pairs === undefined) return signalExitCode(terminal.stop);
    const redact = createTemplateRedactor({ key: randomBytes(32), showValues: config.showEnvValues, isComparedAcross: true });
    const shown = ({ content }: Side) => JSON.parse(redact(content, "")) as JsonObject;
    const compared = pairs.map(
      ({ from, to, isNew = false }): ComparedSides => ({
        from: from.name,
        to: to.name,
        difference: compareDaemonSets(shown(from), shown(to)),
        isNew,
      }),
    );
    if (config.format === "json" || config.format === "yaml") {
      const entries = compared.map(({ difference: { changes, more, reordered, diff: lines }, isNew, ...names }) => ({
        ...answerHead("TemplateDiff"),
        ...names,
        ...(isNew ? { isNew } : {}),
        changes,
        more,
        reordered,
        diff: lines,
      }));
      for (const text of formatListForMachine(config.format, entries)) terminal.write(text);
    } else {
      const colors = terminalColors(terminal.isTerminal, terminal.environment);
      for (const each of compared) for (const line of diffLines(each, colors)) terminal.print(line);
    }
    return compared.some(({ difference, isNew }) => isNew || isDifferent(difference)) ? EXIT_DIFFERENT : 0;
  } finally {
    await Promise.all(opened.map(({ cluster }) => cluster.close()));
  }
}
