import { nameProblem } from "../problems/value-problem.ts";
import { text } from "../text/json-shape.ts";
import type { EditKind, EditOf } from "./edit-kind.ts";
import { fieldOperations, mergePatchWords, podTemplatePatch, TEMPLATE } from "./template-fields.ts";

type PriorityClass = EditOf<"priorityClass">;

const merge = ({ to }: PriorityClass) => podTemplatePatch({ priorityClassName: to ?? null });

export const priorityClass: EditKind<PriorityClass> = {
  verb: "set-priority",
  parse: ([to]) => ({ kind: "priorityClass", ...(to === undefined ? {} : { to }) }),
  format: ({ to }) => (to === undefined ? [] : [to]),
  json: { "to?": text },
  mark: "edited",
  part: "template",
  problem: (_, { to }) => (to === undefined ? undefined : nameProblem(to)),
  edited: ({ priorityClassName: _, ...rest }, { to }) => ({ ...rest, ...(to === undefined ? {} : { priorityClassName: to }) }),
  operations: (set, { to }) => fieldOperations(`${TEMPLATE}/priorityClassName`, set.priorityClassName, to),
  merge,
  inverse: ({ priorityClassName: to }) => ({ kind: "priorityClass", ...(to === undefined ? {} : { to }) }),
  kubectl: ({ name }, edit) => mergePatchWords(name, merge(edit)),
};
