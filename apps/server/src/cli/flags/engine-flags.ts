import { collectCommand, engineCommands, serveCommand } from "./commands-of-flag.ts";
import type { Flag } from "./flag.ts";

/** The engine with the logs of clusters: its address, credentials and limits. */
export const ENGINE_FLAGS = [
  {
    name: "to",
    shape: "value",
    value: "URL",
    commands: collectCommand,
    help: "the engine that the log of the cluster is written to: nats://HOST:4222, tls://…; several of one cluster with commas",
  },
  {
    name: "from",
    shape: "value",
    value: "URL",
    commands: serveCommand,
    help: "show the clusters whose logs an engine holds, instead of watching one: nats://HOST:4222, tls://…",
  },
  {
    name: "engine-credentials",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: engineCommands,
    help: "credentials for the engine: .creds of nsc, an nkey's seed, or JSON with user and password, or token",
  },
  {
    name: "engine-ca",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: engineCommands,
    help: "certificates (PEM) that the engine's certificate is checked against",
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
    help: "key (PEM) of the client certificate",
  },
  {
    name: "engine-replicas",
    shape: "value",
    value: "N",
    commands: collectCommand,
    help: "on how many engines of a cluster each message is kept, where the stream is made: 1, 3 or 5 (default 1)",
  },
  {
    name: "open-reads",
    shape: "alone",
    commands: collectCommand,
    help: "clients of the engine read logs, YAML, Services and events with the collector's rights (default: only with their own token)",
  },
  {
    name: "keep-size",
    shape: "value",
    value: "MB",
    commands: collectCommand,
    help: "how much of the log the engine keeps, where the stream is made (default 1024)",
  },
  {
    name: "keep-age",
    shape: "value",
    value: "TIME",
    commands: collectCommand,
    help: "how long the engine keeps the log, where the stream is made: 72h, 30d (default: as long as --keep-size allows)",
  },
] as const satisfies readonly Flag[];
