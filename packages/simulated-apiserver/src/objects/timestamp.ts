let last = { second: Number.NaN, text: "" };

/** Formats a time as the API does: RFC 3339, whole seconds, UTC. Calls within one second share one text. */
export function timestamp(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (last.second !== second) last = { second, text: `${new Date(second * 1000).toISOString().slice(0, 19)}Z` };
  return last.text;
}
