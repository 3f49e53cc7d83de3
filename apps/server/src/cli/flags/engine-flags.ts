import { engineCommands } from "./commands.ts";
import type { Flag } from "./flag.ts";

/** The engine with the logs of clusters: its address, credentials and limits. */
export const ENGINE_FLAGS = [
  {
    name: "to",
    shape: "value",
    value: "URL",
    commands: ["collect"],
    help: "address of the engine: nats://HOST:4222 or tls://HOST:4222; commas separate the servers of one NATS cluster",
  },
  {
    name: "from",
    shape: "value",
    value: "URL",
    commands: ["serve"],
    help: "show the clusters of an engine instead of watching one: nats://HOST:4222 or tls://HOST:4222",
  },
  {
    name: "engine-credentials",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: engineCommands,
    help: "credentials for the engine: .creds of nsc, the seed of an nkey, or JSON with user and password, or token",
  },
  {
    name: "engine-ca",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: engineCommands,
    help: "certificate authorities (PEM) of the engine",
  },
  {
    name: "engine-cert",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: engineCommands,
    help: "client certificate (PEM) for the engine",
  },
  {
    name: "engine-key",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: engineCommands,
    help: "private key (PEM) of the client certificate",
  },
  {
    name: "engine-replicas",
    shape: "value",
    value: "N",
    commands: ["collect"],
    help: "replicas of a new stream: 1, 3 or 5 (default 1)",
  },
  {
    name: "open-reads",
    shape: "alone",
    commands: ["collect"],
    help: "let clients of the engine read logs, YAML, Services and events with the collector's rights (default: only with their own token)",
  },
  {
    name: "keep-size",
    shape: "value",
    value: "MB",
    commands: ["collect"],
    help: "megabytes of log that a new stream keeps (default 1024)",
  },
  {
    name: "keep-age",
    shape: "value",
    value: "TIME",
    commands: ["collect"],
    help: "time that a new stream keeps the log: 72h, 30d (default: limited by --keep-size)",
  },
] as const satisfies readonly Flag[];
