// The import rules of the packages ("rooms"): the table that fences.mjs checks and architecture-picture.mjs draws.

/** For each room its purpose, the rooms that it may import, and the bare modules. */
export const rooms = {
  "packages/kube": { what: "Kubernetes objects as we read them, and matching rules", rooms: [], modules: [] },
  "packages/daemonset": { what: "the domain: rules, model, plans", rooms: ["kube"], modules: ["diff"] },
  "packages/shared": { what: "the contract: records, frames, paths", rooms: ["kube", "daemonset"], modules: [] },
  "packages/simulator": { what: "a cluster behind the real API", rooms: ["kube"], modules: [/^node:/, "yaml"] },
  "apps/server": {
    what: "cluster → model → frames → HTTP",
    rooms: ["kube", "daemonset", "shared", "simulator"],
    modules: [
      /^node:/,
      "fastify",
      "@kubernetes/client-node",
      "@nats-io/transport-node",
      "@nats-io/jetstream",
      "openid-client",
      "prom-client",
      "yaml",
    ],
  },
  "apps/web": {
    what: "the store, and the views of it",
    rooms: ["kube", "daemonset", "shared"],
    modules: [
      "react",
      /^react-dom/,
      "@tanstack/react-query",
      "@tanstack/react-virtual",
      "d3",
      "i18next",
      /^react-i18next/,
      /^@fontsource-variable\//,
      /^@codemirror\//,
      "@lezer/highlight",
      "yaml",
      /^vite\/client/,
    ],
  },
  e2e: {
    what: "Playwright, and the real control plane",
    rooms: ["kube", "daemonset", "shared", "server", "simulator"],
    modules: [/^node:/, /^@?playwright/],
  },
};

/** Without time, randomness and I/O: they compile without ambient types. */
export const pureRooms = ["packages/kube", "packages/daemonset", "packages/shared"];
