import { errorMessage } from "@daemonscope/kube/base/error-message";
import { Signal } from "@daemonscope/kube/base/signal";
import type { ClusterSummary, ClustersAnswer } from "@daemonscope/shared/http/clusters";

/** All clusters as of the server's last answer. */
interface ClustersSnapshot {
  /** Undefined before the first answer. */
  readonly clusters: readonly ClusterSummary[] | undefined;
  readonly notes: readonly string[];
  /** When the last answer arrived. */
  readonly answeredAtMs: number | undefined;
  /** Why the last request failed; undefined if it succeeded. */
  readonly problem: string | undefined;
}

interface ClustersSourceOptions {
  readonly ask: (since: string | undefined, signal: AbortSignal) => Promise<ClustersAnswer>;
  readonly nowMs: () => number;
  readonly after: (ms: number, run: () => void) => { cancel(): void };
  /** Reports whether the page is visible. The source sends no requests while it is not. */
  readonly isVisible: () => boolean;
}

const ASK_EVERY_MS = 1000;
/** Above this number of clusters the source requests less often, because the answers are larger. */
const MANY = 40;
const MANY_EVERY_MS = 2000;
/** Timeout of a request; the next one follows after the usual interval. */
const TIMEOUT_MS = 10_000;
const NONE: ClustersSnapshot = { clusters: undefined, notes: [], answeredAtMs: undefined, problem: undefined };

/**
 * Polls the server for all clusters and keeps its answers. The server sends agents only where they changed. After a
 * failure the last answer remains, with its time.
 */
export class ClustersSource {
  readonly #options: ClustersSourceOptions;
  readonly #changed = new Signal();
  readonly #end = new AbortController();
  #snapshot = NONE;
  #version: string | undefined;
  #waiting: { cancel(): void } | undefined;
  #isAsking = false;

  constructor(options: ClustersSourceOptions) {
    this.#options = options;
  }

  readonly snapshot = (): ClustersSnapshot => this.#snapshot;

  readonly subscribe = this.#changed.subscribe;

  /** Sends a request, unless one is in progress. Called at the start, and when the page becomes visible. */
  async askNow(): Promise<void> {
    if (this.#isAsking || this.#end.signal.aborted) return;
    this.#isAsking = true;
    this.#waiting?.cancel();
    try {
      this.#take(await this.#options.ask(this.#version, AbortSignal.any([this.#end.signal, AbortSignal.timeout(TIMEOUT_MS)])));
    } catch (error) {
      this.#publish({ ...this.#snapshot, problem: errorMessage(error) });
    }
    this.#isAsking = false;
    this.#askLater();
  }

  close(): void {
    this.#end.abort();
    this.#waiting?.cancel();
  }

  #take({ version, whole, clusters, notes }: ClustersAnswer): void {
    const before = new Map((whole ? [] : (this.#snapshot.clusters ?? [])).map((each) => [each.name, each]));
    this.#version = version;
    this.#publish({
      clusters: clusters.map((each) => ({ ...each, agents: each.agents ?? before.get(each.name)?.agents ?? [] })),
      notes,
      answeredAtMs: this.#options.nowMs(),
      problem: undefined,
    });
  }

  #askLater(): void {
    if (this.#end.signal.aborted) return;
    const intervalMs = (this.#snapshot.clusters?.length ?? 0) > MANY ? MANY_EVERY_MS : ASK_EVERY_MS;
    this.#waiting = this.#options.after(intervalMs, () => {
      if (this.#options.isVisible()) void this.askNow();
      else this.#askLater();
    });
  }

  #publish(snapshot: ClustersSnapshot): void {
    this.#snapshot = snapshot;
    this.#changed.emit();
  }
}
