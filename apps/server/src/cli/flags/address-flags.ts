import { listenCommands, serveCommand } from "./commands-of-flag.ts";
import type { Flag } from "./flag.ts";

/** The listening address of a server, its names and its proxies. */
export const ADDRESS_FLAGS = [
  {
    name: "port",
    shape: "value",
    value: "N",
    commands: listenCommands,
    help: "port to listen on (default: serve and replay 7373 or the next free one, simulate any)",
  },
  { name: "host", shape: "value", value: "ADDRESS", commands: serveCommand, help: "address to listen on (default 127.0.0.1)" },
  { name: "allow-remote", shape: "alone", commands: serveCommand, help: "let --host be an address that other machines reach" },
  {
    name: "allow-host",
    shape: "value",
    value: "NAME",
    many: true,
    commands: serveCommand,
    help: "name that browsers may use for this server; may be repeated",
  },
  {
    name: "base-path",
    shape: "value",
    value: "PATH",
    commands: serveCommand,
    help: "serve everything below this path: /daemonscope/, as a proxy hands it on",
  },
  {
    name: "public-url",
    shape: "value",
    value: "URL",
    commands: serveCommand,
    help: "where browsers find the page: its host is allowed, and links lead there",
  },
  {
    name: "forwarded-from",
    shape: "value",
    value: "CIDR",
    many: true,
    commands: serveCommand,
    help: "proxies whose X-Forwarded-For, -Host and -Proto are believed; may be repeated",
  },
  {
    name: "tls-cert",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: serveCommand,
    help: "speak TLS with this certificate (PEM); read again when it changes",
  },
  {
    name: "tls-key",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: serveCommand,
    help: "the private key of --tls-cert (PEM)",
  },
] as const satisfies readonly Flag[];
