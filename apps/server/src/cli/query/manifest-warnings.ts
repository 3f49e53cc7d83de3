import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import { applyDefaults } from "@daemonscope/simulated-apiserver/defaults/defaults";
import type { ResourceName } from "@daemonscope/simulated-apiserver/objects/contract";
import { isJsonObject, type JsonObject, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { apiType } from "@daemonscope/simulated-apiserver/schema/api-types";
import { decodeObject } from "@daemonscope/simulated-apiserver/schema/decode-object";
import { validationErrors } from "@daemonscope/simulated-apiserver/validation/validate";
import { escapeControl } from "../../platform/text/escape-control.ts";
import { truncateMiddle } from "../../platform/text/truncate-middle.ts";
import type { CheckedManifest } from "../../watch/manifests/manifest-objects.ts";
import { checkFields } from "./check-fields.ts";

const MAX_SHOWN = 5;
type Stored = Parameters<typeof applyDefaults>[1];

/** With the feature gate, Gt and Lt are operators of a toleration. */
const ALLOWED_BY_GATE = /^Unsupported value: "(Gt|Lt)": /;
/** The API server lists these operators in its error without the gate too. */
const BY_GATE = "; Lt and Gt only with the feature gate TaintTolerationComparisonOperators";

const isWithin = (field: string, path: string): boolean => field.startsWith(path) && /^($|[.[])/.test(field.slice(path.length));

/** Fields that an existing object keeps if the applied manifest lacks them. */
const IS_KEPT = /^Required value$/;
const COMPARED_WITH_SELECTOR = ["spec.selector", "spec.template.metadata.labels"];

/** Reports whether a manifest lacks a part that every DaemonSet has, so that it only changes an existing one. */
function isPartial({ spec }: CheckedManifest["raw"]): boolean {
  if (!isJsonObject(spec) || !isJsonObject(spec.selector)) return true;
  return !Object.hasOwn(objectIn(objectIn(spec, "template"), "spec"), "containers");
}

/**
 * Returns the API server's objections to a manifest, a sentence each. The manifest is evaluated anyway, but such an
 * object can never be in a cluster. `isStored`: the cluster has the object, so that a manifest may lack its fields.
 */
export function manifestWarnings(
  resource: Extract<ResourceName, "nodes" | "daemonsets">,
  { raw, words, problems, leftOut }: CheckedManifest,
  gates: MatchingGates,
  isStored = false,
): readonly string[] {
  const isPatch = isStored && isPartial(raw);
  const type = apiType(resource === "nodes" ? "core/v1.Node" : "apps/v1.DaemonSet");
  const fields = checkFields(raw as JsonObject, type);
  const object = decodeObject(fields.object, type).object as Stored;
  applyDefaults(resource, object);
  const errors = validationErrors(resource, object, undefined).filter(
    ({ field, message }) =>
      !(gates.TaintTolerationComparisonOperators && ALLOWED_BY_GATE.test(message)) &&
      ![...leftOut, ...fields.leftOut].some((path) => isWithin(field, path)) &&
      !(isPatch && (IS_KEPT.test(message) || COMPARED_WITH_SELECTOR.includes(field))),
  );
  const sentences = [
    ...problems,
    ...fields.problems,
    ...errors.map(({ field, message }) => `${field}: ${message}${ALLOWED_BY_GATE.test(message) ? BY_GATE : ""}`),
  ];
  const more = sentences.length - MAX_SHOWN;
  const all = [
    ...sentences.slice(0, MAX_SHOWN).map((sentence) => `${words} would be refused by the API server: ${truncateMiddle(sentence)}`),
    ...(more > 0 ? [`${words} would be refused for ${more} more ${more === 1 ? "reason" : "reasons"}`] : []),
  ];
  return all.map((sentence) => escapeControl(sentence.endsWith("?") ? sentence : `${sentence}.`));
}
