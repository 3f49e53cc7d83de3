/** Counts at a time, in milliseconds. */
interface CountsAt {
  readonly atMs: number;
  readonly counts: readonly number[];
}

export function exactSeconds(
  statuses: readonly CountsAt[],
  shown: readonly CountsAt[],
  fromMs: number,
  toMs: number,
): { readonly seconds: number; readonly exact: number; readonly recent: number; readonly oldestMs: number };
