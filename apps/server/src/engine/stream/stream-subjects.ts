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
  /** Prefix: each writer gets the credit messages for its answers below it. */
  readonly more: string;
  /** Prefix for the replies of the engine. */
  readonly inbox: string;
}

export function subjectsOf(cluster: string): StreamSubjects {
  const subject = (what: string) => `daemonscope.${cluster}.${what}`;
  return {
    stream: `${STREAM_PREFIX}${cluster}`,
    kept: { block: subject("log.block"), whole: subject("log.whole"), told: subject("log.told"), claim: subject("log.claim") },
    heartbeat: subject("beat"),
    ask: subject("ask"),
    answer: subject("answer"),
    more: subject("more"),
    inbox: subject("inbox"),
  };
}
