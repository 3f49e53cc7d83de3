import { mapOperations, pointer } from "../json-patch.ts";
import { keysProblem, labelsProblem } from "../problems/value-problem.ts";
import { listOf, text, textMap } from "../text/json-shape.ts";
import { pairWords, readPairs, removalWords, StepSyntaxException } from "../text/step-tokens.ts";
import type { EditKind, EditOf } from "./edit-kind.ts";
import { editedMap, inverseMap, wantedValues } from "./string-map.ts";
import { jsonPatchWords, podTemplatePatch, TEMPLATE } from "./template-fields.ts";

const PATH = `${TEMPLATE}/nodeSelector`;

const isRemoval = (word: string): boolean => word.endsWith("-") && !word.includes("=");

export const nodeSelector: EditKind<EditOf<"nodeSelector">> = {
  verb: "set-node-selector",
  parse(texts) {
    const expected = "set-node-selector NAMESPACE/NAME key=value, or key- to take it off";
    if (texts.length === 0) throw new StepSyntaxException("", expected);
    const [removed, pairs] = [texts.filter(isRemoval), texts.filter((word) => !isRemoval(word))];
    return { kind: "nodeSelector", set: readPairs(pairs, expected), remove: removed.map((word) => word.slice(0, -1)) };
  },
  format: ({ set, remove }) => [...pairWords(set), ...removalWords(remove)],
  json: { set: textMap, remove: listOf(text) },
  mark: "edited",
  part: "template",
  problem: (_, { set, remove }) => labelsProblem(set) ?? keysProblem(remove),
  edited: (set, edit) => ({ ...set, template: { ...set.template, nodeSelector: editedMap(set.template.nodeSelector, edit) } }),
  operations: (set, edit) => mapOperations(PATH, set.template.nodeSelector, wantedValues(edit, undefined)),
  merge: (edit) => podTemplatePatch({ nodeSelector: wantedValues(edit, null) }),
  inverse: (set, edit) => ({ kind: "nodeSelector", ...inverseMap(set.template.nodeSelector, edit) }),
  kubectl: ({ name, template }, { set, remove }) =>
    jsonPatchWords(name, [
      ...remove.map((key) => ({ op: "remove", path: PATH + pointer(key) })),
      ...(Object.keys(template.nodeSelector).length === 0 ? [{ op: "add", path: PATH, value: {} }] : []),
      ...Object.entries(set).map(([key, value]) => ({ op: "add", path: PATH + pointer(key), value })),
    ]),
};
