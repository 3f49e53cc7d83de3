/** Containers that are followed at one time for all readers together. */
const STREAMS_IN_ALL = 200;

/** Counts the streams of those who follow logs: each is a connection of the API server to a kubelet. */
export class LogReaders {
  #open = 0;

  /** Takes so many streams; undefined where there are not enough, else for each what gives it back. */
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
