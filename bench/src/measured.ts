/** Tells the source to send, waits for all events, and prints CPU time per event and memory. `tick` runs every 50 ms meanwhile. */
export async function measured(url: string, events: number, seen: () => number, tick: () => void): Promise<void> {
  // The watch must be open before the source sends: it keeps no history.
  await new Promise((done) => setTimeout(done, 700));
  const before = process.cpuUsage();
  await fetch(`${url}/go`);
  const deadline = Date.now() + 120_000;
  while (seen() < events && Date.now() < deadline) {
    await new Promise((done) => setTimeout(done, 50));
    tick();
  }
  const used = process.cpuUsage(before);
  const rssMb = Math.round(process.memoryUsage().rss / 1_048_576);
  process.stdout.write(
    `${JSON.stringify({ events: seen(), cpuUsPerEvent: (used.user + used.system) / Math.max(1, seen()), systemUsPerEvent: used.system / Math.max(1, seen()), rssMb })}\n`,
  );
  process.exit(0);
}
