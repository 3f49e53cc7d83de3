import { manifestProblem } from "../problems/manifest-problem.ts";
import { manifest as manifestShape } from "../text/json-shape.ts";
import { parseManifestWord } from "../text/step-tokens.ts";
import type { EditKind, EditOf } from "./edit-kind.ts";
import { backToCurrent } from "./revision.ts";

/** Fields of a manifest's spec that a revision holds, or that are immutable. */
const REVISION_FIELDS = ["template", "selector"];

export const manifest: EditKind<EditOf<"manifest">> = {
  verb: "change",
  parse: (_, [token]) => ({ kind: "manifest", manifest: parseManifestWord(token) }),
  format: (edit) => [{ json: edit.manifest }],
  json: { manifest: manifestShape },
  mark: "applied",
  part: "template",
  problem: (set, edit) => manifestProblem(edit.manifest, set),
  edited: undefined,
  operations: undefined,
  merge: undefined,
  inverse(set, edit) {
    const { spec = {} } = edit.manifest;
    return Object.keys(spec as object).every((field) => REVISION_FIELDS.includes(field)) ? backToCurrent(set) : undefined;
  },
  kubectl: undefined,
};
