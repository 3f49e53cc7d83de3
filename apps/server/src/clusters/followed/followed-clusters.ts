import { appendTo } from "@daemonscope/kube/base/append-to";
import { errorMessage } from "@daemonscope/kube/base/error-message";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { sleep } from "@daemonscope/kube-client/flow-control/retry-policy";
import type { LogStreamListing } from "../../engine/stream/engine.ts";
import { clusterNames } from "../cluster-names.ts";
import type { NamedCluster, UnusableCluster } from "../cluster-runtime.ts";
import type { MultiCluster } from "../clusters.ts";
import type { FollowedRuntime } from "./followed-runtime.ts";

/** A served cluster. */
interface Served {
  /** The creation time of the stream, which identifies it among those of one name. */
  readonly made: string;
  readonly followed: FollowedRuntime;
  readonly part: NamedCluster;
}

interface FollowedClustersParts {
  readonly listStreams: () => Promise<readonly LogStreamListing[]>;
  /** Follows a cluster, and creates its part for the routes. */
  readonly begin: (stream: string, name: string) => Promise<{ readonly followed: FollowedRuntime; readonly part: NamedCluster }>;
  readonly onProblem: (text: string) => void;
}

const REFRESH_INTERVAL_MS = 3000;

/**
 * The clusters in an engine, as they come and go. Each new one is followed. A deleted or unusable stream is reported
 * in a sentence, and does not affect the others.
 */
export class FollowedClusters implements MultiCluster {
  readonly #parts: FollowedClustersParts;
  readonly #served = new Map<string, Served>();
  /** Names in addresses; they never change once assigned. */
  readonly #names = new Map<string, string>();
  #unusable = new Map<string, string>();
  #notes: readonly string[] = [];
  #problem: string | undefined;

  constructor(parts: FollowedClustersParts) {
    this.#parts = parts;
  }

  get named(): readonly NamedCluster[] {
    return Array.from(this.#served.values(), ({ part }) => part);
  }

  get unusable(): readonly UnusableCluster[] {
    return Array.from(this.#unusable, ([stream, problem]) => ({ name: this.#nameOf(stream), context: stream, problem: `${problem}.` }));
  }

  get notes(): readonly string[] {
    return this.#notes;
  }

  get followed(): readonly FollowedRuntime[] {
    return Array.from(this.#served.values(), ({ followed }) => followed);
  }

  /** Refreshes the clusters periodically until `signal` aborts. If the engine does not respond, nothing changes. */
  async keepRefreshing(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(REFRESH_INTERVAL_MS, signal, systemTimers);
      if (signal.aborted) return;
      try {
        await this.refresh();
        this.#problem = undefined;
      } catch (error) {
        const text = `the engine does not say which clusters it holds: ${errorMessage(error)}`;
        if (this.#problem === undefined) this.#parts.onProblem(text);
        this.#problem = text;
      }
    }
  }

  /** Applies the current list of streams. Throws errors of the engine. */
  async refresh(): Promise<void> {
    const found = await this.#parts.listStreams();
    const unusable = new Map<string, string>();
    for (const { name, problem } of found) if (problem !== undefined) unusable.set(name, problem);
    for (const [stream, served] of [...this.#served]) {
      const listing = found.find(({ name }) => name === stream);
      if (listing !== undefined && listing.problem === undefined && listing.made === served.made) continue;
      this.#served.delete(stream);
      if (listing === undefined)
        unusable.set(stream, `The log of ${stream} was deleted from the engine: restart its collector, which creates it again`);
      await this.#end(served);
    }
    // Deleted streams remain listed as unusable until they return.
    for (const [stream, problem] of this.#unusable) if (!found.some(({ name }) => name === stream)) unusable.set(stream, problem);
    for (const [stream, problem] of unusable) if (this.#unusable.get(stream) !== problem) this.#parts.onProblem(problem);
    this.#unusable = unusable;
    for (const { name, made, problem } of found)
      if (problem === undefined && !this.#served.has(name))
        this.#served.set(name, { made, ...(await this.#parts.begin(name, this.#nameOf(name))) });
    this.#notes = duplicateClusterNotes(found);
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#served.values(), (served) => this.#end(served)));
  }

  async #end({ followed, part }: Served): Promise<void> {
    followed.asks.close();
    part.rights?.close("the cluster no longer exists");
    part.acting?.close();
    await followed.cluster.close();
  }

  /** Returns a unique name of characters that are valid in an address. It is kept for the lifetime of the process. */
  #nameOf(stream: string): string {
    const known = this.#names.get(stream);
    if (known !== undefined) return known;
    const places = [...this.#names.keys(), stream].map((context) => ({ context }));
    const name = clusterNames(places).at(-1) ?? stream;
    const usedNames = new Set(this.#names.values());
    let free = name;
    for (let count = 2; usedNames.has(free); count++) free = `${name}-${count}`;
    this.#names.set(stream, free);
    return free;
  }
}

/** Returns a sentence for each cluster that has several names. */
export function duplicateClusterNotes(found: readonly LogStreamListing[]): readonly string[] {
  const byUid = new Map<string, string[]>();
  for (const { name, uid, problem } of found) if (uid !== undefined && problem === undefined) appendTo(byUid, uid, name);
  return [...byUid.values()]
    .filter((names) => names.length > 1)
    .map(
      (names) =>
        `${names.slice(0, -1).join(", ")} and ${names.at(-1)} are one cluster, collected under ${names.length === 2 ? "two" : names.length} names: stop all collectors but those of one name, and remove the other streams.`,
    );
}
