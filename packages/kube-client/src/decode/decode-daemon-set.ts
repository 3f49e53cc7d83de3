import type { DaemonSetUpdateStrategy, IntOrString, KubeDaemonSet } from "@daemonscope/kube/objects";
import { decodeNamespacedMeta } from "./decode-meta.ts";
import { decodePodTemplate } from "./decode-pod-template.ts";
import { decodeLabelSelector } from "./decode-selectors.ts";
import { type Decoded, undecodable } from "./decoded.ts";
import { defined, integerField, internedField, isJson, type Json, objectField, textField } from "./fields.ts";
import { lastTemplateManager } from "./last-template-manager.ts";
import { isWithinDepthLimit, templateHash } from "./template-hash.ts";
import type { TemplateRedactor } from "./template-redactor.ts";

const DEFAULT_HISTORY_LIMIT = 10;

function intOrString(parent: Json, field: string): IntOrString | undefined {
  const value = parent[field];
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : undefined;
  return textField(parent, field);
}

function updateStrategy(value: Json): DaemonSetUpdateStrategy {
  const type = internedField(value, "type") ?? "RollingUpdate";
  const { rollingUpdate } = value;
  if (!isJson(rollingUpdate)) return { type };
  return {
    type,
    rollingUpdate: defined({
      maxUnavailable: intOrString(rollingUpdate, "maxUnavailable"),
      maxSurge: intOrString(rollingUpdate, "maxSurge"),
    }),
  };
}

/** Reads a DaemonSet. Keeps the whole template only if `keep` is given. Never throws; numbers that the API omits
 *  are 0. */
export function decodeDaemonSet(value: unknown, keep?: TemplateRedactor): Decoded<KubeDaemonSet> {
  const metadata = decodeNamespacedMeta(value);
  if (metadata === undefined || !isJson(value)) return undecodable("DaemonSet", value);
  const spec = objectField(value, "spec");
  const status = objectField(value, "status");
  const count = (field: string) => Math.max(0, integerField(status, field));
  const given = objectField(spec, "template");
  const template = isWithinDepthLimit(given) ? given : {};
  const manager = lastTemplateManager(objectField(value, "metadata"));
  return {
    object: {
      metadata,
      spec: {
        selector: decodeLabelSelector(objectField(spec, "selector")),
        template: decodePodTemplate(template),
        updateStrategy: updateStrategy(objectField(spec, "updateStrategy")),
        minReadySeconds: Math.max(0, integerField(spec, "minReadySeconds")),
        revisionHistoryLimit: integerField(spec, "revisionHistoryLimit", DEFAULT_HISTORY_LIMIT),
      },
      status: {
        desiredNumberScheduled: count("desiredNumberScheduled"),
        currentNumberScheduled: count("currentNumberScheduled"),
        numberReady: count("numberReady"),
        updatedNumberScheduled: count("updatedNumberScheduled"),
        numberAvailable: count("numberAvailable"),
        numberUnavailable: count("numberUnavailable"),
        numberMisscheduled: count("numberMisscheduled"),
        observedGeneration: count("observedGeneration"),
        ...(typeof status.collisionCount === "number" ? { collisionCount: count("collisionCount") } : {}),
      },
      templateHash: templateHash(template),
      ...(manager === undefined ? {} : { templateManager: manager }),
      ...(keep === undefined ? {} : { fullTemplate: keep(template, metadata.uid) }),
    },
  };
}
