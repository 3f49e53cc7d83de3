import { Readable } from "node:stream";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { AnswerMessage } from "./relay-protocol.ts";

/** The start of a request: a collector took it, no collector exists, or the request ended before either. */
type CallStart = "heard" | "nobody" | "over";

interface CallParts {
  readonly id: string;
  /** The name of the collector, for sentences. */
  readonly who: string;
  readonly elapsedMs: () => number;
  /** Called when the reader accepts more data. */
  readonly onTaken: (call: PendingCall) => void;
  /** Called when the reader drops an incomplete answer, and when such an answer fails here. */
  readonly onDropped: (call: PendingCall) => void;
  /** Called once, at the end of the call. */
  readonly onOver: (call: PendingCall) => void;
}

/** A request and the parts of its answer. The first collector that takes it answers; messages of others are
 *  ignored. If a part is missing, the answer fails. */
export class PendingCall {
  readonly id: string;
  readonly body: Readable;
  readonly begun: Promise<CallStart>;
  /** For a write: resolves when the collector is ready to send it. */
  readonly offered: Promise<void>;
  readonly head: Promise<Readonly<Record<string, string>>>;
  readonly #parts: CallParts;
  #run: string | undefined;
  #nextSeq = 0;
  #taken = 0;
  #lastReceivedAtMs: number;
  #isOver = false;
  #isEnded = false;
  #settleBegun: (beginning: CallStart) => void = () => undefined;
  #settleOffered: () => void = () => undefined;
  #failOffered: (error: KubeRequestError) => void = () => undefined;
  #settleHead: (headers: Readonly<Record<string, string>>) => void = () => undefined;
  #failHead: (error: KubeRequestError) => void = () => undefined;

  constructor(parts: CallParts) {
    this.id = parts.id;
    this.#parts = parts;
    this.#lastReceivedAtMs = parts.elapsedMs();
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
    // Errors are reported to callers that await these promises. Without a caller they must not end the process.
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
    // An error of the body must not end the process either. If the answer fails before its head, `head` rejects.
    this.body.on("error", () => undefined);
  }

  /** The run of the collector that took the request. */
  get run(): string | undefined {
    return this.#run;
  }

  /** Received bytes of the answer. The collector gets this number and limits the unread bytes. */
  get taken(): number {
    return this.#taken;
  }

  get silentMs(): number {
    return this.#parts.elapsedMs() - this.#lastReceivedAtMs;
  }

  receive({ run, seq, part }: AnswerMessage): void {
    if (this.#isOver || (this.#run !== undefined && run !== this.#run)) return;
    this.#run = run;
    this.#lastReceivedAtMs = this.#parts.elapsedMs();
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

  handleNoResponders(): void {
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
