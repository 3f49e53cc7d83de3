import type { StoredObject } from "../objects/contract.ts";
import { createSystemNamespaces } from "../store/seed.ts";
import { createStore, type SimulatorStore } from "../store/store.ts";
import { createSimulatedClock, type SimulatedClock } from "../time/clock-simulated.ts";
import { createRandom } from "../time/random.ts";
import { type Api, type ApiOptions, startApi } from "./start-api.ts";

export interface WatchEvent {
  readonly type: string;
  readonly object: StoredObject & Record<string, unknown>;
}

/** A watch that a test reads: events in order, then the end. */
interface OpenedWatch {
  readonly status: number;
  /** Returns the next event; undefined if the stream has ended. Throws if it was cut. */
  next(): Promise<WatchEvent | undefined>;
  take(count: number): Promise<readonly WatchEvent[]>;
  nextLine(): Promise<string | undefined>;
  close(): Promise<void>;
}

type Answer = Record<string, unknown> & { readonly items: StoredObject[] };

export interface TestedApi extends Api {
  readonly store: SimulatorStore;
  readonly clock: SimulatedClock;
  /** Returns status, headers and JSON of one request. */
  ask(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{
    readonly code: number;
    readonly headers: Headers;
    readonly body: Answer;
  }>;
  watch(path: string, headers?: Record<string, string>): Promise<OpenedWatch>;
}

const START = Date.UTC(2026, 0, 1);
/** Enough for a test's next action. The API's own three seconds would only delay the tests. */
const VERSION_PATIENCE_MS = 400;

/** An API over an empty cluster whose clock is stopped at 2026-01-01. */
export async function testedApi(
  options: Partial<ApiOptions> & { readonly historyMs?: number; readonly historyCount?: number } = {},
): Promise<TestedApi> {
  const { historyMs, historyCount, ...apiOptions } = options;
  const clock = createSimulatedClock(START);
  const random = createRandom(7);
  const store = createStore({
    clock,
    random: () => random.next(),
    ...(historyMs === undefined ? {} : { historyMs }),
    ...(historyCount === undefined ? {} : { historyCount }),
  });
  createSystemNamespaces(store);
  const api = await startApi({ store, clock, versionPatienceMs: VERSION_PATIENCE_MS, ...apiOptions });
  return {
    ...api,
    store,
    clock,
    async ask(method, path, body, headers = {}) {
      const response = await fetch(`${api.url}${path}`, {
        method,
        headers: { "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      return { code: response.status, headers: response.headers, body: (await response.json()) as Answer };
    },
    async watch(path, headers = {}) {
      const response = await fetch(`${api.url}${path}`, { headers });
      const reader = response.body?.getReader();
      const decoder = new TextDecoder();
      let text = "";
      const nextLine = async (): Promise<string | undefined> => {
        while (!text.includes("\n")) {
          const read = await reader?.read();
          if (read === undefined || read.done) return undefined;
          text += decoder.decode(read.value, { stream: true });
        }
        const end = text.indexOf("\n");
        const line = text.slice(0, end);
        text = text.slice(end + 1);
        return line;
      };
      const next = async () => {
        const line = await nextLine();
        return line === undefined ? undefined : (JSON.parse(line) as WatchEvent);
      };
      return {
        status: response.status,
        next,
        nextLine,
        async take(count) {
          const events: WatchEvent[] = [];
          while (events.length < count) {
            const event = await next();
            if (event === undefined) break;
            events.push(event);
          }
          return events;
        },
        close: async () => reader?.cancel(),
      };
    },
  };
}

export const node = (name: string, labels: Record<string, string> = {}) => ({ metadata: { name, labels } });
export const pod = (name: string, labels: Record<string, string> = {}) => ({
  metadata: { name, namespace: "default", labels },
  spec: { containers: [{ name: "a", image: "a:1" }] },
});
export const daemonSet = (name: string) => ({
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  metadata: { name, namespace: "default" },
  spec: {
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: "a", image: "a:1" }] } },
  },
});

/** Changes an object's label to cause an event. */
export function touch(store: SimulatorStore, resource: "nodes" | "pods", name: string, value: string): void {
  store.edit(resource, resource === "pods" ? "default" : undefined, name, (object) => {
    object.metadata.labels = { ...object.metadata.labels, touched: value };
  });
}
