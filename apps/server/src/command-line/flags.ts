import { AUTH_KINDS } from "./auth-kind.ts";
import { LOG_LEVELS } from "./log-level.ts";
import { OUTPUT_FORMATS } from "./output-format.ts";

/** Commands of `daemonscope`; the first is the default. */
export const COMMANDS = [
  "serve",
  "simulate",
  "explain",
  "status",
  "wait",
  "diff",
  "what-if",
  "record",
  "replay",
  "import",
  "collect",
  "version",
  "completion",
] as const;
export type CommandName = (typeof COMMANDS)[number];

/** How a flag is written: alone, with a value, or with a value that may be left out. */
type FlagShape = "alone" | "value" | "maybe";

export interface Flag {
  readonly name: string;
  readonly short?: string;
  readonly shape: FlagShape;
  /** May stand more than once. */
  readonly many?: boolean;
  readonly commands: readonly CommandName[];
  /** A question of one command line: the environment does not ask it. */
  readonly typedOnly?: boolean;
  /** How the value is called in help. */
  readonly value?: string;
  /** One line; absent for flags that are for tests. */
  readonly help?: string;
  /** What a shell offers for the value; absent where there is nothing to offer. */
  readonly values?: readonly string[] | ValueSource;
}

/** Where values come from that are not known before somebody asks. */
export type ValueSource = "files" | "scenarios" | "contexts" | "clusters" | "users" | "nodes" | "daemonsets";

const serve: readonly CommandName[] = ["serve"];
const simulate: readonly CommandName[] = ["simulate"];
/** What shows a page. */
const pages: readonly CommandName[] = ["serve", "replay"];
const servers: readonly CommandName[] = ["serve", "simulate"];
const listeners: readonly CommandName[] = [...servers, "replay"];
const explain: readonly CommandName[] = ["explain"];
const whatIf: readonly CommandName[] = ["what-if"];
const queries: readonly CommandName[] = ["explain", "status", "wait", "diff", "what-if"];
/** What follows a cluster until it is ended. */
const followers: readonly CommandName[] = ["serve", "record", "collect"];
const collect: readonly CommandName[] = ["collect"];
/** What holds the watches of a cluster whose model it keeps. */
const watchers: readonly CommandName[] = ["serve", "collect"];
/** What speaks with an engine. */
const ofEngine: readonly CommandName[] = [...watchers, ...queries];
const record: readonly CommandName[] = ["record"];
/** What writes a recording. */
const recorders: readonly CommandName[] = ["record", "import"];
/** What looks at a cluster. */
const clients: readonly CommandName[] = [...followers, ...queries];
/** What may look at several clusters at once. */
const ofSeveral: readonly CommandName[] = ["serve", "status", "wait", "diff"];
const questionsOfSeveral: readonly CommandName[] = ["status", "wait", "diff"];
const ofOne: readonly CommandName[] = clients.filter((command) => !ofSeveral.includes(command));
/** What may look at a simulated cluster. */
const simulated: readonly CommandName[] = [...servers, "record", "collect", ...queries];
const all: readonly CommandName[] = COMMANDS;

