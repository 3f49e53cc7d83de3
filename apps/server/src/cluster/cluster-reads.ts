import { systemTimers, type Timers } from "../clock.ts";
import type { Json } from "./decode/fields.ts";
import { getObject } from "./get-object.ts";
import { type ListedObjects, listObjects } from "./list-objects.ts";
import type { Transport } from "./transport.ts";

/** Readers that ask within this time share one answer. */
const SHARED_MS = 2000;
/** A read of many pages ends here. */
const PATIENCE_MS = 30_000;

export interface ClusterReadsOptions {
  readonly transport: Transport;
  /** The only namespace that is looked at; all when undefined. */
  readonly namespace: string | undefined;
  readonly timers?: Timers;
}

/** Which objects, and for how long their list answers whoever asks for the same; left out: some seconds. */
export interface ReadList {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly limit: number;
  readonly keptMs?: number;
}

/** What is read of the cluster when somebody asks, rather than watched. The same question of many readers is asked of the API server once. */
export class ClusterReads {
  readonly namespace: string | undefined;
  readonly #timers: Timers;
  #transport: Transport;
  #shared = new Map<string, Promise<unknown>>();

  constructor({ transport, namespace, timers = systemTimers }: ClusterReadsOptions) {
    this.#transport = transport;
    this.namespace = namespace;
    this.#timers = timers;
  }

  get transport(): Transport {
    return this.#transport;
  }

  /** From now on another cluster is read. */
  begin(transport: Transport): void {
    this.#transport = transport;
    this.#shared = new Map();
  }

  /** Lists objects once for all who ask at about the same time. `name` stands for what `read` keeps: the same name, the same `read`. Throws KubeRequestError. */
  list<T>(name: string, asked: ReadList, read: (object: Json) => T | undefined): Promise<ListedObjects<T>> {
    const { keptMs, ...list } = asked;
    const key = JSON.stringify([name, list.path, list.query ?? {}, list.limit]);
    return this.#once(key, (signal) => listObjects(this.#transport, { ...list, signal, timers: this.#timers }, read), keptMs);
  }

  /** Reads one object once for all who ask at about the same time. Throws KubeRequestError. */
  get<T>(path: string, read: (object: Json) => T): Promise<T> {
    return this.#once(`get ${path}`, async (signal) => read(await getObject(this.#transport, path, { signal, timers: this.#timers })));
  }

  #once<T>(key: string, ask: (signal: AbortSignal) => Promise<T>, keptMs = SHARED_MS): Promise<T> {
    const shelf = this.#shared;
    const running = shelf.get(key);
    if (running !== undefined) return running as Promise<T>;
    const patience = new AbortController();
    const timer = this.#timers.after(PATIENCE_MS, () => patience.abort());
    const forgetAfter = (ms: number) => {
      timer.cancel();
      this.#timers.after(ms, () => shelf.delete(key));
    };
    const answer = ask(patience.signal).then(
      (found) => {
        forgetAfter(keptMs);
        return found;
      },
      (error) => {
        // Who comes next asks again, however long an answer would be kept.
        forgetAfter(SHARED_MS);
        throw error;
      },
    );
    shelf.set(key, answer);
    return answer;
  }
}
