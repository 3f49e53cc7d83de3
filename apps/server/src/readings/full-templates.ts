import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { labelSelectorText } from "@daemonscope/kube/matching/label-selector";
import type { KubeControllerRevision, KubeDaemonSet } from "@daemonscope/kube/objects";
import { controllerOf } from "@daemonscope/kube/owner";
import { decodeControllerRevision } from "@daemonscope/kube-client/decode/decode-controller-revision";
import { decodeDaemonSet } from "@daemonscope/kube-client/decode/decode-daemon-set";
import type { TemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import { inNamespace, WATCHED } from "@daemonscope/kube-client/http/resources";
import type { OnDemandReads } from "../watch/on-demand-reads.ts";
import { overlayReading } from "./overlay-reading.ts";

/** The templates of a DaemonSet and its revisions from the API server, as JSON text. */
export interface FullTemplates {
  /** Undefined if the DaemonSet was changed since, or deleted. */
  readonly daemonSet: string | undefined;
  /** By uid; without revisions whose template is unreadable. */
  readonly revisions: ReadonlyMap<string, string>;
}

/** Far more than a DaemonSet keeps. */
const MAX_REVISIONS = 1000;

/**
 * Reads the templates that a log omits (L5), for a DaemonSet and its revisions from the log. `redact` redacts them.
 * Throws KubeRequestError.
 */
export async function readFullTemplates(
  reads: OnDemandReads,
  daemonSet: KubeDaemonSet,
  knownRevisions: readonly KubeControllerRevision[],
  redact: TemplateRedactor,
): Promise<FullTemplates> {
  const { namespace, name, uid, generation } = daemonSet.metadata;
  // The cache keys include generation and revisions, so that an older read does not answer for newer objects.
  const revisionUids = knownRevisions.map(({ metadata }) => metadata.uid).sort();
  const daemonSetQuery = {
    path: inNamespace(WATCHED.daemonsets, namespace).path,
    query: { fieldSelector: `metadata.name=${name}` },
    limit: 1,
  };
  const selector = labelSelectorText(daemonSet.spec.selector);
  const labelQuery = selector.startsWith("<") ? {} : { query: { labelSelector: selector } };
  const path = inNamespace(WATCHED.controllerrevisions, namespace).path;
  const [answer, all] = await Promise.all([
    reads.list(`whole of ${generation}`, daemonSetQuery, (object) => object),
    reads.list(`whole of ${revisionUids.join()}`, { path, ...labelQuery, limit: MAX_REVISIONS }, (object) => object),
  ]);
  const [current] = answer.objects.flatMap((object) => {
    const decoded = decodeDaemonSet(object, redact);
    return "object" in decoded ? decoded.object : [];
  });
  const revisions = new Map<string, string>();
  for (const object of all.objects) {
    const decoded = decodeControllerRevision(object, redact);
    if (!("object" in decoded)) continue;
    const { metadata, fullTemplate } = decoded.object;
    if (controllerOf(metadata)?.uid === uid && fullTemplate !== undefined) revisions.set(metadata.uid, fullTemplate);
  }
  const isSame = current?.metadata.uid === uid && current.metadata.generation === generation;
  return { daemonSet: isSame ? current.fullTemplate : undefined, revisions };
}

const withTemplate = <Of extends KubeDaemonSet | KubeControllerRevision>(object: Of, fullTemplate: string | undefined): Of =>
  fullTemplate === undefined ? object : { ...object, fullTemplate };

/** Returns a reading with the full templates of some DaemonSets; all other answers are unchanged. */
export function withFullTemplates(reading: ClusterReading, templates: ReadonlyMap<DaemonSetKey, FullTemplates>): ClusterReading {
  if (templates.size === 0) return reading;
  const revisionWithTemplate = (key: DaemonSetKey, revision: KubeControllerRevision) =>
    withTemplate(revision, templates.get(key)?.revisions.get(revision.metadata.uid));
  // By object: `currentRevisionOf` returns one of the objects of `revisionsOf`.
  const revisions = new Map(
    Array.from(
      templates.keys(),
      (key) => [key, new Map(reading.revisionsOf(key).map((each) => [each, revisionWithTemplate(key, each)]))] as const,
    ),
  );
  const overrides: Partial<ClusterReading> = {
    daemonSet(key) {
      const object = reading.daemonSet(key);
      return object === undefined ? undefined : withTemplate(object, templates.get(key)?.daemonSet);
    },
    revisionsOf: (key) => [...(revisions.get(key)?.values() ?? reading.revisionsOf(key))],
    currentRevisionOf(key) {
      const current = reading.currentRevisionOf(key);
      return current === undefined ? undefined : (revisions.get(key)?.get(current) ?? current);
    },
  };
  return overlayReading(overrides, reading);
}
