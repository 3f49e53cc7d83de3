import { ClusterReads } from "../cluster/cluster-reads.ts";
import type { Transport } from "../cluster/transport.ts";
import type { Readings } from "../readings/readings.ts";
import type { Person } from "../viewers/viewer.ts";
import { viewerOf } from "../viewers/viewer-of.ts";
import type { Sight } from "./rights-desk.ts";
import { sightOf } from "./sights.ts";

interface OwnReads {
  readonly sight: Sight;
  readonly reads: ClusterReads;
}

/** Returns readings whose reads on demand use each user's own identity instead of the server's. Reads remain within the
 *  user's access scope, and errors hide what is outside it. */
export function readsOfPersons(readings: Readings, transportOf: (person: Person) => Transport): Readings {
  const known = new WeakMap<Person, OwnReads>();
  const readsOf = (person: Person, sight: Sight): ClusterReads => {
    const before = known.get(person);
    if (before !== undefined && isSame(before.sight, sight)) return before.reads;
    const transport = transportOf(person);
    const reads = sight.kind === "everything" ? new ClusterReads({ transport, namespace: undefined }) : sight.of.readsBy(transport);
    known.set(person, { sight, reads });
    return reads;
  };
  return {
    ...readings,
    liveReadingOf: (request) => {
      const reading = readings.liveReadingOf(request);
      const viewer = viewerOf(request);
      const sight = sightOf(request);
      return viewer.kind === "owner" || sight === undefined ? reading : { ...reading, reads: readsOf(viewer, sight) };
    },
  };
}

function isSame(a: Sight, b: Sight): boolean {
  return a.kind === "everything" || b.kind === "everything" ? a.kind === b.kind : a.of === b.of;
}
