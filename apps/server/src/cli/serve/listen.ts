import type { Server as TlsServer } from "node:tls";
import type { FastifyInstance } from "fastify";
import { startHealthThread } from "../../api/health/health-thread.ts";
import type { TlsMaterial } from "../../platform/address/tls-material.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { portRightsText, portTakenText } from "../../platform/find-free-port.ts";
import { DEFAULT_PORT } from "../options/parse-command.ts";

/** Number of ports after the default one that are tried if that is taken. */
const PORT_TRIES = 50;
const HEALTH_FLAG = "--health-port";

async function tryListen(app: FastifyInstance, port: number, host: string): Promise<"listening" | "taken"> {
  try {
    await app.listen({ port, host, listenTextResolver: (address) => `listening on ${address}` });
    return "listening";
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return "taken";
    throw listenProblem(error, host, port);
  }
}

/** Returns the sentence for a port that cannot be opened, or an unexpected error unchanged. */
function listenProblem(error: unknown, host: string, port: number, flag?: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ERR_ACCESS_DENIED")
    return new UsageError("--health-port opens a thread: add --allow-worker to the flags of Node.js, or leave --health-port out.");
  if (code === "EACCES") return new UsageError(portRightsText(port, flag));
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new UsageError(`This machine has no address ${host}: choose one that it has with --host.`);
  return error;
}

/** Opens the health port on all addresses. */
export async function listenForHealth(app: FastifyInstance, port: number): Promise<{ close(): Promise<void> }> {
  const host = "0.0.0.0";
  try {
    return await startHealthThread(app, { host, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") throw new UsageError(await portTakenText(port, host, HEALTH_FLAG));
    throw listenProblem(error, host, port, HEALTH_FLAG);
  }
}

/** Sets the certificate for new connections of a TLS server. */
export function useCertificate(app: FastifyInstance, { cert, key }: TlsMaterial): void {
  (app.server as unknown as TlsServer).setSecureContext({ cert, key, minVersion: "TLSv1.2" });
}

/**
 * Listens and returns the port. A requested port that is taken is an error; the default port is replaced by the next
 * free one.
 */
export async function listenOn(app: FastifyInstance, host: string, port: number | undefined): Promise<number> {
  const first = port ?? DEFAULT_PORT;
  const last = port === undefined ? first + PORT_TRIES : first;
  for (let candidate = first; candidate <= last; candidate++) {
    if ((await tryListen(app, candidate, host)) === "taken") continue;
    const address = app.server.address();
    return typeof address === "object" && address !== null ? address.port : candidate;
  }
  if (port !== undefined) throw new UsageError(await portTakenText(port, host));
  throw new UsageError(`Ports ${first} to ${last} are all taken: choose one with --port.`);
}
