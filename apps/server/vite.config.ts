import { defineConfig } from "vite";

// ESM with every dependency inside: it boots in a third of the time and needs no node_modules. What a command alone needs is a file of its own, loaded when it is asked for.
export default defineConfig({
  build: {
    ssr: true,
    outDir: "dist",
    // A rebuild under a running server must never leave it without its file.
    emptyOutDir: !process.argv.includes("--watch"),
    target: "node20",
    // What is inside, for the package's list of licences.
    license: { fileName: ".bundled.json" },
    sourcemap: true,
    rolldownOptions: {
      // The last is what a thread begins with: pod-thread.ts looks for it beside itself, under this name.
      input: ["src/main.ts", "src/kubectl-complete.ts", "src/cluster/pod-workers/pod-worker-thread.ts"],
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
    },
  },
  ssr: { noExternal: true },
});
