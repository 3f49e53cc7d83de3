import { commandsWith } from "./commands.ts";
import type { Flag } from "./flag.ts";

/** The listening address of a server, its names and its proxies. */
export const ADDRESS_FLAGS = [
  {
    name: "port",
    shape: "value",
    value: "N",
    commands: commandsWith("listens"),
    help: "port to listen on (default: 7373 or the next free one; simulate: any)",
  },
  { name: "host", shape: "value", value: "ADDRESS", commands: ["serve"], help: "address to listen on (default 127.0.0.1)" },
  { name: "allow-remote", shape: "alone", commands: ["serve"], help: "allow a --host that other machines can reach" },
  {
    name: "allow-host",
    shape: "value",
    value: "NAME",
    many: true,
    commands: ["serve"],
    help: "host name that browsers may use for this server; repeatable",
  },
  {
    name: "base-path",
    shape: "value",
    value: "PATH",
    commands: ["serve"],
    help: "serve everything below this path, for example /daemonscope/ behind a proxy",
  },
  {
    name: "public-url",
    shape: "value",
    value: "URL",
    commands: ["serve"],
    help: "address of the page for browsers: its host is allowed, and links use it",
  },
  {
    name: "forwarded-from",
    shape: "value",
    value: "CIDR",
    many: true,
    commands: ["serve"],
    help: "trusted proxies: their X-Forwarded-For, -Host and -Proto headers are used; repeatable",
  },
  {
    name: "tls-cert",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: ["serve"],
    help: "serve TLS with this certificate (PEM); reloaded when it changes",
  },
  {
    name: "tls-key",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: ["serve"],
    help: "private key of --tls-cert (PEM)",
  },
] as const satisfies readonly Flag[];
