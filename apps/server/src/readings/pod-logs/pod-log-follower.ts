import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import { type ContainerLogStream, type LogMessage, STREAMS_EACH } from "@daemonscope/shared/http/logs";
import { runDetached } from "../../platform/run-detached.ts";

/** A pod that may be followed, and its node. */
export interface PodLocation {
  readonly node: string;
  readonly pod: PodFacts;
}

/** The parameters of one stream. */
export interface LogStreamReader {
  readonly stream: ContainerLogStream;
  /** The stream began after the start, or was read before. */
  readonly isLater: boolean;
  readonly signal: AbortSignal;
  readonly onOpen: () => Promise<void>;
  readonly onLines: (lines: readonly string[]) => Promise<void>;
}

interface FollowerParts {
  readonly container: string;
  /** True for an init container, which runs while the pod is still Pending. */
  readonly isInit: boolean;
  /** Takes one of the server's streams; undefined if none is free. */
  readonly take: () => (() => void) | undefined;
  /** Resolves at the end of the container's output, with the problem if there is one. */
  readonly read: (reading: LogStreamReader) => Promise<string | undefined>;
  readonly send: (message: LogMessage) => Promise<void>;
  /** Returns the current pod; undefined if it is gone. */
  readonly podNow: (pod: PodLocation) => PodFacts | undefined;
  readonly nowMs: () => number;
}

interface Followed extends PodLocation {
  readonly number: number;
  readonly stream: ContainerLogStream;
  readonly isLater: boolean;
  /** Set during reading; a call ends the reading. */
  stop: (() => void) | undefined;
  /** The pod at the last start of its reading. */
  seen: PodFacts;
  readings: number;
  problem: string | undefined;
  /** The last `ended` message stated that the pod leaves, without a problem. */
  wasLeavingSent: boolean;
  /** Newest time of a received line. */
  lastStamp: string;
}

/** Returns a key of the state that decides whether a container without output may be readable now. */
const startKeyOf = ({ phase, ready, restarts, reason, step }: PodFacts): string => JSON.stringify([phase, ready, restarts, reason, step]);

/** The time with which the kubelet begins a line. */
const STAMPED = /^\d{4}-\d\d-\d\dT[\d:.]+/;

/** Returns the lines that are newer than a stamp, and their newest stamp: a log that is read again begins with
 *  known lines. A line without a time belongs to the line before it. */
export function linesAfter(lines: readonly string[], lastStamp: string): { readonly news: readonly string[]; readonly newest: string } {
  let newest = lastStamp;
  let isNew = true;
  const news = lines.filter((line) => {
    const stamp = STAMPED.exec(line)?.[0];
    if (stamp === undefined) return isNew;
    isNew = stamp > lastStamp;
    if (stamp > newest) newest = stamp;
    return isNew;
  });
  return { news, newest };
}

/** The containers that one reader follows: those at the start, later pods, and restarted containers. At most
 *  STREAMS_EACH are read at one time. Pods without a stream at the start stay out, so that the streams of replaced
 *  pods go to new pods. */
export class PodLogFollower {
  readonly #parts: FollowerParts;
  readonly #byUid = new Map<string, Followed>();
  /** Number of the last followed stream, by node. */
  readonly #lastOn = new Map<string, number>();
  readonly #leftOut = new Set<string>();
  #count = 0;
  #open = 0;
  #sentLeftOut: number;
  #isOver = false;
  readonly #running = new Set<Promise<void>>();

  /** `leftOut` are the pods beyond those of `begin`. */
  constructor(parts: FollowerParts, leftOut: readonly PodLocation[]) {
    this.#parts = parts;
    for (const { pod } of leftOut) this.#leftOut.add(pod.uid);
    this.#sentLeftOut = leftOut.length;
  }

  get isAnyOpen(): boolean {
    return this.#open > 0;
  }

