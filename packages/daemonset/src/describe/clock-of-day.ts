/** `HH:MM:SS`, as a clock in UTC shows it. */
export function clockOfDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(11, 19);
}
