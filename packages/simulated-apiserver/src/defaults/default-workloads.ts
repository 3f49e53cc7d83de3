import { type JsonObject, objectIn, objectsIn, optionalIn } from "../objects/json.ts";
import { setMissing } from "./default-pod-spec.ts";
import { defaultTemplate } from "./default-template.ts";
import { defaultClaim } from "./default-volumes.ts";
import { type ObjectDefaults, specIn } from "./object-defaults.ts";

function defaultTemplateIn(parent: JsonObject): void {
  setMissing(parent, { template: {} });
  defaultTemplate(objectIn(parent, "template"));
}

/** Source: pkg/apis/core/v1/defaults.go, SetDefaults_ReplicationController. */
function defaultController(object: JsonObject, spec: JsonObject): void {
  setMissing(spec, { replicas: 1 });
  defaultTemplateIn(spec);
  const labels = objectIn(objectIn(objectIn(spec, "template"), "metadata"), "labels");
  if (Object.keys(labels).length === 0) return;
  setMissing(spec, { selector: labels });
  const metadata = objectIn(object, "metadata");
  if (Object.keys(objectIn(metadata, "labels")).length === 0) metadata.labels = { ...labels };
}

/** Source: pkg/apis/apps/v1/defaults.go, SetDefaults_StatefulSet. */
function defaultStatefulSet(spec: JsonObject): void {
  setMissing(spec, {
    replicas: 1,
    revisionHistoryLimit: 10,
    podManagementPolicy: "OrderedReady",
    updateStrategy: {},
    persistentVolumeClaimRetentionPolicy: {},
  });
  setMissing(objectIn(spec, "persistentVolumeClaimRetentionPolicy"), { whenDeleted: "Retain", whenScaled: "Retain" });
  const strategy = objectIn(spec, "updateStrategy");
  setMissing(strategy, { type: "RollingUpdate" });
  if (strategy.type === "RollingUpdate") {
    setMissing(strategy, { rollingUpdate: {} });
    setMissing(objectIn(strategy, "rollingUpdate"), { partition: 0 });
  }
  defaultTemplateIn(spec);
  for (const claim of objectsIn(spec, "volumeClaimTemplates")) {
    setMissing(claim, { apiVersion: "v1", kind: "PersistentVolumeClaim", status: { phase: "Pending" } });
    defaultClaim(claim);
  }
}

/** Source: pkg/apis/batch/v1/defaults.go, SetDefaults_Job. */
function defaultJob(spec: JsonObject): void {
  if (spec.completions === undefined && spec.parallelism === undefined) setMissing(spec, { completions: 1 });
  setMissing(spec, { parallelism: 1, backoffLimit: 6, completionMode: "NonIndexed", suspend: false, manualSelector: false });
  setMissing(spec, { podReplacementPolicy: optionalIn(spec, "podFailurePolicy") === undefined ? "TerminatingOrFailed" : "Failed" });
  defaultTemplateIn(spec);
}

/** Source: pkg/apis/batch/v1/defaults.go, SetDefaults_CronJob. A Job gets its own defaults when it is created. */
function defaultCronJob(spec: JsonObject): void {
  setMissing(spec, {
    concurrencyPolicy: "Allow",
    suspend: false,
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 1,
    jobTemplate: {},
  });
  const template = objectIn(spec, "jobTemplate");
  setMissing(template, { metadata: {}, spec: {} });
  defaultTemplateIn(objectIn(template, "spec"));
}

/** Defaults of workloads that the simulator stores but does not run. Each function edits the object. */
export const WORKLOAD_DEFAULTS: ObjectDefaults = {
  replicationcontrollers: (object) => defaultController(object, specIn(object)),
  statefulsets: (object) => defaultStatefulSet(specIn(object)),
  jobs: (object) => defaultJob(specIn(object)),
  cronjobs: (object) => defaultCronJob(specIn(object)),
  podtemplates: defaultTemplateIn,
};
