import { KubeConfig } from "@kubernetes/client-node";

/** Returns a configuration of the pinned Kubernetes client for a source: its address alone. */
export function configOf(url: string): KubeConfig {
  const config = new KubeConfig();
  config.loadFromOptions({
    clusters: [{ name: "c", server: url, skipTLSVerify: true }],
    users: [{ name: "u" }],
    contexts: [{ name: "x", cluster: "c", user: "u" }],
    currentContext: "x",
  });
  return config;
}
