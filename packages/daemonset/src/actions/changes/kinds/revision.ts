import type { DaemonSetEdit } from "../change.ts";
import type { DaemonSetFacts } from "../plan-facts.ts";
import { wholeNumber } from "../text/json-shape.ts";
import { StepSyntaxException } from "../text/step-tokens.ts";
import type { EditKind, EditOf } from "./edit-kind.ts";

/** Returns the edit back to the current revision. The undone revision keeps its number; the restored one gets a new
 *  number. */
export function backToCurrent({ rollout }: DaemonSetFacts): DaemonSetEdit | undefined {
  const current = rollout?.revisions.find((each) => each.current);
  return current === undefined ? undefined : { kind: "revision", to: current.revision };
}

export const revision: EditKind<EditOf<"revision">> = {
  verb: "undo",
  parse([text = ""]) {
    if (!/^\d{1,15}$/.test(text)) throw new StepSyntaxException(text, "undo NAMESPACE/NAME REVISION");
    return { kind: "revision", to: Number(text) };
  },
  format: ({ to }) => [String(to)],
  json: { to: wholeNumber },
  mark: "undone",
  part: "template",
  problem({ namespace, name, rollout }, { to }) {
    const revisions = rollout?.revisions;
    if (revisions === undefined || revisions.some((each) => each.revision === to)) return undefined;
    const known = revisions.map((each) => each.revision).join(", ");
    return { code: "unknownRevision", revision: to, daemonSet: `${namespace}/${name}`, revisions: known };
  },
  edited: undefined,
  operations: undefined,
  merge: undefined,
  inverse: backToCurrent,
  kubectl: ({ name }, { to }) => ["rollout", "undo", `ds/${name}`, `--to-revision=${to}`],
};
