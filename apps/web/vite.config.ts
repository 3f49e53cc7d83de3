import { basename } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { zhTW } from "./zh-tw.mjs";

// `npm run dev` starts the server first and names its address here.
const server = process.env.DAEMONSCOPE_SERVER ?? "http://127.0.0.1:7373";

/** Files that the page requests without an action of the user, after it shows the fleet. */
const AFTER_FIRST_PAINT = [
  "draw/strip/strip-pixels",
  "pages/fleet/(AuditLine|FleetFilters|PoolHeads|strips/StripCells)",
  "panels/bar/(ClusterList|CrumbLists)",
  "panels/palette/CommandPalette",
  "panels/timeline/Timeline",
];

export default defineConfig({
  base: "./",
  plugins: [react(), zhTW()],
  // The name of the style sheet and the class. It is unique (npm run fences), readable in the inspector, and smaller
  // than a hash when compressed.
  css: { modules: { generateScopedName: (name, file) => `${basename(file.split("?")[0] ?? "", ".module.css")}-${name}` } },
  build: {
    outDir: "dist",
    // Lists the bundled packages, for the package's licences.
    license: { fileName: ".bundled.json" },
    target: "es2023",
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Few files compress better than many, need fewer requests, and shorten the list of files in the first script.
    rolldownOptions: {
      // The paths of requests in `path-names.ts` that a script uses are in it as texts; the others are not.
      optimization: { inlineConst: true },
      output: {
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"], test: /(?<!\.css)$/ },
            // The sign-in page uses these files, and none of the groups below.
            { name: "sign-in-parts", test: /src\/(ui\/controls\/CommandLine|words\/i18n\/LanguageChoice)\.tsx/ },
            // Loads while the cluster loads, so it must not import the files that load after the first paint.
            { name: "filter", test: /(filter-fleet|parse-filter|parse-label-selector)\.ts$/ },
            {
              name: "second",
              test: new RegExp(`src/(${AFTER_FIRST_PAINT.join("|")})\\.tsx?$`),
            },
            { name: "shared", test: /(packages|src)\//, minShareCount: 4 },
          ],
        },
      },
    },
  },
  worker: { format: "es" },
  server: {
    host: "127.0.0.1",
    // The lab's commands carry the Origin of this page, which the server does not know. Sec-Fetch-Site still identifies
    // the page.
    proxy: { "/api": { target: server, changeOrigin: true, headers: { origin: new URL(server).origin } }, "/docs": server },
  },
});
