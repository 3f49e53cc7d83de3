import type { Toleration } from "@daemonscope/kube/objects";
import { existingPath, type JsonPatchOperation } from "../json-patch.ts";
import { firstProblem, tolerationProblem } from "../problems/value-problem.ts";
import { fields, listOf, text, wholeNumber } from "../text/json-shape.ts";
import { readJson } from "../text/step-tokens.ts";
import { readToleration, tolerationWord } from "../text/toleration-text.ts";
import type { EditKind, EditOf } from "./edit-kind.ts";
import { jsonPatchWords, podTemplatePatch, TEMPLATE } from "./template-fields.ts";

const PATH = `${TEMPLATE}/tolerations`;

function operations(existing: readonly Toleration[], to: readonly Toleration[]): readonly JsonPatchOperation[] {
  const isEmpty = existing.length === 0;
  const change: JsonPatchOperation =
    to.length === 0 ? { op: "remove", path: PATH } : { op: isEmpty ? "add" : "replace", path: PATH, value: to };
  return isEmpty && to.length === 0 ? [] : [existingPath(PATH, isEmpty ? undefined : existing), change];
}

/** If the new list only extends the existing one, adds the new tolerations, so that the command repeats none. */
function commandOperations(existing: readonly Toleration[], to: readonly Toleration[]): readonly object[] {
  const isLonger = to.length > existing.length && JSON.stringify(to.slice(0, existing.length)) === JSON.stringify(existing);
  if (!isLonger) return to.length === 0 ? [{ op: "remove", path: PATH }] : [{ op: "replace", path: PATH, value: to }];
  return [
    ...(existing.length === 0 ? [{ op: "add", path: PATH, value: [] }] : []),
    ...to.slice(existing.length).map((value) => ({ op: "add", path: `${PATH}/-`, value })),
  ];
}

export const tolerations: EditKind<EditOf<"tolerations">> = {
  verb: "set-tolerations",
  parse: (_, tokens) => ({
    kind: "tolerations",
    to: tokens.map((token) => (token.kind === "json" ? (readJson(token, "a toleration as JSON") as object) : readToleration(token.text))),
  }),
  format: ({ to }) =>
    to.map((toleration) => {
      const word = tolerationWord(toleration);
      return word.startsWith("{") ? { json: toleration } : word;
    }),
  json: { to: listOf(fields({ "key?": text, "operator?": text, "value?": text, "effect?": text, "tolerationSeconds?": wholeNumber })) },
  mark: "edited",
  part: "template",
  problem: (_, { to }) => firstProblem(to, tolerationProblem),
  edited: (set, { to }) => ({ ...set, template: { ...set.template, tolerations: to } }),
  operations: (set, { to }) => operations(set.template.tolerations, to),
  merge: ({ to }) => podTemplatePatch({ tolerations: to.length === 0 ? null : to }),
  inverse: (set) => ({ kind: "tolerations", to: set.template.tolerations }),
  kubectl: ({ name, template }, { to }) => jsonPatchWords(name, commandOperations(template.tolerations, to)),
};
