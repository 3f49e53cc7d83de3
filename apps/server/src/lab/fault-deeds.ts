import type { LabVerbs } from "@daemonscope/shared/http/lab";
import { ApiFailure } from "../routes/api-failure.ts";
import type { Deed, DeedTools } from "./deed.ts";

type FaultVerb =
  | "drop-watches"
  | "stall"
  | "resume"
  | "garbage"
  | "expire-history"
  | "older-state"
  | "refuse"
  | "slow"
  | "forbid"
  | "allow";
type Fault = DeedTools["fault"];

const LIST_VERBS = ["list", "watch"] as const;
const every = (resource: string | undefined): string => (resource === undefined ? "every watch" : `the watch of ${resource}`);
const only = (resource: string | undefined) => (resource === undefined ? {} : { resource });

function carryOut(fault: Fault, ...commands: readonly Readonly<Record<string, unknown>>[]): void {
  for (const command of commands)
    if (!fault(command))
      throw new ApiFailure(400, "BadFault", `The simulated API does not know the fault ${String(command.verb)} of that kind.`);
}

function stall(fault: Fault, resource: string | undefined, stalled: boolean): Deed {
  carryOut(fault, { verb: stalled ? "stall" : "resume", ...only(resource) });
  return {
    kind: "fault",
    line: stalled ? `${every(resource)} is open and says nothing` : `${every(resource)} speaks again`,
    undo: async () => stall(fault, resource, !stalled).line,
  };
}

/** Only reading: what the lab itself writes goes on. */
function forbid(fault: Fault, resource: string, forbidden: boolean): Deed {
  carryOut(fault, ...LIST_VERBS.map((of) => ({ verb: forbidden ? "forbid" : "allow", resource, of })));
  return {
    kind: "fault",
    line: `${resource} may ${forbidden ? "no longer" : "again"} be listed and watched`,
    undo: async () => forbid(fault, resource, !forbidden).line,
  };
}

function slow(fault: Fault, ms: number): Deed {
  carryOut(fault, { verb: "setDelay", ms });
  // Lists are where it hurts: everything is read anew.
  if (ms > 0) carryOut(fault, { verb: "expireHistory" }, { verb: "dropWatches" });
  return {
    kind: "fault",
    line: ms > 0 ? `every answer of the API server takes ${ms} ms longer` : "the API server answers as fast as before",
    ...(ms > 0 ? { undo: async () => slow(fault, 0).line } : {}),
  };
}

/** What is done to the API server, by verb. */
export const FAULT_DEEDS: { readonly [Verb in FaultVerb]: (body: LabVerbs[Verb], tools: DeedTools) => Promise<Deed> } = {
  async "drop-watches"({ resource, how }, { fault }) {
    carryOut(fault, { verb: how === "reset" ? "dropWatches" : "endWatches", ...only(resource) });
    return { kind: "fault", line: `${every(resource)} ${how === "reset" ? "is reset" : "ends, as at its timeout"}` };
  },
  stall: async ({ resource }, { fault }) => stall(fault, resource, true),
  resume: async ({ resource }, { fault }) => stall(fault, resource, false),
  async garbage({ resource }, { fault }) {
    carryOut(fault, { verb: "garbageLine", ...only(resource) });
    return { kind: "fault", line: `${every(resource)} brings a line that is no event` };
  },
  async "expire-history"(_body, { fault }) {
    carryOut(fault, { verb: "expireHistory" }, { verb: "dropWatches" });
    return { kind: "fault", line: "history is forgotten and every watch reset: everything is listed again" };
  },
  async "older-state"({ secondsAgo }, { fault }) {
    if (!fault({ verb: "restoreOlderState", secondsAgo }))
      throw new ApiFailure(
        409,
        "HistoryTooShort",
        `There is no backup of ${secondsAgo} s ago: the history of the API server begins later. Let time pass, or choose a later one.`,
      );
    return { kind: "fault", line: `the API server is back from a backup of ${secondsAgo} s ago: what was written since is lost` };
  },
  async refuse({ resource, status, times }, { fault }) {
    carryOut(fault, { verb: "failNext", resource, status, count: times, of: "watch" }, { verb: "dropWatches", resource });
    return { kind: "fault", line: `the next ${times === 1 ? "watch" : `${times} watches`} of ${resource} get ${status}` };
  },
  slow: async ({ ms }, { fault }) => slow(fault, ms),
  forbid: async ({ resource }, { fault }) => forbid(fault, resource, true),
  allow: async ({ resource }, { fault }) => forbid(fault, resource, false),
};
