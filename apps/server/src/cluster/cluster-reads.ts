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
  list<T>(
    name: string,
    asked: { readonly path: string; readonly query?: Readonly<Record<string, string>>; readonly limit: number },
    read: (object: Json) => T | undefined,
  ): Promise<ListedObjects<T>> {
    const key = JSON.stringify([name, asked.path, asked.query ?? {}, asked.limit]);
    return this.#once(key, (signal) => listObjects(this.#transport, { ...asked, signal, timers: this.#timers }, read));
  }

  /** Reads one object once for all who ask at about the same time. Throws KubeRequestError. */
  get<T>(path: string, read: (object: Json) => T): Promise<T> {
    return this.#once(`get ${path}`, async (signal) => read(await getObject(this.#transport, path, { signal, timers: this.#timers })));
  }

  #once<T>(key: string, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const shelf = this.#shared;
    const running = shelf.get(key);
    if (running !== undefined) return running as Promise<T>;
    const patience = new AbortController();
    const timer = this.#timers.after(PATIENCE_MS, () => patience.abort());
    const answer = ask(patience.signal).finally(() => {
      timer.cancel();
      this.#timers.after(SHARED_MS, () => shelf.delete(key));
    });
    shelf.set(key, answer);
    return answer;
  }
}
