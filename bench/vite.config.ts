import { defineConfig } from "vite";

// The subjects run bundled, as the product does; the pinned informer too, so that both pay the same for being bundled.
export default defineConfig({
  build: {
    ssr: true,
    outDir: "dist",
    target: "node20",
    rolldownOptions: {
      input: [
        "src/ingest-source.ts",
        "src/ingest-parts.ts",
        "src/ingest-heartbeats.ts",
        "src/ingest-ours.ts",
        "src/ingest-informer.ts",
        "src/pod-memory.ts",
        "src/fleet-source.ts",
        "src/pods-in-threads.ts",
        "src/pod-worker-thread.ts",
        "src/wire.ts",
        "src/wide-server.ts",
        "src/turns.ts",
        "src/ticks.ts",
        "src/fanout-server.ts",
        "src/fanout-clients.ts",
        "src/history.ts",
        "src/explain.ts",
        "src/imagine.ts",
        "src/simulator-start.ts",
        "src/watch-source.ts",
        "src/watch-readers.ts",
        "src/frame-reader.ts",
        "src/raw-watch.ts",
        "src/cluster-informer.ts",
      ],
      output: { entryFileNames: "[name].js" },
    },
  },
  ssr: { noExternal: true },
});
