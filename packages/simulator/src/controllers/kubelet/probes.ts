import { isJsonObject, type JsonObject, listIn, objectIn, textsIn } from "@daemonscope/simulated-apiserver/objects/json";
import { type Program, runCommand } from "./program.ts";

export type ProbeKind = "readiness" | "liveness" | "startup";

/** A container's probe with its defaults. Source: pkg/apis/core/v1, SetDefaults_Probe. */
export interface ProbeSpec {
  readonly handler: JsonObject;
  readonly initialDelayMs: number;
  readonly periodMs: number;
  readonly successThreshold: number;
  readonly failureThreshold: number;
  readonly graceSeconds: number | undefined;
}

const NEVER_READY: ProbeSpec = {
  handler: { httpGet: {} },
  initialDelayMs: 1000,
  periodMs: 10_000,
  successThreshold: 1,
  failureThreshold: 3,
  graceSeconds: undefined,
};

/** Returns a container's probe. A program that is never ready has a readiness probe in any case. */
export function probeOf(container: JsonObject, kind: ProbeKind, { neverReady }: Program): ProbeSpec | undefined {
  const probe = container[`${kind}Probe`];
  if (!isJsonObject(probe)) return kind === "readiness" && neverReady ? NEVER_READY : undefined;
  const number = (field: string, fallback: number): number => Number(probe[field] ?? 0) || fallback;
  return {
    handler: probe,
    initialDelayMs: Number(probe.initialDelaySeconds ?? 0) * 1000,
    periodMs: number("periodSeconds", 10) * 1000,
    successThreshold: number("successThreshold", 1),
    failureThreshold: number("failureThreshold", 3),
    graceSeconds: probe.terminationGracePeriodSeconds as number | undefined,
  };
}

interface ProbeAnswer {
  readonly ok: boolean;
  readonly output: string;
  /** The age of the run at which another answer comes; infinite if none does. */
  readonly untilMs: number;
}

const FOREVER = Number.POSITIVE_INFINITY;

/** Returns the port of a handler as a number. Named ports are those of the container. */
function portOf(container: JsonObject, handler: JsonObject): unknown {
  const named = listIn(container, "ports").find((port) => isJsonObject(port) && port.name === handler.port);
  return isJsonObject(named) ? named.containerPort : handler.port;
}

/** Answers a probe: by its command, by the program, or by the lab, which lets a kind of probes fail. */
export function answerProbe(
  container: JsonObject,
  kind: ProbeKind,
  { handler }: ProbeSpec,
  program: Program,
  surroundings: { readonly ageMs: number; readonly podIP: string; readonly isFailing: boolean },
): ProbeAnswer {
  const { ageMs, podIP, isFailing } = surroundings;
  const exec = handler.exec;
  if (isJsonObject(exec)) {
    const { code, output } = runCommand(textsIn(exec, "command"));
    return { ok: code === 0 && !isFailing, output, untilMs: FOREVER };
  }
  const refused = (port: unknown): string => `dial tcp ${podIP}:${String(port)}: connect: connection refused`;
  if (!isJsonObject(handler.httpGet)) {
    const socket = objectIn(handler, isJsonObject(handler.grpc) ? "grpc" : "tcpSocket");
    return { ok: program.listens && !isFailing, output: refused(portOf(container, socket)), untilMs: FOREVER };
  }
  const { path = "/", scheme = "HTTP", host = podIP } = handler.httpGet;
  if (!program.listens) {
    const port = portOf(container, handler.httpGet);
    return {
      ok: false,
      output: `Get "${String(scheme).toLowerCase()}://${String(host)}:${String(port)}${String(path)}": ${refused(port)}`,
      untilMs: FOREVER,
    };
  }
  const [fromMs, toMs] = program.readyMs;
  const isByTime = path === "/ready";
  const ok = (!isByTime || (ageMs >= fromMs && ageMs < toMs)) && !isFailing && !(program.neverReady && kind === "readiness");
  const untilMs = !isByTime ? FOREVER : ageMs < fromMs ? fromMs : ageMs < toMs ? toMs : FOREVER;
  return { ok, output: "HTTP probe failed with statuscode: 503", untilMs };
}
