// The simulator's own speed: a start, a rollout, memory and watches, each with a baseline of the same run.

async function watchOnce(start, kind, watchers, rate, seconds) {
  const source = start("watch-source", [kind, String(rate), String(seconds)]);
  const { port, resourceVersion } = await source.nextLine();
  const readers = start("watch-readers", [String(port), String(resourceVersion), String(watchers), String(rate * seconds)]);
  await readers.nextLine();
  source.child.stdin.write("go\n");
  if (watchers > 0) await readers.nextLine();
  else await new Promise((done) => setTimeout(done, seconds * 1000 + 500));
  source.child.stdin.write("done\n");
  const result = await source.nextLine();
  readers.child.kill();
  return result;
}

/** 100,000 nodes × 12 DaemonSets; takes minutes of CPU, so only on request. */
async function measureLarge(start) {
  const large = await start("simulator-start", ["big-cluster", "100000"], ["--max-old-space-size=3600"]).nextLine();
  console.log("\n100,000 nodes × 12 DaemonSets, with a heap of at most 3,600 MB");
  console.table({
    "1,200,000 pods": {
      "CPU s": Math.round(large.startS),
      "heap MB": large.liveMb,
      "RSS MB": large.maxRssMb,
      done: large.pods === 1_200_000,
    },
  });
  return large;
}

/** Measures, prints and returns the figures. */
export async function measureSimulator({ start, spread, pairs }) {
  const up = [];
  const rollout = [];
  for (let round = 0; round < pairs; round++) {
    up.push(await start("simulator-start", ["big-cluster", "5000"]).nextLine());
    rollout.push(await start("simulator-start", ["image-update", "3000", "120"]).nextLine());
  }
  const spreadOf = (results, read, digits) => spread(results.map(read), digits);
  console.log(`\nThe simulator, ${pairs} rounds; median (least–most)`);
  console.table({
    "up: 5,000 nodes × 12 DaemonSets": {
      "CPU s": spreadOf(up, (r) => r.startS),
      writes: up[0].writesOfStart,
      "÷ as many pods to JSON and back": spreadOf(up, (r) => r.startS / r.startJsonS, 2),
      "heap MB": spreadOf(up, (r) => r.liveMb, 0),
      "RSS MB": spreadOf(up, (r) => r.maxRssMb, 0),
      done: up.every((r) => r.pods === 60_000),
    },
    "image-update on 3,000 nodes, two hours": {
      "CPU s": spreadOf(rollout, (r) => r.runS),
      writes: rollout[0].writesOfRun,
      "÷ as many pods to JSON and back": spreadOf(rollout, (r) => r.runS / r.runJsonS, 2),
      "heap MB": spreadOf(rollout, (r) => r.liveMb, 0),
      "RSS MB": spreadOf(rollout, (r) => r.maxRssMb, 0),
      done: rollout.every((r) => r.isRolledOut),
    },
  });

  const large = process.env.BENCH_LARGE === "1" ? await measureLarge(start) : undefined;

  const RATE = 10_000;
  const SECONDS = 3;
  const rows = {
    "no watcher": ["simulator", 0],
    "1 watcher": ["simulator", 1],
    "4 watchers": ["simulator", 4],
    "4, each encoded apart": ["naive", 4],
  };
  const watched = Object.fromEntries(Object.keys(rows).map((name) => [name, []]));
  for (let round = 0; round < pairs; round++) {
    const names = Object.keys(rows);
    for (const name of round % 2 === 0 ? names : names.reverse()) watched[name].push(await watchOnce(start, ...rows[name], RATE, SECONDS));
  }
  console.log(`\nWatches: ${RATE} pod events a second for ${SECONDS} s, ${pairs} rounds in alternating order`);
  console.table(
    Object.fromEntries(
      Object.keys(rows).map((name) => [
        name,
        {
          "CPU µs per event, writing included": spreadOf(watched[name], (r) => r.cpuUsPerEvent),
          "written in s": spreadOf(watched[name], (r) => r.wroteInS, 2),
          "seen by all in s": spreadOf(watched[name], (r) => r.doneInS, 2),
        },
      ]),
    ),
  );
  const ratios = watched["4, each encoded apart"].map((r, at) => r.cpuUsPerEvent / watched["4 watchers"][at].cpuUsPerEvent);
  console.log(`each encoded apart ÷ ours: ${spread(ratios, 2)}; an event is ${watched["4 watchers"][0].bytes} bytes`);
  return { up, rollout, large, watched, ratios };
}
