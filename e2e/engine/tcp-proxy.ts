import { createServer, type Socket, connect as tcpConnect } from "node:net";

/** A TCP proxy on loopback that a test can cut as a network would. */
export interface TcpProxy {
  readonly port: number;
  /**
   * Ends every connection at once and accepts none, like a machine that is switched off and whose neighbour rejects
   * connections.
   */
  cut(): void;
  /** Holds back all data of open and new connections, like a firewall that drops packets. */
  swallow(): void;
  /** Forwards data again, including the data that was held back: TCP would retransmit it. */
  heal(): void;
  /** Sends new connections to this port and ends open ones. */
  leadTo(port: number): void;
  /** Returns how often the client sent this text. */
  asked(text: string): number;
  stop(): Promise<void>;
}

type State = "whole" | "cut" | "swallowing";

/** Starts a proxy that forwards to a port on loopback. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  let target = targetPort;
  let state: State = "whole";
  const pairs = new Set<readonly [Socket, Socket]>();
  let received = "";
  const forward = (near: Socket) => {
    const far = tcpConnect({ host: "127.0.0.1", port: target });
    const pair = [near, far] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of pair) socket.setNoDelay(true).on("error", end).on("close", end);
    near.on("data", (part: Buffer) => {
      received += part.toString("latin1");
    });
    near.pipe(far);
    far.pipe(near);
  };
  const waiting = new Set<Socket>();
  const server = createServer((near) => {
    if (state === "whole") return forward(near);
    if (state === "cut") return near.destroy();
    waiting.add(near.on("error", () => waiting.delete(near)).on("close", () => waiting.delete(near)));
    near.pause();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const endAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
    for (const socket of waiting) socket.destroy();
  };
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return {
    port: address.port,
    cut() {
      state = "cut";
      endAll();
    },
    swallow() {
      state = "swallowing";
      for (const [near, far] of pairs) {
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
    },
    heal() {
      state = "whole";
      for (const [near, far] of pairs) {
        near.pipe(far);
        far.pipe(near);
      }
      for (const near of waiting) forward(near);
      waiting.clear();
    },
    leadTo(port) {
      target = port;
      endAll();
    },
    asked: (text) => received.split(text).length - 1,
    async stop() {
      endAll();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
