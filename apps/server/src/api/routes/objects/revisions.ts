import { randomBytes } from "node:crypto";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import type { RevisionNodes } from "@daemonscope/daemonset/revisions/nodes-by-revision";
import { hashOfRevision, newestRevisionFirst, revisionBefore } from "@daemonscope/daemonset/revisions/revisions-of";
import { changeCauseOf, rolloutHistoryText } from "@daemonscope/daemonset/revisions/rollout-history";
import { compareTemplates } from "@daemonscope/daemonset/revisions/template/compare-templates";
import { nearestNames } from "@daemonscope/kube/base/nearest";
import type { KubeControllerRevision, KubeDaemonSet } from "@daemonscope/kube/objects";
import type { JsonValue } from "@daemonscope/kube/values/json-value";
import { timeMs } from "@daemonscope/kube/values/time";
import { createTemplateRedactor, type TemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import { WATCHED } from "@daemonscope/kube-client/http/resources";
import type { ComparedTemplate, RevisionEntry, RevisionsAnswer } from "@daemonscope/shared/http/answers";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import { ApiFailure } from "../../../platform/failure/api-failure.ts";
import { suggestionSuffix } from "../../../platform/failure/suggestion-suffix.ts";
import { readFullTemplates, withFullTemplates } from "../../../readings/full-templates.ts";
import { readFailure } from "../../../readings/on-demand/read-failure.ts";
import type { ServedReading } from "../../../readings/served-reading.ts";
import type { OnDemandReads } from "../../../watch/on-demand-reads.ts";
import type { RouteContext } from "../../context.ts";
import { readParameters, requireDaemonSetKey, requireSourceRead } from "../../lookup.ts";
import { sendJson } from "../../send-json.ts";

const NO_NODES: RevisionNodes = { count: 0, names: [] };

/** One side of the comparison. Its template is undefined if it cannot be read. */
interface Side {
  readonly compared: ComparedTemplate;
  readonly name: string;
  /** As JSON text. */
  readonly template: string | undefined;
}

function revisionSide(revision: KubeControllerRevision): Side {
  return {
    compared: { kind: "revision", revision: revision.revision, hash: hashOfRevision(revision) },
    name: `revision ${revision.revision}`,
    template: revision.fullTemplate,
  };
}

/** Returns the revision with this hash, or throws a 404 with similar ones. */
function revisionOf(revisions: readonly KubeControllerRevision[], key: DaemonSetKey, hash: string): KubeControllerRevision {
  const found = revisions.find((revision) => hashOfRevision(revision) === hash);
  if (found !== undefined) return found;
  const nearest = nearestNames(hash, revisions.map(hashOfRevision));
  const all =
    revisions.length === 0
      ? " None is kept."
      : nearest.length > 0
        ? suggestionSuffix(nearest)
        : ` There are ${revisions.map(hashOfRevision).join(", ")}.`;
  throw new ApiFailure(404, "RevisionNotFound", `DaemonSet ${key} has no revision with the hash ${hash}.${all}`, nearest);
}

interface RevisionQuestion {
  readonly key: DaemonSetKey;
  readonly object: KubeDaemonSet;
  readonly current: KubeControllerRevision | undefined;
  /** The template of the DaemonSet is not that of the current revision: the controller has not recorded it yet. */
  readonly isLiveUnrecorded: boolean;
  /** Hashes of revisions, as `to`. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** The difference between two revisions, or the reason why it is unknown. */
type Comparison = Pick<RevisionsAnswer, "difference" | "noDifferenceReason">;

const noDifference = (noDifferenceReason: string): Comparison => ({ difference: undefined, noDifferenceReason });

/** The log contains no templates (L5). */
const NO_PAST_TEMPLATES = "The history has no whole templates: compare the current revisions.";

/** Returns the two sides of the comparison. A missing `to` means the current revision, and a missing `from` the one
 *  before `to`. Without both, an unrecorded live template is compared with the current revision. */
function sidesOf(revisions: readonly KubeControllerRevision[], question: RevisionQuestion): readonly [Side | undefined, Side | undefined] {
  const { key, current, object } = question;
  const isDefault = question.from === undefined && question.to === undefined;
  if (isDefault && question.isLiveUnrecorded)
    return [
      current === undefined ? undefined : revisionSide(current),
      { compared: { kind: "live" }, name: "the live template", template: object.fullTemplate },
    ];
  const to = question.to === undefined ? current : revisionOf(revisions, key, question.to);
  // After a rollback the current revision has a lower number than its predecessor until the controller raises it.
  const before = to === undefined ? undefined : isDefault ? revisions.find((each) => each !== to) : revisionBefore(revisions, to);
  const from = question.from === undefined ? before : revisionOf(revisions, key, question.from);
  return [from === undefined ? undefined : revisionSide(from), to === undefined ? undefined : revisionSide(to)];
}

/** The decoder of this program wrote the text, so it is valid JSON. */
const parseTemplate = (template: string): JsonValue => JSON.parse(template) as JsonValue;

function differenceOf([from, to]: readonly [Side | undefined, Side | undefined]): Comparison {
  if (to === undefined) return noDifference("No revision is kept.");
  if (from === undefined) return noDifference(`Nothing older than ${to.name} is kept.`);
  if (from.template === undefined || to.template === undefined)
    return noDifference(`The data of ${(from.template === undefined ? from : to).name} hold no pod template that can be read.`);
  return {
    difference: { from: from.compared, to: to.compared, ...compareTemplates(parseTemplate(from.template), parseTemplate(to.template)) },
    noDifferenceReason: undefined,
  };
}

/** Returns the reading with the templates of a DaemonSet, or the reason why they are missing. If the server follows
 *  another process's log, which has no templates, they are read with the caller's rights. */
async function wholeReading(
  { reading, keepTemplate }: ServedReading,
  object: KubeDaemonSet,
  reads: OnDemandReads,
  redact: TemplateRedactor,
): Promise<ClusterReading | string> {
  const { namespace, name } = object.metadata;
  const key = `${namespace}/${name}`;
  try {
    const templates = await readFullTemplates(reads, object, reading.revisionsOf(key), keepTemplate ?? redact);
    if (templates.daemonSet === undefined) return "The DaemonSet has changed at this moment: ask again.";
    return withFullTemplates(reading, new Map([[key, templates]]));
  } catch (error) {
    const { message } = readFailure(error, { verb: "list", resource: WATCHED.controllerrevisions.qualified, namespace });
    return `Whole templates are no part of the log that this server follows, and the API server gave none. ${message}`;
  }
}

/** Compares the present revisions. Missing templates are read through `reads`. */
async function differenceNow(
  served: ServedReading,
  question: RevisionQuestion,
  reads: OnDemandReads,
  redact: TemplateRedactor,
): Promise<Comparison> {
  const { key, object } = question;
  const sides = sidesOf(newestRevisionFirst(served.reading.revisionsOf(key)), question);
  if (object.fullTemplate !== undefined || sides.includes(undefined)) return differenceOf(sides);
  const whole = await wholeReading(served, object, reads, redact);
  if (typeof whole === "string") return noDifference(whole);
  const refreshed = { ...question, object: whole.daemonSet(key) ?? object, current: whole.currentRevisionOf(key) };
  return differenceOf(sidesOf(newestRevisionFirst(whole.revisionsOf(key)), refreshed));
}

function entryOf(
  revision: KubeControllerRevision,
  isCurrent: boolean,
  nodes: ReadonlyMap<string, RevisionNodes>,
  images: readonly string[],
): RevisionEntry {
  const hash = hashOfRevision(revision);
  return {
    revision: revision.revision,
    hash,
    name: revision.metadata.name,
    createdAtMs: timeMs(revision.metadata.creationTimestamp),
    changeCause: changeCauseOf(revision),
    images,
    current: isCurrent,
    nodes: nodes.get(hash) ?? NO_NODES,
  };
}

function answerOf(reading: ClusterReading, question: RevisionQuestion, comparison: Comparison, showsValues: boolean): RevisionsAnswer {
  const { key, object, current } = question;
  const revisions = newestRevisionFirst(reading.revisionsOf(key));
  const nodes = reading.nodesByRevision(key);
  const known = new Set(revisions.map(hashOfRevision));
  return {
    at: reading.nowMs,
    namespace: object.metadata.namespace,
    daemonSet: object.metadata.name,
    revisions: revisions.map((revision) => {
      const images = reading.containersOf(key, hashOfRevision(revision))?.map(({ image }) => image) ?? [];
      return entryOf(revision, !question.isLiveUnrecorded && revision === current, nodes, images);
    }),
    unknown: [...nodes].filter(([hash]) => !known.has(hash)).map(([hash, group]) => ({ hash, nodes: group })),
    isLiveUnrecorded: question.isLiveUnrecorded,
    history: rolloutHistoryText(object, revisions),
    ...comparison,
    showsValues,
  };
}

/** GET /api/revisions: the revisions, the nodes of each, and the difference between two of them.
 *  O(nodes + size of the two templates). */
export function revisionsRoute(app: FastifyInstance, { readingOf, liveReadingOf, showsValues }: RouteContext): void {
  const redact = createTemplateRedactor({ key: randomBytes(32), showValues: showsValues });
  app.get(PATHS.revisions, async (request, reply) => {
    const names = readParameters(request.query, { namespace: "namespace", daemonSet: "name" }, { from: "name", to: "name" });
    const served = readingOf(request);
    const { reading } = served;
    const key = requireDaemonSetKey(served, names.namespace, names.daemonSet);
    const object = reading.daemonSet(key);
    if (object === undefined) throw new ApiFailure(404, "DaemonSetNotFound", `DaemonSet ${key} has just gone.`);
    requireSourceRead(served, "controllerrevisions", `the revisions of DaemonSet ${key}`);
    const current = reading.currentRevisionOf(key);
    const question: RevisionQuestion = {
      key,
      object,
      current,
      isLiveUnrecorded: current?.templateHash !== object.templateHash,
      from: names.from,
      to: names.to,
    };
    const comparison =
      served.momentMs === undefined
        ? await differenceNow(served, question, liveReadingOf(request).reads, redact)
        : noDifference(NO_PAST_TEMPLATES);
    return sendJson(request, reply, answerOf(reading, question, comparison, showsValues));
  });
}