  /** Starts to read the first pods. `releases`: one for each of these pods, in order. */
  begin(first: readonly PodLocation[], releases: readonly (() => void)[]): void {
    const added = first.map((each) => this.#add(each, false));
    for (const [at, release] of releases.entries()) {
      const followed = added[at];
      if (followed === undefined) release();
      else this.#start(followed, release);
    }
  }

  /** Resolves when no stream is read any longer. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Receives the current pods, in order of priority. Starts, ends and repeats reads accordingly. */
  async setPods(pods: readonly PodLocation[]): Promise<void> {
    if (this.#isOver) return;
    const uids = new Set(pods.map(({ pod }) => pod.uid));
    for (const [uid, followed] of this.#byUid) if (!uids.has(uid)) await this.#leave(uid, followed);
    for (const uid of this.#leftOut) if (!uids.has(uid)) this.#leftOut.delete(uid);
    let unreadCount = 0;
    for (const { node, pod } of pods) {
      const followed = this.#byUid.get(pod.uid);
      if (this.#leftOut.has(pod.uid)) unreadCount++;
      else if (followed === undefined ? this.#mayWrite(pod) : this.#shouldReadAgain(followed, pod)) {
        const release = this.#open < STREAMS_EACH ? this.#parts.take() : undefined;
        if (release === undefined) unreadCount++;
        else if (followed === undefined) await this.#join({ node, pod }, release);
        else this.#start(Object.assign(followed, { seen: pod }), release);
      }
    }
    if (unreadCount === this.#sentLeftOut) return;
    this.#sentLeftOut = unreadCount;
    await this.#parts.send({ kind: "leftOut", count: unreadCount });
  }

  /** Ends all reads. Called when the reader disconnects. */
  close(): void {
    this.#isOver = true;
    for (const { stop } of this.#byUid.values()) stop?.();
  }

  /** Reports whether a pod is read. A pod that waits to start without a problem is not, because the API server would
   *  report its wait as an error. */
  #mayWrite({ scheduled, phase, reason }: PodFacts): boolean {
    return scheduled && (phase !== "Pending" || this.#parts.isInit || reason !== undefined);
  }

  #shouldReadAgain({ stop, seen, problem }: Followed, pod: PodFacts): boolean {
    if (stop !== undefined || pod.deletingSinceMs !== undefined || !this.#mayWrite(pod)) return false;
    return problem === undefined ? pod.restarts > seen.restarts : startKeyOf(pod) !== startKeyOf(seen);
  }

  #add({ node, pod }: PodLocation, isLater: boolean): Followed {
    const stream: ContainerLogStream = { pod: pod.name, node, container: this.#parts.container };
    const followed: Followed = {
      node,
      pod,
      number: this.#count++,
      stream,
      isLater,
      stop: undefined,
      seen: pod,
      readings: 0,
      problem: undefined,
      wasLeavingSent: false,
      lastStamp: "",
    };
    this.#byUid.set(pod.uid, followed);
    this.#lastOn.set(node, followed.number);
    return followed;
  }

  async #join({ node, pod }: PodLocation, release: () => void): Promise<void> {
    const after = this.#lastOn.get(node);
    const followed = this.#add({ node, pod }, true);
    await this.#parts.send({ kind: "joined", stream: followed.number, opened: followed.stream, after, at: this.#parts.nowMs() });
    this.#start(followed, release);
  }

  async #leave(uid: string, followed: Followed): Promise<void> {
    this.#byUid.delete(uid);
    followed.stop?.();
    if (followed.stop === undefined && !followed.wasLeavingSent) await this.#sendEnd(followed, undefined);
  }

  #start(followed: Followed, release: () => void): void {
    if (this.#isOver) {
      release();
      return;
    }
    const controller = new AbortController();
    followed.stop = () => controller.abort();
    this.#open++;
    const running = this.#run(followed, controller.signal, release).finally(() => this.#running.delete(running));
    this.#running.add(running);
    runDetached(running);
  }

  async #run(followed: Followed, signal: AbortSignal, release: () => void): Promise<void> {
    const { number, stream, isLater, problem: before, lastStamp } = followed;
    const wasRead = followed.readings++ > 0;
    const { read, send, nowMs } = this.#parts;
    const problem = await read({
      stream,
      isLater: isLater || wasRead,
      signal,
      onOpen: async () => {
        followed.problem = undefined;
        if (wasRead) await send({ kind: "resumed", stream: number, at: nowMs() });
      },
      onLines: async (lines) => {
        const { news, newest } = linesAfter(lines, lastStamp);
        if (newest > followed.lastStamp) followed.lastStamp = newest;
        if (news.length > 0) await send({ kind: "lines", stream: number, lines: news });
      },
    });
    followed.stop = undefined;
    this.#open--;
    release();
    if (this.#isOver) return;
    // The error of a read that ended because its pod was deleted is not reported.
    followed.problem = this.#byUid.get(followed.pod.uid) === followed ? problem : undefined;
    if (before === undefined || before !== followed.problem) await this.#sendEnd(followed, followed.problem);
  }

  async #sendEnd(followed: Followed, problem: string | undefined): Promise<void> {
    const { podNow, send, nowMs } = this.#parts;
    const currentPod = podNow(followed);
    const isLeaving = currentPod === undefined || currentPod.deletingSinceMs !== undefined;
    followed.wasLeavingSent = isLeaving && problem === undefined;
    await send({ kind: "ended", stream: followed.number, problem, isLeaving, at: nowMs() });
  }
}
