/** Before the name of each stream of ours. */
export const STREAM_PREFIX = "daemonscope-";

/** Where the log of a cluster is, in an engine: its stream, the subjects of what is kept there, and those of what is told and not kept. Credentials for one cluster need these subjects and no others. */
export interface StreamSubjects {
  readonly stream: string;
  /** Of kept messages, by their kind. */
  readonly kept: { readonly block: string; readonly whole: string; readonly told: string; readonly claim: string };
  /** Each second, from who writes. */
  readonly beat: string;
  /** What the API server is asked through who writes. */
  readonly ask: string;
  /** Below it each asker has its answers. */
  readonly answer: string;
  /** Below it each writer hears more of what it answers. */
  readonly more: string;
  /** Below it the engine answers who writes. */
  readonly inbox: string;
}

export function subjectsOf(cluster: string): StreamSubjects {
  const of = (what: string) => `daemonscope.${cluster}.${what}`;
  return {
    stream: `${STREAM_PREFIX}${cluster}`,
    kept: { block: of("log.block"), whole: of("log.whole"), told: of("log.told"), claim: of("log.claim") },
    beat: of("beat"),
    ask: of("ask"),
    answer: of("answer"),
    more: of("more"),
    inbox: of("inbox"),
  };
}
