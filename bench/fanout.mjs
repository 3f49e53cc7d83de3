/** `npm run bench`, fan-out: 1,000 readers in a process of their own, against bare writes of the same bytes; and whether 100 who do not read are felt by the others. */
const READERS = 1000;
const STALLED = 100;

async function fanOutOnce(start, kind, readers, stalled) {
  const server = start("fanout-server", [kind]);
  const { port } = await server.nextLine();
  const clients = start("fanout-clients", [String(port), String(readers), String(stalled)]);
  await clients.nextLine();
  if (stalled > 0) {
    server.child.stdin.write(`stall ${stalled}\n`);
    await server.nextLine();
  }
  server.child.stdin.write("go\n");
  const sent = await server.nextLine();
  clients.child.stdin.write(`${JSON.stringify(sent.begun)}\n`);
  const heard = await clients.nextLine();
  const frames = Object.keys(sent.begun).length;
  return {
    cpuUsPerReaderAndFrame: sent.cpuUs / frames / (readers - stalled),
    p50: heard.p50,
    p99: heard.p99,
    missed: heard.missed,
    rssMb: sent.rssMb,
    waiting: sent.waiting,
    lateMs: sent.lateMs,
    bytesPerFrame: heard.bytes / frames / (readers - stalled),
  };
}

/** Alternating, so that whoever goes second profits from nothing. */
export async function measureFanOut({ start, spread, pairs }) {
  const runs = { bare: [], ours: [], stalled: [] };
  const once = {
    bare: () => fanOutOnce(start, "bare", READERS - STALLED, 0),
    ours: () => fanOutOnce(start, "ours", READERS - STALLED, 0),
    stalled: () => fanOutOnce(start, "ours", READERS, STALLED),
  };
  for (let pair = 0; pair < pairs; pair++) {
    const order = pair % 2 === 0 ? ["bare", "ours", "stalled"] : ["stalled", "ours", "bare"];
    for (const kind of order) runs[kind].push(await once[kind]());
  }
  const row = (list) => ({
    "CPU µs per reader and frame": spread(list.map((each) => each.cpuUsPerReaderAndFrame)),
    "p50 ms": spread(list.map((each) => each.p50)),
    "p99 ms": spread(list.map((each) => each.p99)),
    "frames missed": Math.max(...list.map((each) => each.missed)),
    "RSS MB": spread(
      list.map((each) => each.rssMb),
      0,
    ),
  });
  console.log(
    `\nFan-out: ${READERS - STALLED} readers of 33 frames a second, a process of their own; ${pairs} rounds in turn; median (least–most)`,
  );
  console.table({
    "bare writes of the same bytes": row(runs.bare),
    ours: row(runs.ours),
    [`ours, and ${STALLED} who do not read`]: row(runs.stalled),
  });
  const ratio = (a, b, of) =>
    spread(
      a.map((each, at) => of(each) / of(b[at])),
      2,
    );
  console.log(
    `ours ÷ bare, CPU: ${ratio(runs.ours, runs.bare, (each) => each.cpuUsPerReaderAndFrame)}; with stalled ÷ without, p99: ${ratio(runs.stalled, runs.ours, (each) => each.p99)}`,
  );
  return runs;
}
