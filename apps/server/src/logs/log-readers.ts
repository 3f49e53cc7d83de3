/** Containers that are followed at one time for all readers together. */
const STREAMS_IN_ALL = 200;

/** Counts the streams of those who follow logs: each is a connection of the API server to a kubelet. */
export class LogReaders {
  #open = 0;

  /** Takes so many streams; undefined where there are not enough, else what gives them back. */
  take(streams: number): (() => void) | undefined {
    if (this.#open + streams > STREAMS_IN_ALL) return undefined;
    this.#open += streams;
    let isHeld = true;
    return () => {
      if (isHeld) this.#open -= streams;
      isHeld = false;
    };
  }
}
