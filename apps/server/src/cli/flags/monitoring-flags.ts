import type { Flag } from "./flag.ts";

/** Outputs for other programs: probes, metrics and alarms. */
export const MONITORING_FLAGS = [
  {
    name: "health-port",
    shape: "value",
    value: "N",
    commands: ["serve"],
    help: "serve only probes and metrics on this port, on all addresses",
  },
  {
    name: "daemonset-metrics",
    shape: "alone",
    commands: ["serve"],
    help: "also serve /metrics/daemonsets, which names DaemonSets, on the health port",
  },
  {
    name: "webhook",
    shape: "value",
    value: "URL",
    commands: ["serve"],
    help: "address that gets each start and end of an alarm, as JSON: https, or http on this machine",
  },
  {
    name: "webhook-secret-file",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: ["serve"],
    help: "sign requests to the webhook with the secret in this file (HMAC-SHA256)",
  },
  {
    name: "webhook-page",
    shape: "value",
    value: "URL",
    commands: ["serve"],
    help: "address of the page, for links in alarms",
  },
  {
    name: "webhook-cluster",
    shape: "value",
    value: "NAME",
    commands: ["serve"],
    help: "name of this cluster in alarms (default: the context)",
  },
] as const satisfies readonly Flag[];
