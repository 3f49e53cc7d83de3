import { writeFileSync } from "node:fs";

/** Writes a kubeconfig for a simulator's API, which needs no authentication. */
export function writeKubeconfig(file: string, server: string): void {
  const named = (kind: string, entry: object) => [{ name: "simulated", [kind]: entry }];
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: named("cluster", { server }),
    users: named("user", {}),
    contexts: named("context", { cluster: "simulated", user: "simulated" }),
    "current-context": "simulated",
  };
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
}
