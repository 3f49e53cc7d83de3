// Writes the page of all causes (docs/causes.md) from the table of causes and its words, in one language.
import type { Actor, CauseRow, EvidenceSource, OwnedBy, RemedyKind } from "../../packages/daemonset/src/causes/cause-row.ts";
import { CAUSES } from "../../packages/daemonset/src/causes/causes.ts";
import type { CauseKind } from "../../packages/daemonset/src/records/cause-fact.ts";

type Texts = Readonly<Record<string, string>>;

/** The words of one language. The Chinese ones have the same keys. */
export interface CausePageWords {
  readonly docs: Texts & {
    readonly sources: Readonly<Record<EvidenceSource, string>>;
    readonly actions: Readonly<Record<RemedyKind, string>>;
    readonly groups: Readonly<Record<string, { readonly title: string; readonly kinds: Texts }>>;
  };
  /** `model.cause`: a kind in a few words. Some kinds are written in the API's own words. */
  readonly sentences: Texts;
  /** `laterModel.help`. */
  readonly help: Texts;
  /** `laterModel.endsBy`. */
  readonly endsBy: Readonly<Record<Actor, string>>;
  /** `laterModel.owned`. */
  readonly owned: Readonly<Record<OwnedBy, string>>;
}

/** Words of the API, for kinds that have no words of ours. They are the same in each language. */
const API_WORDS: Readonly<Record<string, readonly string[]>> = {
  configError: ["CreateContainerConfigError", "CreateContainerError"],
  startError: ["RunContainerError", "StartError"],
  oomKilled: ["OOMKilled"],
  crash: ["Error", "CrashLoopBackOff"],
  mountFailed: ["FailedMount"],
  attachFailed: ["FailedAttachVolume"],
  sandboxFailed: ["FailedCreatePodSandBox"],
  labelMismatch: ["node(s) didn't match Pod's node affinity/selector"],
  portHeld: ["node(s) didn't have free ports for the requested pod ports"],
  antiAffinity: ["node(s) didn't match pod anti-affinity rules"],
  untolerated: ["node(s) had untolerated taint"],
  noRoom: ["Insufficient cpu", "Insufficient memory", "Too many pods"],
  notScheduled: ["FailedScheduling"],
  outOf: ["OutOfcpu", "OutOfmemory", "OutOfpods"],
  sysctlForbidden: ["SysctlForbidden"],
  admissionError: ["UnexpectedAdmissionError"],
  nodeShutdown: ["NodeShutdown", "Terminated"],
  evicted: ["Evicted"],
};

const code = (text: string): string => `\`${text}\``;
const PLACEHOLDER = /\{\{(\w+)(?:, number)?\}\}/g;
/** Writes a placeholder as a word in capitals: `quota NAME`. */
const withNames = (text: string): string => text.replaceAll(PLACEHOLDER, (_, name: string) => (name === "reason" ? "REASON" : "NAME"));

function symptom(kind: string, { sentences, docs }: CausePageWords): string {
  const sentence = sentences[kind];
  if (sentence !== undefined) return withNames(sentence);
  return (API_WORDS[kind] ?? []).map(code).join(docs.list) || (docs.verbatim ?? "");
}

/** Returns the API's reasons of one source. A pattern of reasons is written with an ellipsis: `OutOf…`. */
function reasonsFrom({ matches }: CauseRow, source: EvidenceSource): readonly string[] {
  const reasons = matches
    .filter(({ from }) => from === source)
    .flatMap(({ reason = [] }) => (reason instanceof RegExp ? [`${reason.source.replace("^", "")}…`] : reason));
  return [...new Set(reasons)];
}

function evidence(row: CauseRow, { docs }: CausePageWords): string {
  const sources = [...new Set(row.matches.map(({ from }) => from))];
  if (sources.length === 0) return docs.derivedFrom ?? "";
  return sources
    .map((source) => {
      const reasons = reasonsFrom(row, source).map(code);
      return reasons.length === 0 ? docs.sources[source] : `${docs.sources[source]}${docs.colon}${reasons.join(docs.list)}`;
    })
    .join(docs.semicolon);
}

function helps(kind: string, { helps: actions, byRevision }: CauseRow, { docs, help }: CausePageWords): string {
  const names = actions.map((action) => docs.actions[action]).join(docs.list);
  const offered = actions.length === 0 ? [] : [(docs.actionsOffered ?? "").replace("{{actions}}", names)];
  const undo = byRevision === "no" ? [docs.noUndo ?? ""] : byRevision === "compare" ? [docs.undoUnlessElsewhere ?? ""] : [];
  return [withNames(help[kind] ?? ""), ...offered, ...undo].join(docs.sentenceSpace);
}

function entry(kind: CauseKind, meaning: string, words: CausePageWords): string {
  const row = CAUSES[kind];
  const { docs, endsBy, owned } = words;
  const line = (label: string | undefined, text: string) => `- **${label}**${docs.colon}${text}`;
  return [
    `### ${kind}`,
    "",
    line(docs.symptom, symptom(kind, words)),
    line(docs.meaning, meaning),
    line(docs.foundIn, evidence(row, words)),
    line(docs.endsBy, endsBy[row.endsBy].replace("{{owned}}", owned[row.owner ?? "cluster"])),
    line(docs.helps, helps(kind, row, words)),
    ...(row.harms.length === 0 ? [] : [line(docs.worse, row.harms.map((action) => docs.actions[action]).join(docs.list))]),
  ].join("\n");
}

/** Returns the page as Markdown. The heading of an entry is its kind, so that its anchor is the kind in lower case. */
export function causesPage(words: CausePageWords): string {
  const { title, intro, generated, groups } = words.docs;
  const sections = Object.values(groups).map((group) => {
    const entries = Object.entries(group.kinds).map(([kind, meaning]) => entry(kind as CauseKind, meaning, words));
    return [`## ${group.title}`, ...entries].join("\n\n");
  });
  return `${[`# ${title}`, intro, generated, ...sections].join("\n\n")}\n`;
}
