import { cpuUsSince, printLast, rssMb } from "./program.ts";

/**
 * Starts the source, waits for all events, and prints CPU time per event and memory. Also prints the second half of the
 * events alone, when the code is compiled. `tick` runs every 50 ms meanwhile.
 */
export async function measured(url: string, events: number, seen: () => number, tick: () => void): Promise<void> {
  // The watch must be open before the source sends, because the source keeps no history.
  await new Promise((done) => setTimeout(done, 700));
  // The first request loads the HTTP client, which is not measured.
  await fetch(`${url}/livez`);
  const before = process.cpuUsage();
  await fetch(`${url}/go`);
  const deadline = Date.now() + 120_000;
  let half: { readonly events: number; readonly cpuUs: number } | undefined;
  while (seen() < events && Date.now() < deadline) {
    await new Promise((done) => setTimeout(done, 50));
    if (half === undefined && seen() >= events / 2) half = { events: seen(), cpuUs: cpuUsSince(before) };
    tick();
  }
  const cpuUs = cpuUsSince(before);
  const systemUs = process.cpuUsage(before).system;
  const count = Math.max(1, seen());
  const steady = half === undefined ? 0 : (cpuUs - half.cpuUs) / Math.max(1, count - half.events);
  printLast({
    events: seen(),
    cpuUsPerEvent: cpuUs / count,
    steadyUsPerEvent: steady,
    systemUsPerEvent: systemUs / count,
    rssMb: rssMb(),
  });
}
