import { serveCommand } from "./commands-of-flag.ts";
import type { Flag } from "./flag.ts";

/** Outputs for other programs: probes, metrics and alarms. */
export const MONITORING_FLAGS = [
  {
    name: "health-port",
    shape: "value",
    value: "N",
    commands: serveCommand,
    help: "serve probes and metrics, and nothing else, on this port of all addresses",
  },
  {
    name: "daemonset-metrics",
    shape: "alone",
    commands: serveCommand,
    help: "serve /metrics/daemonsets, which names DaemonSets, on the health port too",
  },
  {
    name: "webhook",
    shape: "value",
    value: "URL",
    commands: serveCommand,
    help: "POST alarms that begin and end to this address, as JSON: https, or http on this machine",
  },
  {
    name: "webhook-secret-file",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: serveCommand,
    help: "sign what the webhook gets with the secret in this file (HMAC-SHA256)",
  },
  {
    name: "webhook-page",
    shape: "value",
    value: "URL",
    commands: serveCommand,
    help: "where the page is, for the links in alarms",
  },
  {
    name: "webhook-cluster",
    shape: "value",
    value: "NAME",
    commands: serveCommand,
    help: "name of this cluster in alarms (default: that of the context)",
  },
] as const satisfies readonly Flag[];
