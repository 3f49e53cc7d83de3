import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { errorMessage } from "@daemonscope/kube/base/error-message";
import { JetStreamApiError, type JetStreamManager, jetstream, jetstreamManager, type StreamConfig } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { optionalEntry } from "../../platform/failure/flag-values.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { runDetached } from "../../platform/run-detached.ts";
import { connectToEngine, permissionProblem } from "./engine-connection.ts";
import type { EngineMessages } from "./engine-messages.ts";
import type { EngineOptions } from "./engine-options.ts";
import type { EventLogStream } from "./event-log-stream.ts";
import { NatsStream, STREAM_SCHEMA, type StreamLimits, streamConfigOf } from "./nats-stream.ts";
import { STREAM_PREFIX, subjectsOf } from "./stream-subjects.ts";
import { decodeHeartbeat, encodeHeartbeat, type WriterHeartbeat } from "./writer-heartbeat.ts";

const REQUEST_TIMEOUT_MS = 2000;
/** Error codes of the JetStream API. */
const STREAM_NOT_FOUND = 10059;
const STREAM_EXISTS = 10058;
const NO_ROOM = 10047;
/** Key in a stream's metadata: the uid of its cluster's namespace kube-system. */
const UID_KEY = "cluster-uid";
/** The status code of the engine's own reply if a subject has no subscriber. */
const NO_RESPONDERS = 503;
const DEFAULT_MAX_PAYLOAD_BYTES = 1024 * 1024;

/** A stream whose name is that of a cluster's log. */
export interface LogStreamListing {
  readonly name: string;
  /** The creation time, which identifies a stream among those of one name. */
  readonly made: string;
  /** The unique id of the cluster; undefined if its collector did not know it. */
  readonly uid: string | undefined;
  /** The reason why it cannot be followed: one sentence without a full stop. */
  readonly problem: string | undefined;
}

/** An engine that holds logs of clusters: NATS with JetStream. It reconnects by itself while it is open. */
export class Engine {
  readonly url: string;
  readonly #connection: NatsConnection;
  readonly #manager: JetStreamManager;
  readonly #lacking = new Set<string>();
  #isConnected = true;
  /** Called once per missing permission, with a sentence without a full stop. */
  onLacking: (problem: string) => void = () => undefined;

  constructor(url: string, connection: NatsConnection, manager: JetStreamManager) {
    this.url = url;
    this.#connection = connection;
    this.#manager = manager;
    runDetached(this.#watchConnection());
  }

  /** Whether the engine is connected. A network that drops packets is detected after some seconds. */
  get isConnected(): boolean {
    return this.#isConnected;
  }

  async #watchConnection(): Promise<void> {
    for await (const status of this.#connection.status()) {
      if (status.type === "disconnect" || status.type === "staleConnection") this.#isConnected = false;
      if (status.type === "reconnect") this.#isConnected = true;
      if (status.type === "error") this.#reportLacking(permissionProblem(status.error));
    }
  }

  #reportLacking(problem: string | undefined): void {
    if (problem === undefined || this.#lacking.has(problem)) return;
    this.#lacking.add(problem);
    this.onLacking(problem);
  }

