import { Readable } from "node:stream";
import { KubeRequestError } from "../cluster/kube-request-error.ts";
import type { AnswerMessage } from "./relay-words.ts";

/** How an ask began: a collector took it, nobody was there to take it, or it ended before. */
export type Beginning = "heard" | "nobody" | "over";

export interface AskedParts {
  readonly id: string;
  /** Of the collector: for sentences. */
  readonly who: string;
  readonly elapsedMs: () => number;
  /** Whoever reads takes more: bytes since the beginning. */
  readonly onTaken: (asked: Asked) => void;
  /** Nobody wants it any more, and it is not at its end. */
  readonly onDropped: (asked: Asked) => void;
  readonly onOver: (asked: Asked) => void;
}

/** One ask and its answer, as far as it came. The first collector that takes it is the one that answers: whoever else does is not heard. A part that is missing breaks it off. */
export class Asked {
  readonly id: string;
  readonly body: Readable;
  /** Settles once. */
  readonly begun: Promise<Beginning>;
  /** Of a write: it is sent when the word comes. */
  readonly offered: Promise<void>;
  readonly head: Promise<Readonly<Record<string, string>>>;
  readonly #parts: AskedParts;
  #run: string | undefined;
  #nextSeq = 0;
  #taken = 0;
  #heardAtMs: number;
  #isOver = false;
  #isEnded = false;
  #settleBegun: (beginning: Beginning) => void = () => undefined;
  #settleOffered: () => void = () => undefined;
  #failOffered: (error: KubeRequestError) => void = () => undefined;
  #settleHead: (headers: Readonly<Record<string, string>>) => void = () => undefined;
  #failHead: (error: KubeRequestError) => void = () => undefined;

  constructor(parts: AskedParts) {
    this.id = parts.id;
    this.#parts = parts;
    this.#heardAtMs = parts.elapsedMs();
    this.begun = new Promise((done) => {
      this.#settleBegun = done;
    });
    this.offered = new Promise((done, failed) => {
      this.#settleOffered = done;
      this.#failOffered = failed;
    });
    this.head = new Promise((done, failed) => {
      this.#settleHead = done;
      this.#failHead = failed;
    });
    // What fails is told where it is awaited, which may be nowhere.
    this.offered.catch(() => undefined);
    this.head.catch(() => undefined);
    this.body = new Readable({
      read: () => this.#parts.onTaken(this),
      destroy: (error, callback) => {
        if (!this.#isEnded) this.#parts.onDropped(this);
        this.#end();
        callback(error);
      },
    });
    // The same: a body that breaks off before anybody reads it is told by its head.
    this.body.on("error", () => undefined);
  }

  /** Of the collector that took it. */
  get run(): string | undefined {
    return this.#run;
  }

  get taken(): number {
    return this.#taken;
  }

  get silentMs(): number {
    return this.#parts.elapsedMs() - this.#heardAtMs;
  }

  hear({ run, seq, part }: AnswerMessage): void {
    if (this.#isOver || (this.#run !== undefined && run !== this.#run)) return;
    this.#run = run;
    this.#heardAtMs = this.#parts.elapsedMs();
    if (seq !== this.#nextSeq)
      return this.fail(new KubeRequestError("disconnected", `${this.#parts.who} was cut off in the middle of its answer`));
    this.#nextSeq++;
    this.#settleBegun("heard");
    switch (part.kind) {
      case "offer":
        return this.#settleOffered();
      case "head":
        return this.#settleHead(part.headers);
      case "part":
        this.#taken += part.bytes.length;
        if (this.body.push(part.bytes)) this.#parts.onTaken(this);
        return;
      case "end":
        this.#isEnded = true;
        this.body.push(null);
        return this.#end();
      case "failure":
        this.#isEnded = true;
        return this.fail(part.error);
      default:
        return;
    }
  }

  hearNobody(): void {
    this.#settleBegun("nobody");
    this.#isEnded = true;
    this.#end();
  }

  fail(error: KubeRequestError): void {
    this.#failOffered(error);
    this.#failHead(error);
    this.#settleBegun("over");
    this.body.destroy(error);
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#parts.onOver(this);
  }
}
