/** A message that an engine passes on and keeps nowhere. */
export interface EngineMessage {
  readonly subject: string;
  readonly bytes: Uint8Array;
  /** Where an answer goes. */
  readonly reply?: string;
  /** In place of an answer, from the engine: nobody hears that subject. */
  readonly isUnheard?: true;
}

/** Messages between those who are on an engine. None is kept: who does not hear one now never does, and what one sends another hears in its order, as long as both stay connected. */
export interface EngineMessages {
  /** The most that one may hold. */
  readonly mostBytes: number;
  publish(subject: string, bytes: Uint8Array, reply?: string): void;
  /** A subject may end with `*`. */
  subscribe(subject: string, onMessage: (message: EngineMessage) => void): { end(): void };
}
