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

export function fetchProblemOf(error: unknown, late: number | undefined): FetchProblem {
  if (late !== undefined) return { kind: "late", afterMs: late };
  if (error instanceof UnreadableState || error instanceof SyntaxError) return { kind: "unreadable" };
  if (error instanceof CutState) return { kind: "cut" };
  return { kind: "said", text: error instanceof Error ? error.message : String(error) };
}
