import { isJsonObject } from "@daemonscope/kube/values/json-value";
import { pointer } from "../json-patch.ts";
import { affinityProblem } from "../problems/value-problem.ts";
import { fields, listOf, text } from "../text/json-shape.ts";
import { readJson, StepSyntaxException } from "../text/step-tokens.ts";
import type { EditKind, EditOf } from "./edit-kind.ts";
import { fieldOperations, mergePatchWords, podTemplatePatch, TEMPLATE } from "./template-fields.ts";

type Affinity = EditOf<"affinity">;

const AFFINITY = TEMPLATE + pointer("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution");

const requirement = fields({ key: text, operator: text, "values?": listOf(text) });
const term = fields({ "matchExpressions?": listOf(requirement), "matchFields?": listOf(requirement) });

const merge = ({ to }: Affinity) =>
  podTemplatePatch({ affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: to ?? null } } });

export const affinity: EditKind<Affinity> = {
  verb: "set-affinity",
  parse(_, [token]) {
    if (token?.text === "none") return { kind: "affinity" };
    const expected = 'set-affinity NAMESPACE/NAME {"nodeSelectorTerms":[…]}, or none';
    const value = readJson(token, expected);
    if (!isJsonObject(value)) throw new StepSyntaxException(token?.text ?? "", expected);
    return { kind: "affinity", to: value };
  },
  format: ({ to }) => [to === undefined ? "none" : { json: to }],
  json: { "to?": fields({ "nodeSelectorTerms?": listOf(term) }) },
  mark: "edited",
  part: "template",
  problem: (_, { to }) => (to === undefined ? undefined : affinityProblem(to)),
  edited(set, { to }) {
    const { requiredNodeAffinity: _, ...rest } = set.template;
    return { ...set, template: { ...rest, ...(to === undefined ? {} : { requiredNodeAffinity: to }) } };
  },
  operations: (set, { to }) => fieldOperations(AFFINITY, set.template.requiredNodeAffinity, to),
  merge,
  needsMerge: (set, { to }) => set.template.requiredNodeAffinity === undefined && to !== undefined,
  inverse({ template: { requiredNodeAffinity: to } }) {
    return { kind: "affinity", ...(to === undefined ? {} : { to }) };
  },
  kubectl: ({ name }, edit) => mergePatchWords(name, merge(edit)),
};
