import { ownValue } from "@daemonscope/kube/base/own-value";
import { POOL_LABELS } from "@daemonscope/kube/well-known";
import type { NodeRecord } from "./records.ts";

/** Returns the pool of a node by the first label that states one; empty without such a label. */
export const poolOf = ({ labels }: Pick<NodeRecord, "labels">): string =>
  POOL_LABELS.map((key) => ownValue(labels, key)).find((value) => value !== undefined && value !== "") ?? "";
