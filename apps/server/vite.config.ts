import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

/** Of the Kubernetes client only what makes requests of a kubeconfig's users. Beside it are a model of every object and a client of HTTP, for whoever asks through it: two thirds of the program, and kept in memory from
 *  its start on. */
const CLIENT = fileURLToPath(import.meta.resolve("@kubernetes/client-node"));
const LEFT_OUT: readonly string[] = ["undici", "./gen/index.js", "./gen/rxjsStub.js"];
const NOTHING = "\0left-out";
const leanClient: Plugin = {
  name: "lean-client",
  enforce: "pre",
  resolveId(source, importer = "") {
    if (source === "@kubernetes/client-node") return CLIENT.replace(/index\.js$/, "config.js");
    return LEFT_OUT.includes(source) && importer.includes("/@kubernetes/client-node/") ? NOTHING : undefined;
  },
  load: (id) =>
    id === NOTHING
      ? `function leftOut() { throw new Error("this part of the Kubernetes client is left out of the program"); }
export { leftOut as Agent, leftOut as ProxyAgent, leftOut as createConfiguration, leftOut as ServerConfiguration, leftOut as of };`
      : undefined,
};

// ESM with every dependency inside: it boots in a third of the time and needs no node_modules. What a command alone needs is a file of its own, loaded when it is asked for.
export default defineConfig({
  plugins: [leanClient],
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
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "[name].js",
        // The text of a file stays in memory, at two bytes a character as soon as one of them does not fit into one: no comments, and escapes.
        comments: false,
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
      },
    },
  },
  ssr: { noExternal: true },
});
