import { defineConfig } from "vite";

// The subjects are bundled like the product, and so is the pinned informer, so that both have the same advantage.
/** The measured programs, which run in separate processes. */
const PROGRAMS = `ingest-source ingest-parts ingest-heartbeats ingest-events ingest-ours ingest-informer pod-memory fleet-source
pods-in-threads pod-worker-thread wire wide-server turns ticks fanout-server fanout-clients joiners
naive-snapshot first-list stream-readers naive-server history explain preview simulator-start watch-source
watch-readers scrape frame-reader raw-watch cluster-informer`;

export default defineConfig({
  build: {
    ssr: true,
    outDir: "dist",
    target: "node20",
    rolldownOptions: {
      input: PROGRAMS.split(/\s+/).map((name) => `src/${name}.ts`),
      // The start file of threads is next to the chunk that starts them.
      output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
  ssr: { noExternal: true },
});
