let last = { second: Number.NaN, text: "" };

/** A time as the API writes it: RFC 3339, whole seconds, UTC. Much happens within one second: it shares one text. */
export function timestamp(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (last.second !== second) last = { second, text: `${new Date(second * 1000).toISOString().slice(0, 19)}Z` };
  return last.text;
}
