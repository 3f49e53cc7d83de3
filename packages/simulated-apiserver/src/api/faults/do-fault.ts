import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { Faults } from "./faults.ts";
import { type FaultCommand, readFault } from "./read-fault.ts";

/**
 * Why a fault was not carried out: `malformed` refers to the request, `impossible` to the current state of the cluster.
 */
interface FaultRefusal {
  readonly kind: "malformed" | "impossible";
  /** One sentence. */
  readonly problem: string;
}

const impossible = (problem: string): FaultRefusal => ({ kind: "impossible", problem });

function carryOut(faults: Faults, command: FaultCommand): FaultRefusal | undefined {
  switch (command.verb) {
    case "dropWatches":
    case "endWatches":
    case "stall":
    case "resume":
    case "garbageLine":
      faults[command.verb](command.resource);
      return undefined;
    case "expireHistory":
      faults.expireHistory();
      return undefined;
    case "restoreOlderState":
      return faults.restoreOlderState(command.secondsAgo)
        ? undefined
        : impossible(`secondsAgo of restoreOlderState is ${command.secondsAgo}: the history of the API server begins later.`);
    case "skewClock":
      return faults.skewClock(command.seconds, command.node)
        ? undefined
        : impossible(`node of skewClock is ${JSON.stringify(command.node)}: there is no such node.`);
    case "forbid":
    case "allow":
      faults[command.verb](command.resource, command.of);
      return undefined;
    case "failNext": {
      const { resource, status = 503, count = 1, retryAfterSeconds, of: verb } = command;
      faults.failNext(resource, {
        status,
        count,
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
        ...(verb === undefined ? {} : { verb }),
      });
      return undefined;
    }
    case "setDelay":
      faults.setDelay(command.ms ?? 0);
      return undefined;
    case "withoutStreamingList":
      faults.withoutStreamingList(command.without ?? true);
      return undefined;
    default:
      return assertNever(command);
  }
}

/** Carries out `{verb, resource?, …}`. Returns the refusal if it did nothing. */
export function doFault(faults: Faults, body: unknown): FaultRefusal | undefined {
  const read = readFault(body);
  return "problem" in read ? { kind: "malformed", problem: read.problem } : carryOut(faults, read.command);
}