  /** Awaits a request to the engine. Throws UsageError if a permission is missing. */
  async #checkPermission<T>(request: Promise<T>): Promise<T> {
    try {
      return await request;
    } catch (error) {
      const lacking = permissionProblem(error);
      if (lacking === undefined) throw error;
      throw new UsageError(`At ${this.url} ${lacking}.`);
    }
  }

  /** Returns the current logs of clusters by name, including streams with such a name that are no log. */
  listStreams(): Promise<readonly LogStreamListing[]> {
    return this.#checkPermission(this.#listStreams());
  }

  async #listStreams(): Promise<readonly LogStreamListing[]> {
    const found: LogStreamListing[] = [];
    for await (const { config, created } of this.#manager.streams.list())
      if (config.name.startsWith(STREAM_PREFIX)) {
        const name = config.name.slice(STREAM_PREFIX.length);
        found.push({ name, made: created, uid: config.metadata?.[UID_KEY], problem: this.#problemOf(config) });
      }
    return found.sort((a, b) => compareTexts(a.name, b.name));
  }

  /** Returns the log of a cluster, without a check that it exists. */
  streamOf(cluster: string): EventLogStream {
    return new NatsStream(jetstream(this.#connection), this.#manager, subjectsOf(cluster));
  }

  /**
   * Opens the log of a cluster for writing, and creates it if it is missing. `uid` identifies the cluster, if known.
   * Throws UsageError for a foreign stream, for another cluster's stream, and for requests that the engine rejects.
   */
  async open(cluster: string, uid: string | undefined, limits: StreamLimits): Promise<EventLogStream> {
    const { stream } = subjectsOf(cluster);
    const config = await this.#checkPermission(this.#configOf(stream));
    if (config === undefined) await this.#checkPermission(this.#create(cluster, uid, limits));
    else await this.#claimFor(config, uid);
    return this.streamOf(cluster);
  }

  async #create(cluster: string, uid: string | undefined, limits: StreamLimits): Promise<void> {
    const subjects = subjectsOf(cluster);
    const config = streamConfigOf(subjects, limits);
    try {
      await this.#manager.streams.add(uid === undefined ? config : { ...config, metadata: { ...config.metadata, [UID_KEY]: uid } });
    } catch (error) {
      // Another collector of this cluster created it at the same moment.
      if (error instanceof JetStreamApiError && error.code === STREAM_EXISTS)
        return this.#claimFor(await this.#configOf(subjects.stream), uid);
      if (permissionProblem(error) !== undefined) throw error;
      const remedy =
        error instanceof JetStreamApiError && error.code === NO_ROOM
          ? ": keep less of each cluster with --keep-size, or give the engine more with max_file_store"
          : "";
      throw new UsageError(`The engine at ${this.url} makes no stream ${subjects.stream}: ${errorMessage(error)}${remedy}.`);
    }
  }

  /** Stores the uid in a stream that has none. Throws UsageError if the stream has the uid of another cluster. */
  async #claimFor(config: StreamConfig | undefined, uid: string | undefined): Promise<void> {
    if (config === undefined) return;
    const problem = this.#problemOf(config);
    if (problem !== undefined) throw new UsageError(`${problem}.`);
    const knownUid = config.metadata?.[UID_KEY];
    if (uid === undefined || knownUid === uid) return;
    if (knownUid !== undefined)
      throw new UsageError(
        `Stream ${config.name} in ${this.url} holds the log of another cluster, whose namespace kube-system has the uid ${knownUid}, and here it is ${uid}: give this one another name with --cluster, or remove the stream.`,
      );
    try {
      await this.#manager.streams.update(config.name, { ...config, metadata: { ...config.metadata, [UID_KEY]: uid } });
    } catch (error) {
      // Streams that an operator created may be writable only for the operator.
      const lacking = permissionProblem(error);
      if (lacking === undefined) throw error;
      this.#reportLacking(`whose stream ${config.name} is cannot be written down there, for ${lacking}`);
    }
  }

  async #configOf(stream: string): Promise<StreamConfig | undefined> {
    try {
      return (await this.#manager.streams.info(stream)).config;
    } catch (error) {
      if (error instanceof JetStreamApiError && error.code === STREAM_NOT_FOUND) return undefined;
      throw error;
    }
  }

  /** Returns the reason why a stream cannot be followed or written; undefined if it can. */
  #problemOf({ name, metadata }: StreamConfig): string | undefined {
    if (metadata?.product !== "daemonscope")
      return `Stream ${name} in ${this.url} was not made by daemonscope: give the cluster another name with --cluster, or remove the stream`;
    if (metadata.schema === STREAM_SCHEMA) return undefined;
    return `Stream ${name} in ${this.url} was made by another version of daemonscope (schema ${metadata.schema ?? "unknown"}, and this one knows ${STREAM_SCHEMA}): use one version for all, or give the cluster another name with --cluster`;
  }

  /** Publishes a heartbeat to the followers of a cluster. Drops it if the connection is closed. */
  publishHeartbeat(cluster: string, heartbeat: WriterHeartbeat): void {
    if (this.#connection.isClosed()) return;
    this.#connection.publish(subjectsOf(cluster).heartbeat, encodeHeartbeat(heartbeat));
  }

  /** Receives the heartbeats of a cluster's writer until the signal. */
  async receiveHeartbeats(cluster: string, onHeartbeat: (heartbeat: WriterHeartbeat) => void, signal: AbortSignal): Promise<void> {
    const subscription = this.#connection.subscribe(subjectsOf(cluster).heartbeat);
    const stop = () => subscription.unsubscribe();
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    for await (const { data } of subscription) {
      const heartbeat = decodeHeartbeat(data);
      if (heartbeat !== undefined) onHeartbeat(heartbeat);
    }
  }

  /** Returns the channel for requests and replies over the engine, which are not stored. */
  get messages(): EngineMessages {
    const connection = this.#connection;
    return {
      get mostBytes() {
        return connection.info?.max_payload ?? DEFAULT_MAX_PAYLOAD_BYTES;
      },
      publish(subject, bytes, reply) {
        if (!connection.isClosed()) connection.publish(subject, bytes, reply === undefined ? {} : { reply });
      },
      subscribe(subject, onMessage) {
        const subscription = connection.subscribe(subject, {
          callback: (error, message) => {
            if (error !== null) return;
            const { data, reply, headers } = message;
            const hasNoResponders = data.length === 0 && headers?.code === NO_RESPONDERS;
            onMessage({
              subject: message.subject,
              bytes: data,
              ...optionalEntry("reply", reply),
              ...(hasNoResponders ? { hasNoResponders } : {}),
            });
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

/**
 * Connects to an engine. `inbox`: prefix for replies, for credentials of one cluster. Throws UsageError with the
 * problem: unreachable, no JetStream, or rejected credentials.
 */
export async function openEngine(choice: EngineOptions, inbox?: string): Promise<Engine> {
  const { url } = choice;
  const connection = await connectToEngine(choice, inbox);
  try {
    return new Engine(url, connection, await jetstreamManager(connection, { timeout: REQUEST_TIMEOUT_MS }));
  } catch (error) {
    await connection.close();
    const lacking = permissionProblem(error);
    if (lacking !== undefined) throw new UsageError(`At ${url} ${lacking}.`);
    throw new UsageError(`The engine at ${url} keeps no streams (${errorMessage(error)}): start nats-server with JetStream (-js).`);
  }
}
