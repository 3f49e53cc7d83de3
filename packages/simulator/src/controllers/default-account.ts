import type { NamespacedObject } from "./per-namespace-object.ts";

/** The service account of pods that name none. Source: pkg/controller/serviceaccount. */
export const DEFAULT_ACCOUNT: NamespacedObject = { resource: "serviceaccounts", name: "default" };
