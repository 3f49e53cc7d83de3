import type { Transport } from "@daemonscope/kube-client/http/transport";
import type { Readings } from "../../readings/readings.ts";
import { OnDemandReads } from "../../watch/on-demand-reads.ts";
import type { User } from "../auth/principal.ts";
import { principalOf } from "../auth/request-principal.ts";
import type { AccessScope } from "./access-control.ts";

interface UserReads {
  readonly scope: AccessScope;
  readonly reads: OnDemandReads;
}

/** Returns readings whose reads on demand use each user's own identity instead of the server's. Reads remain within the
 *  user's access scope, and errors hide what is outside it. */
export function perUserReads(readings: Readings, transportOf: (person: User) => Transport): Readings {
  const known = new WeakMap<User, UserReads>();
  const readsOf = (person: User, scope: AccessScope): OnDemandReads => {
    const before = known.get(person);
    if (before !== undefined && isSame(before.scope, scope)) return before.reads;
    const transport = transportOf(person);
    const reads = scope.kind === "everything" ? new OnDemandReads({ transport, namespace: undefined }) : scope.cluster.readsBy(transport);
    known.set(person, { scope, reads });
    return reads;
  };
  return {
    ...readings,
    liveReadingOf: (request) => {
      const reading = readings.liveReadingOf(request);
      const viewer = principalOf(request);
      const scope = request.accessScope;
      return viewer.kind === "owner" || scope === undefined ? reading : { ...reading, reads: readsOf(viewer, scope) };
    },
  };
}

function isSame(a: AccessScope, b: AccessScope): boolean {
  return a.kind === "everything" || b.kind === "everything" ? a.kind === b.kind : a.cluster === b.cluster;
}
