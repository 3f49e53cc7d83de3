/** A namespace of constants instead of an object: a script of the page has only the paths that it uses. */
export * as PATHS from "./path-names.ts";

/**
 * Query of the first keyframe of a page: any seq of this epoch, so that clients can share one. The page and the preload
 * in its head must use exactly this query.
 */
export const RECENT_KEYFRAME = { atLeast: "0" } as const;

/** In every response: the epoch of the log that answered. In a request: the epoch of the log that the client has. */
export const LOG_HEADER = "daemonscope-log";

/** The body of every error response. `message` is one sentence: the subject, the cause, the next step. */
export interface ApiError {
  readonly code: string;
  readonly message: string;
  /** Existing names similar to the requested one. */
  readonly nearest?: readonly string[];
  /** Values in the message, for translations. */
  readonly params?: Readonly<Record<string, string | number>>;
}
