import type { CauseKind } from "../records/cause-fact.ts";

/** The kinds of the table of causes with `normalFor: "lasting"`. The page shows them before it loads the table, whose
 *  patterns take 3 KB. A test compares both. */
export const LASTING_KINDS: ReadonlySet<CauseKind> = new Set<CauseKind>([
  "objectMissing",
  "hostPathMissing",
  "configError",
  "podSecurity",
  "limitRange",
  "serviceAccountMissing",
  "priorityClassMissing",
  "runtimeClassMissing",
  "webhookDenied",
  "requestsOverQuota",
  "quotaExceeded",
  "webhookSilent",
  "createRefused",
  "noScheduler",
  "claimUnallocated",
  "volumeClaimMissing",
  "volumeElsewhere",
  "selectorAdded",
  "labelMismatch",
  "onePodNode",
  "tooLarge",
  "featureMissing",
  "resourceMissing",
  "portHeld",
  "antiAffinity",
  "untolerated",
  "noRoom",
  "notScheduled",
]);
