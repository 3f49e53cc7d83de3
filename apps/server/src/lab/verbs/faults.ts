import type { LabFault, LabFaultVerb, LabVerbs } from "@daemonscope/shared/http/lab";
import { labError } from "../lab-error.ts";
import type { LabFaultResult, LabTools } from "../lab-result.ts";

type Fault = LabTools["fault"];

const LIST_VERBS = ["list", "watch"] as const;
const resourceField = (resource: string | undefined) => (resource === undefined ? {} : { resource });

function inject(fault: Fault, ...commands: readonly Readonly<Record<string, unknown>>[]): void {
  for (const command of commands)
    if (fault(command) !== undefined) {
      const name = String(command.verb);
      throw labError(400, "BadFault", { fault: name }, `The simulated API does not know the fault ${name} of that kind.`);
    }
}

const resultOf = (fault: LabFault, undo?: () => void): LabFaultResult => ({
  kind: "fault",
  fault,
  ...(undo === undefined
    ? {}
    : {
        undo: async () => {
          undo();
          return undefined;
        },
      }),
});

function stall(fault: Fault, body: LabVerbs["stall"], verb: "stall" | "resume"): LabFaultResult {
  const send = (sent: "stall" | "resume") => inject(fault, { verb: sent, ...resourceField(body.resource) });
  send(verb);
  return resultOf({ verb, ...body }, () => send(verb === "stall" ? "resume" : "stall"));
}

/** Forbids or allows lists and watches only; writes of the lab still work. */
function forbid(fault: Fault, { resource }: LabVerbs["forbid"], verb: "forbid" | "allow"): LabFaultResult {
  const send = (sent: "forbid" | "allow") => inject(fault, ...LIST_VERBS.map((listVerb) => ({ verb: sent, resource, of: listVerb })));
  send(verb);
  return resultOf({ verb, resource }, () => send(verb === "forbid" ? "allow" : "forbid"));
}

function slow(fault: Fault, ms: number): LabFaultResult {
  inject(fault, { verb: "setDelay", ms });
  // Users notice a delay most in lists, so all watches have to list again.
  if (ms > 0) inject(fault, { verb: "expireHistory" }, { verb: "dropWatches" });
  return resultOf({ verb: "slow", ms }, ms > 0 ? () => inject(fault, { verb: "setDelay", ms: 0 }) : undefined);
}

/** The faults of the API server, by verb. */
export const FAULTS: { readonly [Verb in LabFaultVerb]: (body: LabVerbs[Verb], tools: LabTools) => Promise<LabFaultResult> } = {
  async "drop-watches"(body, { fault }) {
    inject(fault, { verb: body.how === "reset" ? "dropWatches" : "endWatches", ...resourceField(body.resource) });
    return resultOf({ verb: "drop-watches", ...body });
  },
  stall: async (body, { fault }) => stall(fault, body, "stall"),
  resume: async (body, { fault }) => stall(fault, body, "resume"),
  async garbage(body, { fault }) {
    inject(fault, { verb: "garbageLine", ...resourceField(body.resource) });
    return resultOf({ verb: "garbage", ...body });
  },
  async "expire-history"(_body, { fault }) {
    inject(fault, { verb: "expireHistory" }, { verb: "dropWatches" });
    return resultOf({ verb: "expire-history" });
  },
  async "older-state"({ secondsAgo }, { fault }) {
    if (fault({ verb: "restoreOlderState", secondsAgo }) !== undefined) {
      const message = `There is no backup from ${secondsAgo} s ago: the API server is younger than that. Play on, or choose a younger backup.`;
      throw labError(409, "HistoryTooShort", { secondsAgo }, message);
    }
    return resultOf({ verb: "older-state", secondsAgo });
  },
  async refuse(body, { fault }) {
    const { resource, status, times } = body;
    inject(fault, { verb: "failNext", resource, status, count: times, of: "watch" }, { verb: "dropWatches", resource });
    return resultOf({ verb: "refuse", ...body });
  },
  slow: async ({ ms }, { fault }) => slow(fault, ms),
  forbid: async (body, { fault }) => forbid(fault, body, "forbid"),
  allow: async (body, { fault }) => forbid(fault, body, "allow"),
};
