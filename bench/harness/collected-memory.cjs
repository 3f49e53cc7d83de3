// Preloaded into a server (`--expose-gc --require`): at each SIGUSR2 it collects garbage and prints the remaining
// memory to standard error, in megabytes.
process.on("SIGUSR2", () => {
  for (let time = 0; time < 3; time++) globalThis.gc();
  const { heapUsed, external, arrayBuffers, rss } = process.memoryUsage();
  const mb = (bytes) => Number((bytes / 1e6).toFixed(2));
  process.stderr.write(
    `${JSON.stringify({ collected: { heapMb: mb(heapUsed), externalMb: mb(external), buffersMb: mb(arrayBuffers), rssMb: mb(rss) } })}\n`,
  );
});
