import { type Action, manualAction } from "./action.ts";
import type { Change } from "./change.ts";
import { kindOfEdit } from "./kinds/edit-kinds.ts";
import { kindOfNodeChange } from "./kinds/node-kinds.ts";
import type { PlanFacts } from "./plan-facts.ts";

/** The reason that no inverse exists. */
export type NoInverse =
  /** The action only inspects. */
  | "nothingChanges"
  /** Its controller has created another pod meanwhile. */
  | "podsAreMadeAnew"
  /** The earlier state is not completely known. */
  | "notKnown";

export type Inverse = { readonly kind: "action"; readonly action: Action } | { readonly kind: "none"; readonly why: NoInverse };

/** Returns the changes that undo a change, in order, given the facts before it. */
export function inverseChanges(facts: PlanFacts, change: Change): readonly Change[] | NoInverse {
  switch (change.kind) {
    case "editDaemonSet": {
      const set = facts.daemonSet(change.namespace, change.name);
      const edit = set === undefined ? undefined : kindOfEdit(change.edit).inverse(set, change.edit);
      return edit === undefined ? "notKnown" : [{ ...change, edit }];
    }
    case "createDaemonSet": {
      const { name, namespace = "default" } = change.manifest.metadata;
      return [{ kind: "deleteDaemonSet", namespace, name, orphan: false }];
    }
    case "deleteDaemonSet": {
      const manifest = facts.manifestOf?.("DaemonSet", change.name, change.namespace);
      return manifest === undefined ? "notKnown" : [{ kind: "createDaemonSet", manifest }];
    }
    case "deletePods":
      return "podsAreMadeAnew";
    case "nodesJoin":
      return [{ kind: "nodesLeave", nodes: change.manifests.map(({ metadata }) => metadata.name) }];
    case "nodesLeave": {
      const manifests = change.nodes.flatMap((name) => facts.manifestOf?.("Node", name) ?? []);
      return manifests.length < change.nodes.length ? "notKnown" : [{ kind: "nodesJoin", manifests }];
    }
    default: {
      const nodes = change.nodes.map((name) => facts.node(name));
      const known = nodes.filter((node) => node !== undefined);
      return known.length < nodes.length ? "notKnown" : known.flatMap((node) => kindOfNodeChange(change).inverse(node, change));
    }
  }
}

/** Combines the inverses of several changes, given in the order of the changes. */
export function inverseOf(inverses: readonly (readonly Change[] | NoInverse)[]): Inverse {
  const changes: Change[] = [];
  for (const inverse of inverses.toReversed()) {
    if (typeof inverse === "string") return { kind: "none", why: inverse };
    changes.push(...inverse);
  }
  return changes.length === 0 ? { kind: "none", why: "nothingChanges" } : { kind: "action", action: manualAction(...changes) };
}
