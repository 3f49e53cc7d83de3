import type { ClusterIdentity } from "@daemonscope/shared/state/frame";
import { dataBadges } from "../../data/freshness/data-badges.ts";

/** Source and age of exported data. Every export contains them. */
export interface Origin {
  readonly cluster: ClusterIdentity;
  /** Cluster time of the data. */
  readonly atMs: number;
  /** The data was live when it was exported. */
  readonly isLive: boolean;
}

const safe = (text: string): string => text.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(0, 80);

/** Returns `SIMULATED_tour_fluent-bit_2026-11-21T03-12-20Z.csv`, with `_not-live` if the data was not live. */
export function fileNameOf({ cluster, atMs, isLive }: Origin, about: string, extension: string): string {
  const time = new Date(atMs).toISOString().slice(0, 19).replaceAll(":", "-");
  const parts = [...dataBadges(cluster), safe(cluster.context), safe(about), `${time}Z`, ...(isLive ? [] : ["not-live"])];
  return `${parts.join("_")}.${extension}`;
}

/** Returns `SIMULATED tour · 2026-11-21 03:12:20 UTC`, for pictures and texts. The time is UTC, because the reader
 *  may be in another time zone. */
export function originLine({ cluster, atMs, isLive }: Origin): string {
  const moment = `${new Date(atMs).toISOString().slice(0, 19).replace("T", " ")} UTC`;
  const parts = [[...dataBadges(cluster), cluster.context].join(" "), moment];
  return [...parts, ...(isLive ? [] : ["NOT LIVE"])].join(" · ");
}

/** Returns the first fields of an exported JSON document. */
export const originFacts = ({ cluster, atMs, isLive }: Origin) => ({
  context: cluster.context,
  simulated: cluster.simulated,
  ...(cluster.recorded === undefined ? {} : { recorded: true }),
  at: new Date(atMs).toISOString(),
  live: isLive,
});
