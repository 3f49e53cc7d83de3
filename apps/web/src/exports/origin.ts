import type { ClusterIdentity } from "@daemonscope/shared/frame";
import { stagedWords } from "../cluster/staged.ts";

/** Where exported data come from and how old they are: every export says so. */
export interface Origin {
  readonly cluster: ClusterIdentity;
  /** Cluster time that the data show. */
  readonly atMs: number;
  /** What is shown was live when it was exported. */
  readonly isLive: boolean;
}

const safe = (text: string): string => text.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(0, 80);

/** `SIMULATED_tour_fluent-bit_2026-11-21T03-12-20Z.csv`; `_not-live` where it was not. */
export function fileNameOf({ cluster, atMs, isLive }: Origin, about: string, extension: string): string {
  const time = new Date(atMs).toISOString().slice(0, 19).replaceAll(":", "-");
  const parts = [...stagedWords(cluster), safe(cluster.context), safe(about), `${time}Z`, ...(isLive ? [] : ["not-live"])];
  return `${parts.join("_")}.${extension}`;
}

/** `SIMULATED tour · 2026-11-21 03:12:20 UTC`, as pictures and texts have it: whoever reads it may sit in another zone. */
export function originLine({ cluster, atMs, isLive }: Origin): string {
  const moment = `${new Date(atMs).toISOString().slice(0, 19).replace("T", " ")} UTC`;
  const parts = [[...stagedWords(cluster), cluster.context].join(" "), moment];
  return [...parts, ...(isLive ? [] : ["NOT LIVE"])].join(" · ");
}

/** The facts of `origin` as a JSON document begins with them. */
export const originFacts = ({ cluster, atMs, isLive }: Origin) => ({
  context: cluster.context,
  simulated: cluster.simulated,
  ...(cluster.recorded === undefined ? {} : { recorded: true }),
  at: new Date(atMs).toISOString(),
  live: isLive,
});
