import { createServer, type Server, type Socket, connect as tcpConnect } from "node:net";

/** How a connection ends: with a FIN, or with a RST. */
type Ending = "end" | "reset";

/** A TCP proxy on loopback that a test breaks as networks, load balancers and proxies do. */
export interface FaultProxy {
  readonly port: number;
  readonly url: string;
  /** All requests, with their times in milliseconds since the epoch. */
  readonly requests: readonly { readonly atMs: number; readonly path: string }[];
  /** Returns the number of open connections. */
  connections(): number;
  /** Ends all connections, and accepts new ones. */
  drop(how: Ending): void;
  /** Ends all connections, and refuses new ones until `heal`. */
  refuse(): Promise<void>;
  /** Holds back all data of open and new connections, like a firewall that drops packets. */
  swallow(): void;
  /** Drops all data of open connections for ever, like a firewall that lost its state. New connections work. */
  forget(): void;
  /** Answers new requests with these bytes instead of forwarding them, and ends open connections. */
  answer(response: string): void;
  /** Accepts requests and sends nothing, not even headers, until `heal`. Open connections end. */
  withhold(): void;
  /** Withholds the answers to requests for the stream, like a proxy that buffers. Forwards all other requests. */
  withholdStreams(): void;
  /** Ends all connections. The next watch of nodes ends after this number of bytes of its response. */
  cutAfter(bytes: number, how: Ending): void;
  /** Sends responses in packets of this many bytes. */
  split(bytes: number): void;
  /** Delivers data of responses this many milliseconds later. */
  delay(byMs: number): void;
  /** Replaces a text in responses by one of the same length. */
  replace(text: string, by: string): void;
  /** Ends each fault. Held data is delivered: TCP would send it again. */
  heal(): Promise<void>;
  /** Sends new connections to this port. */
  leadTo(port: number): void;
  stop(): Promise<void>;
}

type State = "whole" | "swallow" | "answer" | "withhold";
const REQUEST = /^[A-Z]+ (\S+) HTTP/;
const STREAM = "/api/stream";
/** `cutAfter` applies to the watch of nodes. */
const CUT = "/api/v1/nodes?watch=true";

class Forwarder {
  state: State = "whole";
  response = "";
  pieceBytes = Number.POSITIVE_INFINITY;
  cut: { left: number; readonly how: Ending } | undefined;
  delayMs = 0;
  withholdsStreams = false;
  replaced: { readonly text: string; readonly by: string } | undefined;
  readonly requests: { atMs: number; path: string }[] = [];
  readonly pairs = new Set<readonly [Socket, Socket]>();
  readonly #waiting = new Set<Socket>();
  readonly #forgotten = new Set<readonly [Socket, Socket]>();
  target: number;

  constructor(target: number) {
    this.target = target;
  }

