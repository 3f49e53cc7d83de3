import type { LabFault, LabFaultVerb, LabVerbs } from "@daemonscope/shared/http/lab";
import { labError } from "../lab-error.ts";
import type { LabFaultResult, LabTools } from "../lab-result.ts";

type Fault = LabTools["fault"];

const LIST_VERBS = ["list", "watch"] as const;
const only = (resource: string | undefined) => (resource === undefined ? {} : { resource });

function carryOut(fault: Fault, ...commands: readonly Readonly<Record<string, unknown>>[]): void {
  for (const command of commands)
    if (fault(command) !== undefined) {
      const name = String(command.verb);
      throw labError(400, "BadFault", { fault: name }, `The simulated API does not know the fault ${name} of that kind.`);
    }
}

const done = (fault: LabFault, back?: () => void): LabFaultResult => ({
  kind: "fault",
  fault,
  ...(back === undefined
    ? {}
    : {
        undo: async () => {
          back();
          return undefined;
        },
      }),
});

function stall(fault: Fault, body: LabVerbs["stall"], verb: "stall" | "resume"): LabFaultResult {
  const send = (of: "stall" | "resume") => carryOut(fault, { verb: of, ...only(body.resource) });
  send(verb);
  return done({ verb, ...body }, () => send(verb === "stall" ? "resume" : "stall"));
}

/** Forbids reads only; writes of the lab still work. */
function forbid(fault: Fault, { resource }: LabVerbs["forbid"], verb: "forbid" | "allow"): LabFaultResult {
  const send = (as: "forbid" | "allow") => carryOut(fault, ...LIST_VERBS.map((of) => ({ verb: as, resource, of })));
  send(verb);
  return done({ verb, resource }, () => send(verb === "forbid" ? "allow" : "forbid"));
}

function slow(fault: Fault, ms: number): LabFaultResult {
  carryOut(fault, { verb: "setDelay", ms });
  // A delay matters most for lists, so that all watches have to list again.
  if (ms > 0) carryOut(fault, { verb: "expireHistory" }, { verb: "dropWatches" });
  return done({ verb: "slow", ms }, ms > 0 ? () => carryOut(fault, { verb: "setDelay", ms: 0 }) : undefined);
}

/** The faults of the API server, by verb. */
export const FAULTS: { readonly [Verb in LabFaultVerb]: (body: LabVerbs[Verb], tools: LabTools) => Promise<LabFaultResult> } = {
  async "drop-watches"(body, { fault }) {
    carryOut(fault, { verb: body.how === "reset" ? "dropWatches" : "endWatches", ...only(body.resource) });
    return done({ verb: "drop-watches", ...body });
  },
  stall: async (body, { fault }) => stall(fault, body, "stall"),
  resume: async (body, { fault }) => stall(fault, body, "resume"),
  async garbage(body, { fault }) {
    carryOut(fault, { verb: "garbageLine", ...only(body.resource) });
    return done({ verb: "garbage", ...body });
  },
  async "expire-history"(_body, { fault }) {
    carryOut(fault, { verb: "expireHistory" }, { verb: "dropWatches" });
    return done({ verb: "expire-history" });
  },
  async "older-state"({ secondsAgo }, { fault }) {
    if (fault({ verb: "restoreOlderState", secondsAgo }) !== undefined) {
      const message = `There is no backup from ${secondsAgo} s ago: the API server is younger than that. Play on, or choose a younger backup.`;
      throw labError(409, "HistoryTooShort", { secondsAgo }, message);
    }
    return done({ verb: "older-state", secondsAgo });
  },
  async refuse(body, { fault }) {
    const { resource, status, times } = body;
    carryOut(fault, { verb: "failNext", resource, status, count: times, of: "watch" }, { verb: "dropWatches", resource });
    return done({ verb: "refuse", ...body });
  },
  slow: async ({ ms }, { fault }) => slow(fault, ms),
  forbid: async (body, { fault }) => forbid(fault, body, "forbid"),
  allow: async (body, { fault }) => forbid(fault, body, "allow"),
};
