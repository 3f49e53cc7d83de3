import type { Writable } from "node:stream";
import type { LogMessage } from "@daemonscope/shared/http/logs";

/** Writes messages as lines of JSON. The caller waits while the reader does not read, so that no queue grows
 *  beyond the socket. */
export class MessageWriter {
  readonly #to: Writable;
  #drained: Promise<void> | undefined;

  constructor(to: Writable) {
    this.#to = to;
  }

  /** Resolves when the next message may be written, or the reader is gone. After the end it writes nothing. */
  async write(message: LogMessage): Promise<void> {
    while (this.#drained !== undefined) await this.#drained;
    if (this.#to.destroyed || this.#to.writableEnded || this.#to.write(`${JSON.stringify(message)}\n`)) return;
    this.#drained ??= new Promise<void>((done) => {
      const go = () => {
        this.#to.off("drain", go).off("close", go);
        this.#drained = undefined;
        done();
      };
      this.#to.on("drain", go).on("close", go);
    });
    await this.#drained;
  }
}
