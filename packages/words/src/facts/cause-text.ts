import type { CauseFact, CauseKind } from "@daemonscope/daemonset/records/cause-fact";
import { cutText } from "@daemonscope/kube/values/cut-text";
import type { model } from "../en/facts.ts";
import type { Translate } from "../translate.ts";

/** Kinds that are written in the API's own words: no words of ours say it better. */
type VerbatimKind = Exclude<CauseKind, keyof typeof model.cause>;
const VERBATIM: { readonly [Kind in VerbatimKind]: true } = {
  configError: true,
  startError: true,
  oomKilled: true,
  mountFailed: true,
  attachFailed: true,
  sandboxFailed: true,
  labelMismatch: true,
  portHeld: true,
  antiAffinity: true,
  untolerated: true,
  noRoom: true,
  notScheduled: true,
  outOf: true,
  sysctlForbidden: true,
  admissionError: true,
  nodeShutdown: true,
  evicted: true,
  unknown: true,
};
const isVerbatim = (kind: CauseKind): kind is VerbatimKind => kind in VERBATIM;

/** Returns an image without its registry and path: `fluentd:v9`. A digest is cut to its first 12 digits. */
export function shortImage(image: string): string {
  const name = image.slice(image.lastIndexOf("/") + 1);
  return name.replace(/@sha256:([0-9a-f]{12})[0-9a-f]*$/, "@$1");
}

/** The runtime's word for any end with another exit code than 0. It names neither the container nor what it did. */
const END_WITH_ERROR = "Error";

/** Reports whether a cause of a kind with words of ours has too little evidence for them. */
const isUnnamed = ({ kind, reason, subject = "", container = "" }: CauseFact): boolean =>
  (kind.startsWith("image") && subject === "") || (kind === "crash" && (reason !== END_WITH_ERROR || container === ""));

const isOfImage = ({ kind, subject }: CauseFact): boolean => kind.startsWith("image") && subject !== undefined;

/** Words of the API are shortened to this length for display. JSON has them in full. */
const MAX_SHOWN_LENGTH = 1024;

/** Shortens a text for display. */
export const shownText = (text: string): string => (text.length <= MAX_SHOWN_LENGTH ? text : `${cutText(text, MAX_SHOWN_LENGTH)}…`);

/** Formats a cause in one phrase: `image agent:2 cannot be pulled`, `Insufficient cpu`. Words of the
 *  kubelet and the scheduler stay unchanged. */
export function causeSentence(t: Translate, cause: CauseFact): string {
  const { kind, reason = "", subject = "", container = "", holder = "", holderIsDeleted } = cause;
  if (isVerbatim(kind) || isUnnamed(cause)) return shownText(reason);
  const name = shownText(isOfImage(cause) ? shortImage(subject) : subject);
  if (kind === "portEnding")
    return t(holderIsDeleted ? "model.cause.portEndingDeleted" : "model.cause.portEnding", { subject: name, holder });
  return t(`model.cause.${kind}`, { reason: shownText(reason), subject: name, container });
}

/** Formats a cause in a few words within a sentence: `ImagePullBackOff`, `node NotReady`. */
export function causePhrase(t: Translate, cause: CauseFact): string {
  const isShorter = cause.kind.startsWith("image") || cause.kind === "crash";
  return isShorter && cause.reason !== undefined ? shownText(cause.reason) : causeSentence(t, cause);
}

/** States of a pod or node. In a list or a cell they start with a capital letter, as in JSON and metrics. */
const STATES: ReadonlySet<CauseKind> = new Set([
  "crashedOnce",
  "noSuchNode",
  "awaitsScheduler",
  "nodeNotReady",
  "starting",
  "failing",
  "extraPods",
  "twoPods",
  "noPodYet",
  "noPod",
  "terminating",
  "terminatingOnNotReady",
  "kubeletSilent",
  "nodeGone",
  "nodeLeaving",
  "misscheduled",
]);

const standalone = (phrase: string, { kind }: CauseFact): string =>
  STATES.has(kind) ? `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}` : phrase;

/** Formats a cause in a few words for a list or a cell: `ImagePullBackOff`, `Node NotReady`. */
export const causeText = (t: Translate, cause: CauseFact): string => standalone(causePhrase(t, cause), cause);

/** Returns the word that identifies a cause in JSON, metrics and links: the API's own, otherwise ours in English. */
export function causeWord(english: Translate, cause: CauseFact): string {
  const isOurs = cause.kind === "crashedOnce" || cause.kind === "preempting";
  return isOurs || cause.reason === undefined ? standalone(causeSentence(english, cause), cause) : cause.reason;
}

function portsTakenText(t: Translate, hostPorts: readonly number[]): string {
  return hostPorts.length === 0
    ? t("model.concern.portTaken")
    : t("model.concern.portsTaken", { count: hostPorts.length, ports: hostPorts.join(t("model.listComma")) });
}

/** Formats a cause as `causePhrase` does, except the scheduler's long message about a taken host port: `host port 9100
 *  is taken`. `hostPorts`: those of the template; empty if unknown. */
export function causeOrPortPhrase(t: Translate, cause: CauseFact, hostPorts: readonly number[] = []): string {
  return cause.kind === "portHeld" ? portsTakenText(t, hostPorts) : causePhrase(t, cause);
}

/** Formats a cause as `causeOrPortPhrase` does, for a list or a cell. */
export const causeOrPortText = (t: Translate, cause: CauseFact, hostPorts: readonly number[] = []): string =>
  standalone(causeOrPortPhrase(t, cause, hostPorts), cause);

/** Formats a cause as a sentence, like `causeSentence`, with its host ports by number. */
export function causeOrPortSentence(t: Translate, cause: CauseFact, hostPorts: readonly number[] = []): string {
  return cause.kind === "portHeld" ? portsTakenText(t, hostPorts) : causeSentence(t, cause);
}
