import type { Buffer } from "node:buffer";
import { connectionFailure } from "@daemonscope/kube-client/http/connection-failure";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { podLogPath } from "@daemonscope/kube-client/http/resources";
import type { Transport } from "@daemonscope/kube-client/http/transport";
import type { ContainerLogStream } from "@daemonscope/shared/http/logs";
import { LogLineSplitter } from "./log-line-splitter.ts";

export interface LogQuery {
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

/** Reads a container's output until it ends, the signal aborts, or an error occurs. Throws KubeRequestError. */
export async function followLog(asked: LogQuery): Promise<void> {
  const { transport, namespace, stream, previous, tailLines, sinceSeconds, signal, onOpen, onLines } = asked;
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
