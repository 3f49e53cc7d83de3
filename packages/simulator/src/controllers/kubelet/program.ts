import { milliQuantity } from "@daemonscope/kube/values/quantity";
import { type JsonObject, listIn, objectIn, textIn, textsIn } from "@daemonscope/simulated-apiserver/objects/json";
import { LEAKS, LEAKS_FOR_MS } from "@daemonscope/simulated-apiserver/objects/simulation-annotations";
import { durationMs } from "./duration.ts";

/** How a container ended. */
export interface Exit {
  readonly code: number;
  readonly reason: string;
  readonly message?: string;
}

/** What the process in a container does, from its image's name or its arguments. Times begin with its start. */
export interface Program {
  /** The end by itself. Most programs run until they are stopped. */
  readonly exit?: Exit & { readonly afterMs: number };
  /** A start that fails: the waiting reason and message, and the end that the runtime reports. */
  readonly startFailure?: { readonly reason: string; readonly message: string; readonly exit: Exit; readonly hasNoStart: boolean };
  /** From when to when `/ready` answers 200. */
  readonly readyMs: readonly [from: number, to: number];
  /** Whether HTTP and TCP probes reach a server. */
  readonly listens: boolean;
  /** Whether the container never counts as ready, even without a readiness probe. */
  readonly neverReady: boolean;
  /** The time from SIGTERM to the end. Undefined for a program that ends as fast as any other. */
  readonly termMs?: number;
  readonly termCode: number;
  /** The file that the program writes at its start. */
  readonly written?: { readonly bytes: number; readonly path: string };
}

const WELL: Program = { readyMs: [0, Number.POSITIVE_INFINITY], listens: true, neverReady: false, termCode: 0 };
const MIB = 2 ** 20;

/** The program whose image the tests with a real kubelet use. Its arguments describe what it does. */
const AGENT = /^real-node\.test\/(?:agent|slow):/;

const endOf = (code: number): Exit => ({ code, reason: code === 0 ? "Completed" : "Error" });
const OOM_KILLED: Exit = { code: 137, reason: "OOMKilled" };

/** Words in the names of images whose containers never become ready. */
const NEVER_READY = ["unready", "breaks-node"];

