/** Limit of the followed containers of all readers together. */
const STREAMS_IN_ALL = 200;

/** Counts the streams of all readers of logs: each is a connection of the API server to a kubelet. */
export class LogReaders {
  #open = 0;

  /** Takes streams and returns a release function for each; undefined if too few are free. */
  take(streams: number): readonly (() => void)[] | undefined {
    if (this.#open + streams > STREAMS_IN_ALL) return undefined;
    this.#open += streams;
    return Array.from({ length: streams }, () => {
      let isHeld = true;
      return () => {
        if (isHeld) this.#open--;
        isHeld = false;
      };
    });
  }
}
