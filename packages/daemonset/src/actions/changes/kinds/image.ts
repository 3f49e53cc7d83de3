import { existingPath } from "../json-patch.ts";
import { text } from "../text/json-shape.ts";
import { readOnlyPair } from "../text/step-tokens.ts";
import { containerMerge, containerOf, containerOperations, containerProblem, withContainer } from "./container.ts";
import type { EditKind, EditOf } from "./edit-kind.ts";

export const image: EditKind<EditOf<"image">> = {
  verb: "set-image",
  parse(texts) {
    const [container, to] = readOnlyPair(texts, "set-image NAMESPACE/NAME container=image");
    return { kind: "image", container, image: to };
  },
  format: (edit) => [`${edit.container}=${edit.image}`],
  json: { container: text, image: text },
  mark: "imageSet",
  part: "template",
  problem: (set, edit) => containerProblem(set, edit) ?? (edit.image === "" ? { code: "badImage", container: edit.container } : undefined),
  edited: (set, edit) => withContainer(set, edit, (existing) => ({ ...existing, image: edit.image })),
  operations: (set, edit) =>
    containerOperations(set, edit, (existing, path) => [
      existingPath(`${path}/image`, existing.image),
      { op: "replace", path: `${path}/image`, value: edit.image },
    ]),
  merge: (edit) => containerMerge(edit, { image: edit.image }),
  inverse(set, edit) {
    const existing = containerOf(set, edit);
    return existing && { ...edit, image: existing.image };
  },
  kubectl: ({ name }, edit) => ["set", "image", `ds/${name}`, `${edit.container}=${edit.image}`],
};
