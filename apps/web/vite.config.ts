import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// `npm run dev` starts the server first and names its address here.
const server = process.env.DAEMONSCOPE_SERVER ?? "http://127.0.0.1:7373";

export default defineConfig({
  base: "./",
  plugins: [react()],
  build: { outDir: "dist", target: "es2023", sourcemap: false, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: "es" },
  server: {
    host: "127.0.0.1",
    // The lab's commands carry the Origin of this page, which the server does not know; Sec-Fetch-Site still says whose page it is.
    proxy: { "/api": { target: server, changeOrigin: true, headers: { origin: new URL(server).origin } } },
  },
});
