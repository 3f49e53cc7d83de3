import type { KubeControllerRevision, KubeDaemonSet, PodTemplateSummary } from "@daemonscope/kube/objects";
import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import { isJsonObject, type JsonObject, type JsonValue } from "@daemonscope/kube/values/json-value";
import { withoutEmptyFields } from "./without-empty-fields.ts";

/** A template as a summary, and in full if it is kept. */
export interface Template {
  readonly summary: PodTemplateSummary;
  readonly full: JsonObject | undefined;
}

export function jsonOf(text: string | undefined): JsonObject | undefined {
  const value: JsonValue | undefined = text === undefined ? undefined : JSON.parse(text);
  return isJsonObject(value) ? value : undefined;
}

export const isSameTemplate = (a: JsonObject, b: JsonObject): boolean => isEqualJson(withoutEmptyFields(a), withoutEmptyFields(b));

/** Returns the DaemonSet with another template. If a revision already has it, uses that revision's hash, because then
 *  no new revision is created (rule R6). Otherwise `isNew` decides between a hash of no revision and the present
 *  one. */
export function withTemplate(
  object: KubeDaemonSet,
  { summary, full }: Template,
  revisions: readonly KubeControllerRevision[],
  isNew: boolean,
): KubeDaemonSet {
  const known =
    full === undefined
      ? undefined
      : [...revisions]
          .sort((a, b) => b.revision - a.revision)
          .find(({ fullTemplate }) => {
            const stored = jsonOf(fullTemplate);
            return stored !== undefined && isSameTemplate(stored, full);
          });
  const templateHash = known?.templateHash ?? (isNew ? `imagined ${JSON.stringify(full ?? summary)}` : object.templateHash);
  const { fullTemplate: _, ...rest } = object;
  return {
    ...rest,
    spec: { ...object.spec, template: summary },
    templateHash,
    ...(full === undefined ? {} : { fullTemplate: JSON.stringify(full) }),
  };
}
