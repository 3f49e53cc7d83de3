import type { Json } from "@daemonscope/kube-client/decode/fields";
import { systemTimers, type Timers } from "@daemonscope/kube-client/flow-control/clock";
import type { Transport } from "@daemonscope/kube-client/http/transport";
import { getObject } from "@daemonscope/kube-client/read/get-object";
import { type ListedObjects, listObjects } from "@daemonscope/kube-client/read/list-objects";

/** Readers share a running request, and its answer for this time after its arrival. */
const SHARED_MS = 2000;
/** Time limit of a read, with all its pages. */
const TIMEOUT_MS = 30_000;

export interface OnDemandReadsOptions {
  readonly transport: Transport;
  /** The only namespace that is read; all namespaces if undefined. */
  readonly namespace: string | undefined;
  readonly timers?: Timers;
}

/** A list request. Equal requests share its answer for `keptMs`, or for `SHARED_MS` if it is undefined. */
interface OnDemandList {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly limit: number;
  readonly keptMs?: number;
}

/** Reads objects on demand instead of watching them. Equal requests of many readers go to the API server once. */
export class OnDemandReads {
  readonly namespace: string | undefined;
  readonly #timers: Timers;
  #transport: Transport;
  #shared = new Map<string, Promise<unknown>>();

  constructor({ transport, namespace, timers = systemTimers }: OnDemandReadsOptions) {
    this.#transport = transport;
    this.namespace = namespace;
    this.#timers = timers;
  }

  get transport(): Transport {
    return this.#transport;
  }

  /** Switches to another cluster. */
  begin(transport: Transport): void {
    this.#transport = transport;
    this.#shared = new Map();
  }

  /** Lists objects once for all callers within a short time. `name` identifies `read`: the same name must mean the
   *  same `read`. Throws KubeRequestError. */
  list<T>(name: string, asked: OnDemandList, read: (object: Json) => T | undefined): Promise<ListedObjects<T>> {
    const { keptMs, ...list } = asked;
    const key = JSON.stringify([name, list.path, list.query ?? {}, list.limit]);
    return this.#once(key, (signal) => listObjects(this.#transport, { ...list, signal, timers: this.#timers }, read), keptMs);
  }

  /** Reads one object once for all callers within a short time. Throws KubeRequestError. */
  get<T>(path: string, read: (object: Json) => T): Promise<T> {
    return this.#once(`get ${path}`, async (signal) => read(await getObject(this.#transport, path, { signal, timers: this.#timers })));
  }

  #once<T>(key: string, ask: (signal: AbortSignal) => Promise<T>, keptMs = SHARED_MS): Promise<T> {
    const shared = this.#shared;
    const running = shared.get(key);
    if (running !== undefined) return running as Promise<T>;
    const abort = new AbortController();
    const timer = this.#timers.after(TIMEOUT_MS, () => abort.abort());
    const forgetAfter = (ms: number) => {
      timer.cancel();
      this.#timers.after(ms, () => shared.delete(key));
    };
    const answer = ask(abort.signal).then(
      (found) => {
        forgetAfter(keptMs);
        return found;
      },
      (error) => {
        // Callers share a failure for `SHARED_MS`, even if `keptMs` is longer.
        forgetAfter(SHARED_MS);
        throw error;
      },
    );
    shared.set(key, answer);
    return answer;
  }
}
