/** The prefix of the stream names. */
export const STREAM_PREFIX = "daemonscope-";

/**
 * The names of a cluster's log in an engine: its stream, the subjects of stored messages, and those of messages that
 * are not stored. Credentials for one cluster need these subjects and no others.
 */
export interface StreamSubjects {
  readonly stream: string;
  /** Subjects of stored messages, by kind. */
  readonly kept: { readonly block: string; readonly whole: string; readonly told: string; readonly claim: string };
  /** Heartbeats of the writer. */
  readonly heartbeat: string;
  /** Requests to the API server through the writer. */
  readonly ask: string;
  /** Prefix: each requester gets its replies below it. */
  readonly answer: string;
  /** Prefix: each writer gets further parts of its requests below it. */
  readonly more: string;
  /** Prefix: the engine replies to the writer below it. */
  readonly inbox: string;
}

export function subjectsOf(cluster: string): StreamSubjects {
  const of = (what: string) => `daemonscope.${cluster}.${what}`;
  return {
    stream: `${STREAM_PREFIX}${cluster}`,
    kept: { block: of("log.block"), whole: of("log.whole"), told: of("log.told"), claim: of("log.claim") },
    heartbeat: of("beat"),
    ask: of("ask"),
    answer: of("answer"),
    more: of("more"),
    inbox: of("inbox"),
  };
}
