const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/;
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Returns a duration like `5s`, `300ms` or `2m` in milliseconds, or undefined for other texts. */
export function durationMs(text: string | undefined): number | undefined {
  const parts = text === undefined ? null : DURATION.exec(text);
  return parts ? Number(parts[1]) * (UNIT_MS[parts[2] ?? ""] ?? 0) : undefined;
}
