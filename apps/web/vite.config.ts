import { basename } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { zhTW } from "./zh-tw.mjs";

// `npm run dev` starts the server first and names its address here.
const server = process.env.DAEMONSCOPE_SERVER ?? "http://127.0.0.1:7373";

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
    // The code of the initial page is one script and one style sheet, because dozens of small ones compress worse.
    // Style sheets are grouped by folder alone, because that decides the order of rules.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: "frame",
              test: /src\/(announce|app|chrome|controls|fleet|i18n|loading|pace|sections|text|verdict)\/[a-z-]+\.module\.css/,
            },
            { name: "first", tags: ["$initial"], test: /(?<!\.css)$/ },
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
