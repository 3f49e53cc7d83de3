import { errorMessage } from "@daemonscope/kube/base/error-message";

/** The reason why the whole state could not be fetched. `said` is the message of the server or the browser. */
export type StateFetchProblem =
  | { readonly kind: "late"; readonly afterMs: number }
  | { readonly kind: "unreadable" }
  /** The response ended before it was complete. */
  | { readonly kind: "cut" }
  /** The server uses another wire schema, also after a reload of the page. */
  | { readonly kind: "otherSchema" }
  | { readonly kind: "said"; readonly text: string };

/** Thrown if the state arrived but cannot be read. */
export class StateParseError extends Error {}
/** Thrown if only a part of the state arrived. */
export class TruncatedStateError extends Error {}

/** Classifies a failed fetch. `timeoutMs`: the limit that the fetch exceeded. `isPart`: a part of the state is shown,
 *  and the rest did not arrive. */
export function fetchProblemOf(error: unknown, timeoutMs: number | undefined, isPart: boolean): StateFetchProblem {
  if (timeoutMs !== undefined) return { kind: "late", afterMs: timeoutMs };
  if (error instanceof StateParseError || error instanceof SyntaxError) return { kind: "unreadable" };
  // A broken connection is a TypeError with a browser message that users do not understand.
  if (error instanceof TruncatedStateError || (isPart && error instanceof TypeError)) return { kind: "cut" };
  return { kind: "said", text: errorMessage(error) };
}