/** Returns a command as the words of a process: without `/agent` and its path. */
const withoutPath = (command: readonly string[]): readonly string[] =>
  command.map((word, at) => (at === 0 ? word.replace(/^.*\//, "") : word));

/** Runs a command of a probe or a hook: `true`, `false`, `sleep`, or those of the agent. It finds no files. */
export function runCommand(command: readonly string[]): { readonly code: number; readonly output: string; readonly takesMs: number } {
  const [first = "", ...rest] = withoutPath(command);
  const [word = "", argument = ""] = first === "agent" ? rest : [first, ...rest];
  if (word === "false") return { code: 1, output: "", takesMs: 0 };
  if (word === "exists") return { code: 1, output: `stat ${argument}: no such file or directory\n`, takesMs: 0 };
  if (word === "sleep") return { code: 0, output: "", takesMs: durationMs(argument) ?? Number(argument) * 1000 };
  return { code: 0, output: "", takesMs: 0 };
}

function agentProgram(container: JsonObject, isOnHostNetwork: boolean): Program {
  const args = textsIn(container, "args");
  const flag = (name: string): string | undefined => {
    const at = args.indexOf(`-${name}`);
    return at === -1 ? undefined : args[at + 1];
  };
  const ms = (name: string): number => durationMs(flag(name)) ?? 0;
  const exitMs = ms("exit-after");
  const eatMs =
    (((milliQuantity(String(objectIn(objectIn(container, "resources"), "limits").memory ?? "")) ?? 0) / 1000 / MIB / 8) * 100) | 0;
  const eaten = Number(flag("eat") ?? 0) * MIB;
  const written = Number(flag("write") ?? 0) * MIB;
  const killMs = ms("kill-after");
  const code = Number(flag("exit-code") ?? 0);
  const message =
    flag("message") ?? (textIn(container, "terminationMessagePolicy") === "FallbackToLogsOnError" ? `end with code ${code}\n` : undefined);
  const isPortTaken = isOnHostNetwork && flag("listen") === ":10250";
  const termDelay = flag("term-delay") ?? "";
  return {
    ...(isPortTaken
      ? { exit: { ...endOf(1), afterMs: 50 } }
      : killMs > 0
        ? { exit: { ...endOf(137), afterMs: killMs } }
        : eatMs > 0 && eaten > 0
          ? { exit: { ...OOM_KILLED, afterMs: eatMs } }
          : exitMs > 0
            ? {
                exit: {
                  ...endOf(code),
                  ...(message === undefined || (code === 0 && flag("message") === undefined) ? {} : { message }),
                  afterMs: exitMs,
                },
              }
            : {}),
    readyMs: [ms("ready-after"), ms("unready-after") || Number.POSITIVE_INFINITY],
    listens: flag("listen") !== undefined,
    neverReady: false,
    termMs: termDelay.startsWith("-") ? Number.POSITIVE_INFINITY : (durationMs(termDelay) ?? 0),
    termCode: Number(flag("term-code") ?? 0),
    ...(written === 0 ? {} : { written: { bytes: written, path: flag("write-to") ?? "/tmp/data" } }),
  };
}

/** The part of a plan that decides when a container with a word in its image's name ends. */
export interface ProgramTimes {
  /** When a program with the word `crash` ends. */
  readonly crashMs: number;
}

function startFailureOf(container: JsonObject): Program["startFailure"] {
  const [command = ""] = textsIn(container, "command");
  if (command.startsWith("/nonexistent")) {
    const message = `failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: exec: "${command}": stat ${command}: no such file or directory`;
    return { reason: "RunContainerError", message, exit: { code: 128, reason: "StartError", message }, hasNoStart: true };
  }
  const hook = textsIn(objectIn(objectIn(objectIn(container, "lifecycle"), "postStart"), "exec"), "command");
  const { code, output } = runCommand(hook);
  if (code === 0) return undefined;
  const message = `Exec lifecycle hook ([${hook.join(" ")}]) for Container "${String(container.name)}" failed - error: command '${hook.join(" ")}' exited with ${code}: ${output}, message: "${output.replace("\n", "\\n")}"`;
  return { reason: "PostStartHookError", message, exit: endOf(0), hasNoStart: false };
}

/** Returns the program of a container. Ordinary init containers end at once. */
export function programOf(
  container: JsonObject,
  podSpec: JsonObject,
  role: "init" | "sidecar" | "main",
  { crashMs }: ProgramTimes,
): Program {
  const image = String(container.image);
  const startFailure = startFailureOf(container);
  const failing = startFailure === undefined ? {} : { startFailure };
  if (AGENT.test(image)) return { ...agentProgram(container, podSpec.hostNetwork === true), ...failing };
  if (image.includes("crash")) return { ...WELL, ...failing, exit: { ...endOf(1), afterMs: crashMs } };
  if (image.includes(LEAKS)) return { ...WELL, ...failing, exit: { ...OOM_KILLED, afterMs: LEAKS_FOR_MS } };
  if (role === "init") return { ...WELL, ...failing, exit: { ...endOf(0), afterMs: 0 } };
  return { ...WELL, ...failing, neverReady: NEVER_READY.some((word) => image.includes(word)) };
}

/** Returns how a container ends after SIGTERM, and after which time. SIGKILL follows after the grace period. */
export function terminationOf(
  container: JsonObject,
  program: Program,
  graceMs: number,
  ordinaryMs: number,
): Exit & { readonly afterMs: number } {
  const hook = objectIn(objectIn(container, "lifecycle"), "preStop");
  const hookMs = Number(objectIn(hook, "sleep").seconds ?? 0) * 1000 + runCommand(textsIn(objectIn(hook, "exec"), "command")).takesMs;
  const afterMs = hookMs + ordinaryMs + (program.termMs ?? 0);
  return afterMs > graceMs ? { code: 137, reason: "Error", afterMs: graceMs } : { ...endOf(program.termCode), afterMs };
}

/** Reports whether the preStop hook of a container fails. */
export const hasFailingStopHook = (container: JsonObject): boolean =>
  runCommand(textsIn(objectIn(objectIn(objectIn(container, "lifecycle"), "preStop"), "exec"), "command")).code !== 0;

/** Returns the emptyDir that a program fills beyond its limit, with the limit's text. */
export function overfilledVolume(
  container: JsonObject,
  podSpec: JsonObject,
  { written }: Program,
): { readonly name: string; readonly limit: string } | undefined {
  if (written === undefined) return undefined;
  for (const mount of listIn(container, "volumeMounts")) {
    const { name, mountPath } = mount as { readonly name: string; readonly mountPath: string };
    if (!written.path.startsWith(`${mountPath}/`)) continue;
    const volume = listIn(podSpec, "volumes").find((each) => (each as JsonObject).name === name);
    const limit = objectIn(volume, "emptyDir").sizeLimit;
    if (limit !== undefined && written.bytes * 1000 > (milliQuantity(String(limit)) ?? Number.POSITIVE_INFINITY))
      return { name, limit: String(limit) };
  }
  return undefined;
}