  accept(near: Socket): void {
    near.on("error", () => near.destroy());
    if (this.state === "whole") return this.#forward(near);
    this.#waiting.add(near);
    near.on("close", () => this.#waiting.delete(near));
    if (this.state === "swallow") near.pause();
    else
      near.on("data", (part: Buffer) => {
        this.#note(part);
        if (this.state === "answer") near.end(this.response);
      });
  }

  endAll(how: Ending): void {
    for (const socket of [...[...this.pairs].flat(), ...this.#waiting]) {
      if (how === "reset") socket.resetAndDestroy();
      else socket.destroy();
    }
  }

  pause(isPaused: boolean): void {
    for (const socket of [...this.pairs].flat()) {
      if (isPaused) socket.pause();
      else socket.resume();
    }
    if (isPaused) return;
    for (const near of this.#waiting) {
      near.removeAllListeners("data");
      this.#waiting.delete(near);
      if (near.isPaused()) this.#forward(near);
      // Its request has been read, so the client must send it again.
      else near.destroy();
    }
  }

  forget(): void {
    for (const pair of this.pairs) {
      for (const socket of pair) socket.pause();
      this.#forgotten.add(pair);
    }
    this.pairs.clear();
  }

  endForgotten(): void {
    for (const socket of [...this.#forgotten].flat()) socket.destroy();
  }

  /** Returns the path, if these bytes begin a request. */
  #note(part: Buffer): string | undefined {
    const path = REQUEST.exec(part.toString("latin1"))?.[1];
    if (path !== undefined) this.requests.push({ atMs: Date.now(), path });
    return path;
  }

  #forward(near: Socket): void {
    const far = tcpConnect({ host: "127.0.0.1", port: this.target });
    const pair = [near, far] as const;
    this.pairs.add(pair);
    const end = () => {
      this.pairs.delete(pair);
      this.#forgotten.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of pair) socket.setNoDelay(true).on("error", end).on("close", end);
    let path = "";
    near.on("data", (part: Buffer) => {
      path = this.#note(part) ?? path;
      // Compressed and cached responses have no text to replace.
      const isPlain = /^(?:accept-encoding|if-none-match):/gim;
      far.write(this.replaced === undefined ? part : part.toString("latin1").replace(isPlain, "x-ignored:"), "latin1");
    });
    far.on("data", (read: Buffer) => {
      const { replaced } = this;
      const part = replaced === undefined ? read : Buffer.from(read.toString("latin1").replaceAll(replaced.text, replaced.by), "latin1");
      if (!this.withholdsStreams || !path.includes(STREAM)) this.#deliver(part, near, path.includes(CUT));
    });
    near.resume();
  }

  #deliver(part: Buffer, near: Socket, isCut: boolean): void {
    const { cut } = this;
    if (cut !== undefined && isCut) {
      if (part.length >= cut.left) {
        this.cut = undefined;
        near.write(part.subarray(0, cut.left), () => {
          if (cut.how === "reset") near.resetAndDestroy();
          else near.destroy();
        });
        return;
      }
      cut.left -= part.length;
    }
    const { pieceBytes, delayMs } = this;
    const send = () => {
      for (let from = 0; from < part.length; from += pieceBytes) near.write(part.subarray(from, from + pieceBytes));
    };
    if (delayMs === 0) send();
    else setTimeout(() => near.destroyed || send(), delayMs);
  }
}

const listen = (server: Server, port: number) =>
  new Promise<number>((done, failed) => {
    server.once("error", failed);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", failed);
      const address = server.address();
      if (typeof address === "object" && address !== null) done(address.port);
    });
  });

/** Starts a proxy that forwards to a port on loopback. Without one it needs `leadTo` first. */
export async function startFaultProxy(target = 0): Promise<FaultProxy> {
  const forwarder = new Forwarder(target);
  const server = createServer((near) => forwarder.accept(near));
  const port = await listen(server, 0);
  const become = (state: State) => {
    forwarder.state = state;
    forwarder.endAll("reset");
  };
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    requests: forwarder.requests,
    connections: () => forwarder.pairs.size,
    drop: (how) => forwarder.endAll(how),
    async refuse() {
      const closed = new Promise<void>((done) => server.close(() => done()));
      forwarder.endAll("reset");
      await closed;
    },
    swallow() {
      forwarder.state = "swallow";
      forwarder.pause(true);
    },
    forget: () => forwarder.forget(),
    answer(response) {
      forwarder.response = response;
      become("answer");
    },
    withhold: () => become("withhold"),
    withholdStreams() {
      forwarder.withholdsStreams = true;
      forwarder.endAll("reset");
    },
    cutAfter(bytes, how) {
      forwarder.cut = { left: bytes, how };
      forwarder.endAll("end");
    },
    split(bytes) {
      forwarder.pieceBytes = bytes;
    },
    delay(byMs) {
      forwarder.delayMs = byMs;
    },
    replace(text, by) {
      forwarder.replaced = { text, by };
    },
    async heal() {
      // Without its first bytes a stream cannot be read.
      if (forwarder.withholdsStreams || forwarder.delayMs > 0) forwarder.endAll("reset");
      forwarder.withholdsStreams = false;
      forwarder.state = "whole";
      forwarder.delayMs = 0;
      forwarder.replaced = undefined;
      forwarder.pieceBytes = Number.POSITIVE_INFINITY;
      forwarder.cut = undefined;
      forwarder.pause(false);
      if (!server.listening) await listen(server, port);
    },
    leadTo(to) {
      forwarder.target = to;
    },
    async stop() {
      forwarder.endAll("end");
      forwarder.endForgotten();
      if (server.listening) await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
