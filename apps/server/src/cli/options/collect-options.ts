import { type EngineOptions, engineOf } from "../../engine/stream/engine-options.ts";
import { requireStreamName } from "../../engine/stream/stream-name.ts";
import { isLoopback } from "../../platform/address/loopback.ts";
import { numberOf, optionalEntry, parseDurationMs } from "../../platform/failure/flag-values.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { PROGRAM } from "../../platform/program-name.ts";
import type { FlagName } from "../flags/flags.ts";
import type { ParsedFlags } from "../parse/parse-flags.ts";
import { type ClusterPlan, clusterFlagOf, clusterPlanOf } from "./cluster-options.ts";

/** A cluster whose log is written to an engine. */
export interface CollectConfig extends ClusterPlan {
  readonly engine: EngineOptions;
  /** The name in the engine; absent: that of the context. */
  readonly name?: string;
  readonly maxBytes: number;
  /** 0: no age limit. */
  readonly maxAgeMs: number;
  readonly replicas: number;
  /** Any client of the engine may read with the collector's permissions, without a separate token. */
  readonly openReads: boolean;
  /**
   * Users may act through the collector with their own tokens, and requests are recorded in this file; absent: it only
   * reads.
   */
  readonly auditFile?: string;
}

const DEFAULT_KEPT_MB = "1024";

function auditFileOf(flagValue: (name: FlagName) => string | undefined, allowWrites: boolean, simulate: boolean): string | undefined {
  const file = flagValue("audit");
  if (allowWrites && simulate) throw new UsageError("--allow-writes cannot be used with a simulated cluster, which has no users");
  if (allowWrites && file === undefined)
    throw new UsageError("--allow-writes needs --audit FILE here: each action is written to that file before it is sent.");
  if (!allowWrites && file !== undefined)
    throw new UsageError("--audit writes down what is done, and without --allow-writes nothing is: add it, or leave --audit out.");
  return file;
}

/** Parses `daemonscope collect`. Throws UsageError. */
export function collectOf(flags: ParsedFlags): CollectConfig {
  const { values, words } = flags;
  const flagValue = (name: FlagName) => values.get(name)?.[0];
  if (words[0] !== undefined) throw new UsageError(`collect takes no "${words[0]}": the engine is named with --to.`);
  const engine = engineOf(flagValue, "to");
  if (engine === undefined) throw new UsageError(`collect needs the engine to write to: ${PROGRAM} collect --to nats://HOST:4222.`);
  const age = flagValue("keep-age");
  const maxAgeMs = age === undefined ? 0 : parseDurationMs("keep-age", age, "72h or 30d");
  if (age !== undefined && maxAgeMs === 0) throw new UsageError("--keep-age 0 would keep nothing: omit it to keep what --keep-size allows");
  const replicas = flagValue("engine-replicas") ?? "1";
  if (!["1", "3", "5"].includes(replicas)) throw new UsageError(`invalid value "${replicas}" for --engine-replicas: use 1, 3 or 5`);
  const name = flagValue("cluster");
  const { cluster, ...plan } = clusterPlanOf(flags);
  const { cluster: _, ...choice } = cluster;
  return {
    ...plan,
    cluster: choice,
    engine,
    ...optionalEntry("name", name === undefined ? undefined : requireStreamName(name, true)),
    maxBytes: numberOf("keep-size", flagValue("keep-size") ?? DEFAULT_KEPT_MB, 1, 1_000_000, true) * 1024 * 1024,
    maxAgeMs,
    replicas: Number(replicas),
    openReads: values.has("open-reads"),
    ...optionalEntry("auditFile", auditFileOf(flagValue, values.has("allow-writes"), plan.simulate)),
  };
}

/** Reports whether the traffic to the engine is private: by required TLS, or because the engine is on this machine. */
const isPrivate = ({ url, authority }: EngineOptions): boolean =>
  authority !== undefined ||
  url.split(",").every((part) => part.startsWith("tls:") || isLoopback(new URL(part).hostname.replace(/^\[|\]$/g, "")));

/** Flags without a meaning for clusters of an engine. */
const WATCH_FLAGS: readonly FlagName[] = ["history", "webhook", "show-env-values", "pod-workers"];

/**
 * Rejects flags that a viewer does not support: it watches no cluster, and sends requests only as the user. Throws
 * UsageError.
 */
export function rejectWithEngine(
  engine: EngineOptions,
  { values, typed: typedFlags }: ParsedFlags,
  { simulate }: Pick<ClusterPlan, "simulate">,
): void {
  const typed = simulate ? "simulate" : clusterFlagOf({ typed: typedFlags });
  if (typed !== undefined) throw new UsageError(`use either --from or --${typed}, not both: an engine needs no other cluster`);
  const auth = values.get("auth")?.[0] ?? "none";
  if (auth === "proxy" || auth === "oidc")
    throw new UsageError(`--auth ${auth} cannot be used with --from, which needs the token of each user: use --auth token`);
  if (auth === "token" && !isPrivate(engine))
    throw new UsageError(
      `--auth token would send tokens of people to ${engine.url} in the clear: give the engine's address as tls://, or its --engine-ca.`,
    );
  if (values.has("allow-writes") && auth === "none")
    throw new UsageError("--allow-writes with --from acts on a cluster as the person who does it, with their own token: add --auth token.");
  const other = WATCH_FLAGS.find((name) => values.has(name));
  if (other !== undefined) throw new UsageError(`use either --${other} or --from, not both: an engine needs no watch`);
}
