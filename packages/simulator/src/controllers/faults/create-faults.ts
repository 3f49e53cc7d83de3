import { badRequest, forbidden, StoreError } from "@daemonscope/simulated-apiserver/objects/failures";
import type { Resource } from "@daemonscope/simulated-apiserver/objects/resource";
import { RESOURCES } from "@daemonscope/simulated-apiserver/objects/resources";
import { type Fault, podSpec } from "./fault.ts";

const PODS = RESOURCES.find(({ name }) => name === "pods") as Resource;

/** Returns the refusal of an admission plugin, in its words. */
const admission = (why: string): Fault => ({
  refuses(podName) {
    throw forbidden(PODS, podName, why);
  },
});

const answer = (code: number, reason: string, message: string): Fault => ({
  refuses() {
    throw new StoreError({ code, reason, message });
  },
});

const WEBHOOK = "policy.example.com";

/** Pods that the API server does not create. Source: plugin/pkg/admission, apiserver pkg/admission/plugin/webhook. */
export const CREATE_FAULTS = {
  quotaExceeded: admission("exceeded quota: team-quota, requested: pods=1, used: pods=10, limited: pods=10"),
  requestsOverQuota: admission(
    "exceeded quota: team-quota, requested: requests.memory=64Mi, used: requests.memory=480Mi, limited: requests.memory=512Mi",
  ),
  limitRange: admission("maximum memory usage per Container is 64Mi, but limit is 128Mi"),
  podSecurity: admission('violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true), hostPath volumes (volume "log")'),
  webhookDenied: answer(403, "Forbidden", `admission webhook "${WEBHOOK}" denied the request: the image is not signed`),
  webhookSilent: answer(
    500,
    "InternalError",
    `Internal error occurred: failed calling webhook "${WEBHOOK}": failed to call webhook: Post "https://policy.security.svc:443/validate?timeout=10s": context deadline exceeded`,
  ),
  serviceAccountMissing: { pod: podSpec({ serviceAccountName: "missing-account", serviceAccount: "missing-account" }) },
  priorityClassMissing: { pod: podSpec({ priorityClassName: "missing-priority" }) },
  runtimeClassMissing: admission('pod rejected: RuntimeClass "kata" not found'),
  createRefused: {
    refuses() {
      throw badRequest("the API server could not read the pod");
    },
  },
} as const satisfies Readonly<Record<string, Fault>>;
