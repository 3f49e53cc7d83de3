import { createServer } from "node:net";

const TRIES = 100;
const LAST_PORT = 65_535;

/** Returns the next free port above a taken one; undefined if none of the next hundred is free. */
export async function findFreePort(taken: number, host: string): Promise<number | undefined> {
  for (let port = taken + 1; port <= Math.min(taken + TRIES, LAST_PORT); port++) {
    const isFree = await new Promise<boolean>((done) => {
      const server = createServer();
      server.once("error", () => done(false));
      server.listen({ port, host, exclusive: true }, () => server.close(() => done(true)));
    });
    if (isFree) return port;
  }
  return undefined;
}

/** Returns the message for a requested port that another program uses. `flag` sets the port. */
export async function portTakenText(port: number, host: string, flag = "--port"): Promise<string> {
  const free = await findFreePort(port, host);
  const choice = free === undefined ? `choose another with ${flag}` : `the next free one is ${free}, as in ${flag} ${free}`;
  return `Port ${port} is taken: another program listens there; ${choice}.`;
}

/** Returns the message for a port that this user may not listen on. */
export const portRightsText = (port: number, flag = "--port"): string =>
  `Port ${port} needs more rights than this user has: choose one from 1024 on with ${flag}.`;
