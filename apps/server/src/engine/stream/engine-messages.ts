/** A message that an engine delivers and does not store. */
export interface EngineMessage {
  readonly subject: string;
  readonly bytes: Uint8Array;
  /** The subject for a reply. */
  readonly reply?: string;
  /** From the engine, in place of a reply: the subject has no subscriber. */
  readonly hasNoResponders?: true;
}

/**
 * Messages between clients of an engine. None is stored: a client that is not subscribed misses a message for good.
 * Messages from one client to another arrive in order while both stay connected.
 */
export interface EngineMessages {
  /** The largest message in bytes. */
  readonly mostBytes: number;
  publish(subject: string, bytes: Uint8Array, reply?: string): void;
  /** A subject may end with `*`. */
  subscribe(subject: string, onMessage: (message: EngineMessage) => void): { end(): void };
}
