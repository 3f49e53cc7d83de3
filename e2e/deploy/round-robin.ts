import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * One address in front of several servers, like a Service without affinity: each connection goes to the next server
 * that accepts it.
 */
export interface RoundRobin {
  readonly url: string;
  /** Connections that each server got, by its port. */
  readonly connections: ReadonlyMap<number, number>;
  /** Ends every connection, so that reconnecting clients get the next server. */
  cut(): void;
  close(): Promise<void>;
}

/** Listens on a separate port; `ports` is called for each connection. */
export async function roundRobin(ports: () => readonly number[]): Promise<RoundRobin> {
  const open = new Set<Socket>();
  const connections = new Map<number, number>();
  let turn = 0;
  const join = (client: Socket, port: number, others: readonly number[]) => {
    const upstream = connect(port, "127.0.0.1");
    let isJoined = false;
    upstream.once("connect", () => {
      isJoined = true;
      connections.set(port, (connections.get(port) ?? 0) + 1);
      client.pipe(upstream).pipe(client);
    });
    upstream.on("error", () => {
      const [next, ...rest] = others;
      if (isJoined || next === undefined) client.destroy();
      else join(client, next, rest);
    });
    upstream.on("close", () => isJoined && client.destroy());
    client.on("close", () => upstream.destroy());
  };
  const server = createServer((client) => {
    open.add(client);
    client.on("error", () => client.destroy());
    client.on("close", () => open.delete(client));
    const all = ports();
    const first = turn++ % all.length;
    const [port, ...others] = [...all.slice(first), ...all.slice(0, first)];
    if (port === undefined) client.destroy();
    else join(client, port, others);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const each of open) each.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections,
    cut,
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