/** Every flag, in the order of help. The environment mirrors each one: `--log-level` is DAEMONSCOPE_LOG_LEVEL. */
export const FLAGS = [
  {
    name: "kubeconfig",
    shape: "value",
    value: "FILE",
    values: "files",
    many: true,
    commands: ofSeveral,
    help: "kubeconfig to read (KUBECONFIG, then ~/.kube/config); several may be named, each with its contexts",
  },
  {
    name: "kubeconfig",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: ofOne,
    help: "kubeconfig to read (KUBECONFIG, then ~/.kube/config)",
  },
  {
    name: "context",
    shape: "value",
    value: "NAME",
    values: "contexts",
    many: true,
    commands: ofSeveral,
    help: "context of the kubeconfig; several may be named, each is a cluster",
  },
  { name: "context", shape: "value", value: "NAME", values: "contexts", commands: ofOne, help: "context of the kubeconfig" },
  { name: "all-contexts", shape: "alone", commands: ofSeveral, help: "the clusters of all contexts" },
  {
    name: "cluster",
    shape: "value",
    value: "NAME",
    values: "clusters",
    commands: ["serve", "record"],
    help: "cluster of the kubeconfig",
  },
  {
    name: "cluster",
    shape: "value",
    value: "NAME",
    values: "clusters",
    many: true,
    commands: questionsOfSeveral,
    help: "cluster of the kubeconfig; with --from, of the engine, where several may be named (default: all)",
  },
  {
    name: "cluster",
    shape: "value",
    value: "NAME",
    values: "clusters",
    commands: ["explain", "what-if"],
    help: "cluster of the kubeconfig; with --from, of the engine",
  },
  {
    name: "cluster",
    shape: "value",
    value: "NAME",
    commands: collect,
    help: "what the cluster is called in the engine (default: the context)",
  },
  { name: "user", shape: "value", value: "NAME", values: "users", commands: clients, help: "user of the kubeconfig" },
  {
    name: "namespace",
    short: "n",
    shape: "value",
    value: "NAME",
    commands: followers,
    help: "only the DaemonSets of this namespace (default: all)",
  },
  {
    name: "namespace",
    short: "n",
    shape: "value",
    value: "NAME",
    commands: queries,
    help: "namespace of the DaemonSets (default: that of the context)",
  },
  {
    name: "all-namespaces",
    short: "A",
    shape: "alone",
    commands: ["explain", "status"],
    help: "the DaemonSets of all namespaces",
  },
  { name: "as", shape: "value", value: "USER", commands: clients, help: "user to impersonate" },
  { name: "as-group", shape: "value", value: "GROUP", many: true, commands: clients, help: "group to impersonate; may be repeated" },
  {
    name: "request-timeout",
    shape: "value",
    value: "TIME",
    commands: clients,
    help: "limit for an answer to begin: 30s, 2m; 0 is none (default 15s; lists and watches of wait, serve and record 30s)",
  },
  { name: "insecure-skip-tls-verify", shape: "alone", commands: clients, help: "do not check the certificate of the API server" },
  { name: "in-cluster", shape: "alone", commands: clients, help: "use the service account of the pod" },
  {
    name: "simulate",
    shape: "maybe",
    value: "SCENARIO",
    values: "scenarios",
    commands: ofOne,
    help: "show a simulated cluster instead of a real one",
  },
  {
    name: "simulate",
    shape: "maybe",
    value: "SCENARIO",
    values: "scenarios",
    many: true,
    commands: ofSeveral,
    help: "show a simulated cluster instead of a real one; several may be named, each is a cluster",
  },
  {
    name: "nodes",
    shape: "value",
    value: "N",
    commands: [...servers, "record", "collect", "status", "wait", "diff"],
    help: "nodes of the simulated cluster, where the scenario does not fix them: big-cluster",
  },
  { name: "seed", shape: "value", value: "N", commands: simulated, help: "seed of the simulated cluster (default 1)" },
  { name: "speed", shape: "value", value: "X", commands: simulated, help: "simulated seconds that pass in a real one (default 1)" },
  {
    name: "port",
    shape: "value",
    value: "N",
    commands: listeners,
    help: "port to listen on (default: serve and replay 7373 or the next free one, simulate any)",
  },
  { name: "host", shape: "value", value: "ADDRESS", commands: serve, help: "address to listen on (default 127.0.0.1)" },
  { name: "allow-remote", shape: "alone", commands: serve, help: "let --host be an address that other machines reach" },
  {
    name: "allow-host",
    shape: "value",
    value: "NAME",
    many: true,
    commands: serve,
    help: "name that browsers may use for this server; may be repeated",
  },
  {
    name: "base-path",
    shape: "value",
    value: "PATH",
    commands: serve,
    help: "serve everything below this path: /daemonscope/, as a proxy hands it on",
  },
  {
    name: "public-url",
    shape: "value",
    value: "URL",
    commands: serve,
    help: "where browsers find the page: its host is allowed, and links lead there",
  },
  {
    name: "forwarded-from",
    shape: "value",
    value: "CIDR",
    many: true,
    commands: serve,
    help: "proxies whose X-Forwarded-For, -Host and -Proto are believed; may be repeated",
  },
  {
    name: "tls-cert",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: serve,
    help: "speak TLS with this certificate (PEM); read again when it changes",
  },
  {
    name: "tls-key",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: serve,
    help: "the private key of --tls-cert (PEM)",
  },
  {
    name: "auth",
    shape: "value",
    value: "KIND",
    values: AUTH_KINDS,
    commands: serve,
    help: "how people sign in: none (default), token: with one of the cluster, proxy: before this, oidc",
  },
  {
    name: "proxy-from",
    shape: "value",
    value: "CIDR",
    many: true,
    commands: serve,
    help: "--auth proxy: addresses of the proxy that says who people are; may be repeated",
  },
  {
    name: "proxy-secret-file",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: serve,
    help: "--auth proxy: file with what the proxy sends in X-Daemonscope-Secret",
  },
  {
    name: "proxy-user-header",
    shape: "value",
    value: "NAME",
    commands: serve,
    help: "--auth proxy: header with the user's name (default X-Forwarded-User)",
  },
  {
    name: "proxy-groups-header",
    shape: "value",
    value: "NAME",
    commands: serve,
    help: "--auth proxy: header with the groups, between commas (default X-Forwarded-Groups)",
  },
  {
    name: "proxy-username-prefix",
    shape: "value",
    value: "TEXT",
    commands: serve,
    help: "--auth proxy: what the cluster has before these names of users",
  },
  {
    name: "proxy-groups-prefix",
    shape: "value",
    value: "TEXT",
    commands: serve,
    help: "--auth proxy: what the cluster has before these names of groups",
  },
  {
    name: "oidc-issuer-url",
    shape: "value",
    value: "URL",
    commands: serve,
    help: "--auth oidc: the provider; this and the next are called as kube-apiserver's",
  },
  { name: "oidc-client-id", shape: "value", value: "NAME", commands: serve, help: "--auth oidc: by which the provider knows this server" },
  {
    name: "oidc-client-secret-file",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: serve,
    help: "--auth oidc: file with the secret of that client; none for a public one",
  },
  {
    name: "oidc-username-claim",
    shape: "value",
    value: "NAME",
    commands: serve,
    help: "--auth oidc: claim with the user's name (default sub)",
  },
  {
    name: "oidc-username-prefix",
    shape: "value",
    value: "TEXT",
    commands: serve,
    help: "--auth oidc: before the name (default: the issuer and #, none for email; - is none)",
  },
  {
    name: "oidc-groups-claim",
    shape: "value",
    value: "NAME",
    commands: serve,
    help: "--auth oidc: claim with the groups (default groups)",
  },
  { name: "oidc-groups-prefix", shape: "value", value: "TEXT", commands: serve, help: "--auth oidc: before each group" },
  {
    name: "oidc-scope",
    shape: "value",
    value: "NAME",
    many: true,
    commands: serve,
    help: "--auth oidc: scope to ask for beside openid (default email, profile); may be repeated",
  },
  {
    name: "launch-token",
    shape: "alone",
    commands: serve,
    help: "on a machine that others use: let in who has the address that is printed",
  },
  {
    name: "health-port",
    shape: "value",
    value: "N",
    commands: serve,
    help: "serve probes and metrics, and nothing else, on this port of all addresses",
  },
  {
    name: "daemonset-metrics",
    shape: "alone",
    commands: serve,
    help: "serve /metrics/daemonsets, which names DaemonSets, on the health port too",
  },
  {
    name: "webhook",
    shape: "value",
    value: "URL",
    commands: serve,
    help: "POST alarms that begin and end to this address, as JSON: https, or http on this machine",
  },
  {
    name: "webhook-secret-file",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: serve,
    help: "sign what the webhook gets with the secret in this file (HMAC-SHA256)",
  },
  {
    name: "webhook-page",
    shape: "value",
    value: "URL",
    commands: serve,
    help: "where the page is, for the links in alarms",
  },
  {
    name: "webhook-cluster",
    shape: "value",
    value: "NAME",
    commands: serve,
    help: "name of this cluster in alarms (default: that of the context)",
  },
  {
    name: "history-memory",
    shape: "value",
    value: "MB",
    commands: serve,
    help: "megabytes of the past that are kept in memory (default 64; 0: none)",
  },
  {
    name: "history",
    shape: "value",
    value: "DIR",
    values: "files",
    commands: serve,
    help: "keep the past in this folder, across restarts (default: in memory)",
  },
  {
    name: "history-size",
    shape: "value",
    value: "MB",
    commands: serve,
    help: "megabytes that --history may take: the oldest goes (default 1024)",
  },
  {
    name: "history-age",
    shape: "value",
    value: "TIME",
    commands: serve,
    help: "how old what --history keeps may be: 72h, 30d (default: as its size allows)",
  },
  {
    name: "allow-writes",
    shape: "alone",
    commands: serve,
    help: "let people act on the cluster: on this machine, or with their own token (--auth token); default: it is only read",
  },
  {
    name: "audit",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: serve,
    help: "append what is done to this file, as JSON lines (default: beside --history, else in memory)",
  },
  {
    name: "write-events",
    shape: "alone",
    commands: serve,
    help: "with --allow-writes: write a Kubernetes Event too, on each object that somebody changes (needs create on events)",
  },
  {
    name: "allow-writes",
    shape: "alone",
    commands: collect,
    help: "let people act on the cluster through its viewers, with their own tokens; needs --audit (default: it is only read)",
  },
  {
    name: "audit",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: collect,
    help: "append each request that is sent for somebody to this file, as JSON lines",
  },
  {
    name: "show-env-values",
    shape: "alone",
    commands: ["serve", "diff"],
    help: "show environment values, arguments and commands where revisions are compared (default: hidden)",
  },
  {
    name: "no-logs",
    shape: "alone",
    commands: serve,
    help: "do not show what containers write (default: shown where the cluster lets this user read it)",
  },
  {
    name: "pod-workers",
    shape: "value",
    value: "N",
    commands: watchers,
    help: "read pods in N threads, each a part: by the API server's shards, else by namespace (default: in the one that has the model)",
  },
  { name: "no-open", shape: "alone", commands: pages, help: "do not open a browser" },
  {
    name: "log-level",
    shape: "value",
    value: "LEVEL",
    values: LOG_LEVELS,
    commands: pages,
    help: "JSON logs on stderr: silent (default), error, warn, info, debug",
  },
  { name: "print-config", shape: "alone", commands: serve, help: "print the settings that would be used, and end" },
  {
    name: "feature-gate",
    shape: "value",
    value: "NAME=true",
    values: ["TaintTolerationComparisonOperators=true"],
    many: true,
    commands: clients,
    help: "a gate that the cluster has set: TaintTolerationComparisonOperators; may be repeated",
  },
  {
    name: "node",
    shape: "value",
    typedOnly: true,
    value: "NAME",
    values: "nodes",
    commands: explain,
    help: "only this node; with a DaemonSet, the whole proof",
  },
  {
    name: "nodes",
    shape: "value",
    value: "FILE",
    values: "files",
    typedOnly: true,
    commands: explain,
    help: "take the nodes from a file, YAML or JSON; - is stdin",
  },
  {
    name: "daemonset",
    shape: "value",
    typedOnly: true,
    value: "FILE",
    values: "files",
    commands: explain,
    help: "take the DaemonSets from a file: with the cluster's nodes, what it would do there",
  },
  {
    name: "to",
    shape: "value",
    value: "URL",
    commands: collect,
    help: "the engine that the log of the cluster is written to: nats://HOST:4222, tls://…; several of one cluster with commas",
  },
  {
    name: "from",
    shape: "value",
    value: "URL",
    commands: serve,
    help: "show the clusters whose logs an engine holds, instead of watching one: nats://HOST:4222, tls://…",
  },
  {
    name: "engine-credentials",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: ofEngine,
    help: "credentials for the engine: .creds of nsc, an nkey's seed, or JSON with user and password, or token",
  },
  {
    name: "engine-ca",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: ofEngine,
    help: "certificates (PEM) that the engine's certificate is checked against",
  },
  {
    name: "engine-cert",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: ofEngine,
    help: "client certificate (PEM) for the engine",
  },
  {
    name: "engine-key",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: ofEngine,
    help: "key (PEM) of the client certificate",
  },
  {
    name: "engine-replicas",
    shape: "value",
    value: "N",
    commands: collect,
    help: "on how many engines of a cluster each message is kept, where the stream is made: 1, 3 or 5 (default 1)",
  },
  {
    name: "open-reads",
    shape: "alone",
    commands: collect,
    help: "whoever the engine lets ask reads logs, YAML, Services and events as the collector may (default: only with a token of their own)",
  },
  {
    name: "keep-size",
    shape: "value",
    value: "MB",
    commands: collect,
    help: "how much of the log the engine keeps, where the stream is made (default 1024)",
  },
  {
    name: "keep-age",
    shape: "value",
    value: "TIME",
    commands: collect,
    help: "how long the engine keeps the log, where the stream is made: 72h, 30d (default: as long as --keep-size allows)",
  },
  {
    name: "from",
    shape: "value",
    typedOnly: true,
    value: "FILE",
    values: "files",
    commands: ["explain", "status", "what-if"],
    help: "ask a recording instead of a cluster, or what an engine holds: nats://HOST:4222, tls://…",
  },
  {
    name: "from",
    shape: "value",
    typedOnly: true,
    value: "URL",
    commands: ["wait", "diff"],
    help: "ask the clusters whose logs an engine holds: nats://HOST:4222, tls://…",
  },
  {
    name: "at",
    shape: "value",
    typedOnly: true,
    value: "TIME",
    commands: ["explain", "status", "what-if"],
    help: "the moment of --from: 2026-01-31T12:00:00Z (default: its end)",
  },
  { name: "schema", shape: "alone", typedOnly: true, commands: [...explain, ...whatIf], help: "print the JSON schema of -o json, and end" },
  {
    name: "filename",
    short: "f",
    shape: "value",
    typedOnly: true,
    many: true,
    value: "FILE",
    values: "files",
    commands: whatIf,
    help: "steps, or manifests that would be applied; - is stdin; may be repeated",
  },
  {
    name: "step",
    shape: "value",
    typedOnly: true,
    many: true,
    value: "WORDS",
    commands: whatIf,
    help: "a step as a link has it: 'cordon n1'",
  },
  {
    name: "taint",
    shape: "value",
    typedOnly: true,
    many: true,
    value: "WORDS",
    commands: whatIf,
    help: "'SELECTOR key=value:Effect', 'NODE… key:Effect-'; may be repeated",
  },
  {
    name: "label",
    shape: "value",
    typedOnly: true,
    many: true,
    value: "WORDS",
    commands: whatIf,
    help: "'SELECTOR key=value', 'NODE… key-'; may be repeated",
  },
  {
    name: "cordon",
    shape: "value",
    typedOnly: true,
    many: true,
    value: "WORDS",
    commands: whatIf,
    help: "'SELECTOR', 'NODE…'; may be repeated",
  },
  {
    name: "image",
    shape: "value",
    typedOnly: true,
    many: true,
    value: "WORDS",
    commands: whatIf,
    help: "'NAMESPACE/NAME container=image'; may be repeated",
  },
  { name: "watch", short: "w", shape: "alone", typedOnly: true, commands: ["status"], help: "go on, and print each change" },
  {
    name: "for",
    shape: "value",
    value: "STATE",
    values: ["complete", "updated"],
    commands: ["wait"],
    help: "complete (default: as kubectl rollout status), or updated: every pod of the new revision",
  },
  {
    name: "for",
    shape: "value",
    typedOnly: true,
    value: "TIME",
    commands: record,
    help: "how long to record: 90s, 10m (default: until Ctrl-C)",
  },
  { name: "overwrite", shape: "alone", typedOnly: true, commands: recorders, help: "write a file anew that is there already" },
  {
    name: "anonymise",
    shape: "alone",
    typedOnly: true,
    commands: recorders,
    help: "write other words for names, labels and images; import reads a recording of daemonscope for it",
  },
  {
    name: "start",
    shape: "value",
    typedOnly: true,
    value: "TIME",
    commands: ["import"],
    help: "when a recording of kwok began, which does not say so: 2026-01-31T12:00:00Z (default: as its objects tell)",
  },
  { name: "timeout", shape: "value", value: "TIME", commands: ["wait"], help: "how long to wait: 90s, 10m (default); 0 is for ever" },
  {
    name: "output",
    short: "o",
    shape: "value",
    value: "FORMAT",
    values: OUTPUT_FORMATS,
    commands: [...queries, "version"],
    help: "table, wide, json or yaml",
  },
  {
    name: "write-kubeconfig",
    shape: "value",
    value: "FILE",
    values: "files",
    commands: simulate,
    help: "write a kubeconfig for the simulated cluster",
  },
  { name: "list", shape: "alone", commands: simulate, help: "list the scenarios, and end" },
  { name: "clock", shape: "value", value: "manual", commands: servers },
  { name: "help", short: "h", shape: "alone", commands: all, help: "print this, and end" },
  { name: "version", short: "V", shape: "alone", commands: all, help: "print the version, and end" },
] as const satisfies readonly Flag[];

export type FlagName = (typeof FLAGS)[number]["name"];

/** The flag's name in the environment. */
export function environmentName(name: string): string {
  return `DAEMONSCOPE_${name.toUpperCase().replaceAll("-", "_")}`;
}
