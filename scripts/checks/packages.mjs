// Each package, its allowed imports and its layers. import-rules.mjs checks this table, architecture-picture.mjs
// draws it.

const node = /^node:/;

/**
 * `what`: a phrase for the picture. `packages`: the packages that it may import. `modules`: the modules that it may
 * import. `layers`: the folders below `src`, lowest first. A folder imports from its own layer and from lower ones.
 */
export const packages = {
  "packages/kube": {
    what: "Kubernetes objects as we read them, and matching rules",
    packages: [],
    modules: ["yaml"],
    layers: [
      ["base", "objects", "values"],
      ["matching", "yaml"],
    ],
  },
  "packages/columns": { what: "typed columns and indexes for many objects", packages: ["kube"], modules: [], layers: [] },
  "packages/kube-client": {
    what: "list, watch and decode",
    packages: ["kube", "columns"],
    modules: [node, "@kubernetes/client-node"],
    layers: [["decode", "flow-control"], ["fast"], ["http"], ["list-watch", "read", "reviews"], ["connect"]],
  },
  "packages/simulated-apiserver": {
    what: "a simulated Kubernetes HTTP API",
    packages: ["kube"],
    modules: [node],
    layers: [
      ["time"],
      ["objects"],
      ["schema", "validation"],
      ["defaults", "managed-fields", "patch", "warnings"],
      ["admission"],
      ["store"],
      ["api"],
    ],
  },
  "packages/daemonset": {
    what: "the domain: rules, model, plans",
    packages: ["kube", "columns"],
    modules: ["diff"],
    layers: [
      ["capacity", "records"],
      ["causes"],
      ["placement", "pods", "revisions"],
      ["pair"],
      ["budget", "counts"],
      ["managed"],
      ["actions", "tracking"],
      ["rollout"],
      ["model"],
      ["preview"],
      ["audit"],
    ],
  },
  "packages/simulator": {
    what: "controllers, kubelets and scenarios",
    packages: ["kube", "simulated-apiserver"],
    modules: [node, "yaml"],
    layers: [["controllers"], ["staging"], ["scenarios"], ["course"]],
  },
  "packages/words": {
    what: "facts as sentences and as JSON",
    packages: ["kube", "daemonset"],
    modules: [],
    layers: [["en"], ["facts"], ["answers", "english"]],
  },
  "packages/shared": {
    what: "the contract: records, frames, paths",
    packages: ["kube", "columns", "daemonset", "words"],
    modules: [],
    layers: [["state"], ["codec", "http"]],
  },
  "apps/server": {
    what: "cluster → model → frames → HTTP",
    packages: ["kube", "columns", "kube-client", "simulated-apiserver", "daemonset", "simulator", "words", "shared"],
    modules: [
      node,
      "fastify",
      "@kubernetes/client-node",
      "@nats-io/transport-node",
      "@nats-io/jetstream",
      "openid-client",
      "ajv",
      "prom-client",
      "yaml",
    ],
    layers: [
      ["platform"],
      ["alerts", "watch"],
      ["feed"],
      ["frames"],
      ["history"],
      ["readings"],
      ["access", "actions"],
      ["engine", "lab"],
      ["clusters"],
      ["api"],
      ["cli"],
    ],
  },
  "apps/web": {
    what: "the store, and the views of it",
    packages: ["kube", "daemonset", "words", "shared"],
    modules: [
      "react",
      /^react-dom/,
      "@tanstack/react-query",
      "@tanstack/react-virtual",
      "d3",
      "i18next",
      /^@fontsource-variable\//,
      /^@codemirror\//,
      "@lezer/highlight",
      "yaml",
      /^vite\/client/,
    ],
    layers: [["words"], ["data"], ["ui"], ["draw"], ["panels"], ["pages"], ["app"]],
  },
  e2e: {
    what: "Playwright, and the real control plane",
    packages: ["kube", "kube-client", "simulated-apiserver", "daemonset", "words", "shared", "server", "simulator"],
    modules: [node, /^@?playwright/],
  },
};

/** Packages without clock, randomness and I/O. They compile without ambient types. */
export const purePackages = ["packages/kube", "packages/columns", "packages/daemonset", "packages/words", "packages/shared"];
