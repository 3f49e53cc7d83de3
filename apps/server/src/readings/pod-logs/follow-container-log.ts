import { Buffer } from "node:buffer";
import { connectionFailure } from "@daemonscope/kube-client/http/connection-failure";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { podLogPath } from "@daemonscope/kube-client/http/resources";
import type { Transport } from "@daemonscope/kube-client/http/transport";
import { type ContainerLogStream, LOG_LINE_BYTES } from "@daemonscope/shared/http/logs";

interface LogQuery {
  readonly transport: Transport;
  readonly namespace: string;
  readonly stream: ContainerLogStream;
  /** Reads the container's previous run, which has ended. */
  readonly previous: boolean;
  readonly tailLines: number;
  readonly sinceSeconds: number | undefined;
  readonly signal: AbortSignal;
  /** Called when the API server accepts the request: the container's output follows. */
  readonly onOpen: () => Promise<void>;
  /** Awaited: meanwhile further output stays in the kubelet. */
  readonly onLines: (lines: readonly string[]) => Promise<void>;
}

const NEWLINE = 10;

/** Splits a container's output into lines. Keeps the start of a line that is too long and counts the rest, so that
 *  no container fills the memory. */
export class LogLineSplitter {
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #cutBytes = 0;

  /** Returns the lines that `chunk` completes, without newlines. */
  push(chunk: Buffer): readonly string[] {
    const lines: string[] = [];
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.#keep(chunk.subarray(from, at));
      lines.push(this.#take());
      from = at + 1;
    }
    this.#keep(chunk.subarray(from));
    return lines;
  }

  /** Returns the text after the last newline: a crashed container may have written its last message there. */
  end(): readonly string[] {
    return this.#keptBytes === 0 ? [] : [this.#take()];
  }

  #keep(part: Buffer): void {
    const freeBytes = LOG_LINE_BYTES - this.#keptBytes;
    // A copy: the chunk belongs to the socket's larger buffer.
    if (part.length > 0 && freeBytes > 0) this.#kept.push(Buffer.from(part.subarray(0, freeBytes)));
    this.#keptBytes += Math.min(part.length, freeBytes);
    this.#cutBytes += Math.max(0, part.length - freeBytes);
  }

  #take(): string {
    const text = Buffer.concat(this.#kept, this.#keptBytes).toString("utf8");
    const line = this.#cutBytes === 0 ? text.replace(/\r$/, "") : `${text.replace(/\ufffd+$/, "")} … (${this.#cutBytes} more bytes)`;
    this.#kept = [];
    this.#keptBytes = 0;
    this.#cutBytes = 0;
    return line;
  }
}

/** Reads a container's output until it ends, the signal aborts, or an error occurs. Throws KubeRequestError. */
export async function followLog(query: LogQuery): Promise<void> {
  const { transport, namespace, stream, previous, tailLines, sinceSeconds, signal, onOpen, onLines } = query;
  const path = podLogPath(namespace, stream.pod);
  const response = await transport.get(
    path,
    {
      container: stream.container,
      timestamps: "true",
      tailLines: String(tailLines),
      ...(previous ? { previous: "true" } : { follow: "true" }),
      ...(sinceSeconds === undefined ? {} : { sinceSeconds: String(sinceSeconds) }),
    },
    { signal },
  );
  const lines = new LogLineSplitter();
  try {
    await onOpen();
    for await (const chunk of response.body) {
      const complete = lines.push(chunk as Buffer);
      if (complete.length > 0) await onLines(complete);
    }
    const last = lines.end();
    if (last.length > 0) await onLines(last);
  } catch (cause) {
    if (signal.aborted) throw new KubeRequestError("aborted", `GET ${path}: given up`, { cause });
    throw connectionFailure(`GET ${path}`, transport.server, cause);
  } finally {
    response.destroy();
  }
}
