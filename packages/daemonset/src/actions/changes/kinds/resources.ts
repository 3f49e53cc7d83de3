import { mapOperations } from "../json-patch.ts";
import { quantitiesProblem } from "../problems/value-problem.ts";
import { listOf, text, textMap } from "../text/json-shape.ts";
import { pairWords, readPairs, removalWords } from "../text/step-tokens.ts";
import { containerArguments, containerMerge, containerOf, containerOperations, containerProblem, withContainer } from "./container.ts";
import type { EditKind, EditOf } from "./edit-kind.ts";
import { editedMap, inverseMap, wantedValues } from "./string-map.ts";
import { mergePatchWords } from "./template-fields.ts";

type Resources = EditOf<"resources">;

const merge = (edit: Resources) => containerMerge(edit, { resources: { requests: wantedValues(edit, null) } });

export const resources: EditKind<Resources> = {
  verb: "set-requests",
  parse(texts) {
    const expected = "set-requests NAMESPACE/NAME -c CONTAINER cpu=100m, or cpu- to take it off";
    const { container, rest } = containerArguments(texts, expected);
    const [removed, pairs] = [rest.filter((word) => word.endsWith("-")), rest.filter((word) => !word.endsWith("-"))];
    return { kind: "resources", container, set: readPairs(pairs, expected), remove: removed.map((word) => word.slice(0, -1)) };
  },
  format: ({ container, set, remove }) => ["-c", container, ...pairWords(set), ...removalWords(remove)],
  json: { container: text, set: textMap, remove: listOf(text) },
  mark: "edited",
  part: "template",
  problem: (set, edit) => containerProblem(set, edit) ?? quantitiesProblem(edit.set),
  edited: (set, edit) =>
    withContainer(set, edit, ({ requests: before = {}, ...rest }) => {
      const requests = editedMap(before, edit);
      return { ...rest, ...(Object.keys(requests).length === 0 ? {} : { requests }) };
    }),
  operations: (set, edit) =>
    containerOperations(set, edit, ({ requests = {} }, path) =>
      mapOperations(`${path}/resources/requests`, requests, wantedValues(edit, undefined)),
    ),
  merge,
  needsMerge: (set, edit) => Object.keys(containerOf(set, edit)?.requests ?? {}).length === 0 && Object.keys(edit.set).length > 0,
  inverse(set, edit) {
    const existing = containerOf(set, edit);
    return existing && { ...edit, ...inverseMap(existing.requests ?? {}, edit) };
  },
  kubectl({ name }, edit) {
    if (edit.remove.length > 0) return mergePatchWords(name, merge(edit));
    return ["set", "resources", `ds/${name}`, `--containers=${edit.container}`, `--requests=${pairWords(edit.set).join(",")}`];
  },
};
