import { readFileSync } from "node:fs";
import { JetStreamApiError, type JetStreamManager, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect, credsAuthenticator, type NatsConnection } from "@nats-io/transport-node";
import { background } from "../background.ts";
import type { EngineChoice } from "../command-line/engine-choice.ts";
import { given } from "../command-line/flag-values.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { type Beat, beatBytes, readBeat } from "./beat.ts";
import type { EngineMessages } from "./engine-messages.ts";
import type { LogStream } from "./log-stream.ts";
import { NatsStream, type StreamLimits, streamConfigOf } from "./nats-stream.ts";
import { STREAM_PREFIX, subjectsOf } from "./stream-subjects.ts";

const CONNECT_MS = 5000;
const ASK_MS = 2000;
const STREAM_NOT_FOUND = 10059;
/** The engine's own answer where nobody has subscribed. */
const NO_RESPONDERS = 503;
const USUAL_MOST_BYTES = 1024 * 1024;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** An engine that holds logs of clusters: NATS with JetStream. It connects anew by itself, for as long as it is open. */
export class Engine {
  readonly url: string;
  readonly #connection: NatsConnection;
  readonly #manager: JetStreamManager;
  #isConnected = true;

  constructor(url: string, connection: NatsConnection, manager: JetStreamManager) {
    this.url = url;
    this.#connection = connection;
    this.#manager = manager;
    background(this.#watchConnection());
  }

  /** Whether it is reached; where a network swallows what is sent, that is found out after some seconds. */
  get isConnected(): boolean {
    return this.#isConnected;
  }

  async #watchConnection(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type === "disconnect" || type === "staleConnection") this.#isConnected = false;
      if (type === "reconnect") this.#isConnected = true;
    }
  }

  /** Names of the clusters whose logs are there, sorted. */
  async clusters(): Promise<readonly string[]> {
    const names: string[] = [];
    for await (const name of this.#manager.streams.names())
      if (name.startsWith(STREAM_PREFIX)) names.push(name.slice(STREAM_PREFIX.length));
    return names.sort();
  }

  /** The log of a cluster; undefined where none is there. Throws UsageError for a stream of that name that is none of ours. */
  async find(cluster: string): Promise<LogStream | undefined> {
    const subjects = subjectsOf(cluster);
    try {
      const { config } = await this.#manager.streams.info(subjects.stream);
      if (config.metadata?.product !== "daemonscope" || config.metadata.schema !== "1")
        throw new UsageError(
          `Stream ${subjects.stream} in ${this.url} was not made by this version of daemonscope: give the cluster another name, or remove the stream.`,
        );
    } catch (error) {
      if (error instanceof JetStreamApiError && error.code === STREAM_NOT_FOUND) return undefined;
      throw error;
    }
    return new NatsStream(jetstream(this.#connection), this.#manager, subjects);
  }

  /** The log of a cluster, made where there is none. Throws UsageError as `find`, and for what the engine refuses. */
  async open(cluster: string, limits: StreamLimits): Promise<LogStream> {
    const found = await this.find(cluster);
    if (found !== undefined) return found;
    const subjects = subjectsOf(cluster);
    try {
      await this.#manager.streams.add(streamConfigOf(subjects, limits));
    } catch (error) {
      throw new UsageError(`The engine at ${this.url} makes no stream ${subjects.stream}: ${reasonOf(error)}.`);
    }
    return new NatsStream(jetstream(this.#connection), this.#manager, subjects);
  }

  /** Tells who follows a cluster that its writer is there. What cannot be told now is not told later. */
  tellBeat(cluster: string, beat: Beat): void {
    if (this.#connection.isClosed()) return;
    this.#connection.publish(subjectsOf(cluster).beat, beatBytes(beat));
  }

  /** Hears the beats of a cluster's writer until the signal. */
  async hearBeats(cluster: string, onBeat: (beat: Beat) => void, signal: AbortSignal): Promise<void> {
    const subscription = this.#connection.subscribe(subjectsOf(cluster).beat);
    const stop = () => subscription.unsubscribe();
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    for await (const { data } of subscription) {
      const beat = readBeat(data);
      if (beat !== undefined) onBeat(beat);
    }
  }

  /** What is asked and answered over the engine, and kept nowhere. */
  get messages(): EngineMessages {
    const connection = this.#connection;
    return {
      get mostBytes() {
        return connection.info?.max_payload ?? USUAL_MOST_BYTES;
      },
      publish(subject, bytes, reply) {
        if (!connection.isClosed()) connection.publish(subject, bytes, reply === undefined ? {} : { reply });
      },
      subscribe(subject, onMessage) {
        const subscription = connection.subscribe(subject, {
          callback: (error, message) => {
            if (error !== null) return;
            const { data, reply, headers } = message;
            const isUnheard = data.length === 0 && headers?.code === NO_RESPONDERS;
            onMessage({ subject: message.subject, bytes: data, ...given("reply", reply), ...(isUnheard ? { isUnheard } : {}) });
          },
        });
        return { end: () => subscription.unsubscribe() };
      },
    };
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }
}

function readableFile(flag: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`${flag} names ${path}, which cannot be read: ${(error as NodeJS.ErrnoException).code ?? reasonOf(error)}.`);
  }
}

/** Reaches an engine. Throws UsageError with what is wrong: not there, no JetStream, credentials that it does not take. */
export async function openEngine({ url, credentials, authority }: EngineChoice): Promise<Engine> {
  const creds = credentials === undefined ? undefined : readableFile("--engine-credentials", credentials);
  if (authority !== undefined) readableFile("--engine-ca", authority);
  let connection: NatsConnection;
  try {
    connection = await connect({
      servers: url.split(","),
      timeout: CONNECT_MS,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      reconnectJitter: 100,
      pingInterval: 2000,
      maxPingOut: 2,
      ...(creds === undefined ? {} : { authenticator: credsAuthenticator(new TextEncoder().encode(creds)) }),
      ...(authority === undefined ? {} : { tls: { caFile: authority } }),
    });
  } catch (error) {
    throw new UsageError(`No engine answers at ${url}: ${reasonOf(error)}.`);
  }
  try {
    return new Engine(url, connection, await jetstreamManager(connection, { timeout: ASK_MS }));
  } catch (error) {
    await connection.close();
    throw new UsageError(`The engine at ${url} keeps no streams (${reasonOf(error)}): start nats-server with JetStream (-js).`);
  }
}
