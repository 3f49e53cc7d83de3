/** Why the whole state could not be fetched; `said` is the server's, or the browser's, own sentence. */
export type FetchProblem =
  | { readonly kind: "late"; readonly afterMs: number }
  | { readonly kind: "unreadable" }
  /** It ended before all of it was there. */
  | { readonly kind: "cut" }
  /** The server speaks another version of the wire, also after the page was loaded again. */
  | { readonly kind: "otherSchema" }
  | { readonly kind: "said"; readonly text: string };

/** Thrown where the state came and cannot be read. */
export class UnreadableState extends Error {}
/** Thrown where only a part of the state came. */
export class CutState extends Error {}

/** `isPart`: a part of a state is shown, and its rest did not come. */
export function fetchProblemOf(error: unknown, late: number | undefined, isPart: boolean): FetchProblem {
  if (late !== undefined) return { kind: "late", afterMs: late };
  if (error instanceof UnreadableState || error instanceof SyntaxError) return { kind: "unreadable" };
  // A connection that breaks is a TypeError, with words of the browser that no reader of the page knows.
  if (error instanceof CutState || (isPart && error instanceof TypeError)) return { kind: "cut" };
  return { kind: "said", text: error instanceof Error ? error.message : String(error) };
}
