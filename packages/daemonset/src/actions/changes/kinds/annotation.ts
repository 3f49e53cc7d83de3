import { pointer } from "../json-patch.ts";
import { keysProblem } from "../problems/value-problem.ts";
import { freeText, text } from "../text/json-shape.ts";
import { readOnlyPair } from "../text/step-tokens.ts";
import type { EditKind, EditOf } from "./edit-kind.ts";

export const annotation: EditKind<EditOf<"annotation">> = {
  verb: "annotate",
  parse(texts) {
    const [key, value] = readOnlyPair(texts, "annotate NAMESPACE/NAME key=value");
    return { kind: "annotation", key, value };
  },
  format: ({ key, value }) => [`${key}=${value}`],
  json: { key: text, value: freeText },
  mark: "edited",
  part: "metadata",
  problem: (_, { key }) => keysProblem([key]),
  edited: undefined,
  // The annotations always exist: the API server stores the template's generation there.
  operations: (_, { key, value }) => [{ op: "add", path: pointer("metadata", "annotations", key), value }],
  merge: undefined,
  inverse: () => undefined,
  kubectl: ({ name }, { key, value }) => ["annotate", `ds/${name}`, `${key}=${value}`, "--overwrite"],
};
