/** A time as the API writes it: RFC 3339, whole seconds, UTC. */
export function timestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
