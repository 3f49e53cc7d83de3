import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { previewPair } from "@daemonscope/daemonset/preview/preview-daemonset";
import { previewReading } from "@daemonscope/daemonset/preview/preview-reading";
import { ghostOf, type Preview } from "@daemonscope/daemonset/preview/preview-steps";
import { nearestNames } from "@daemonscope/kube/base/nearest";
import type { PairPreview, WhatIfPairAnswer, WhatIfPairQuestion } from "@daemonscope/shared/http/what-if";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import { suggestionSuffix } from "../../platform/failure/suggestion-suffix.ts";

type PairQuery = Pick<WhatIfPairQuestion, "namespace" | "daemonSet" | "node">;

const NAMES = ["namespace", "daemonSet", "node"] as const;
const MAX_NAME_LENGTH = 253;

/** Returns the pair of a question. Throws ApiFailure. */
export function parsePairQuery(body: unknown): PairQuery {
  const fields = body as Readonly<Record<string, unknown>>;
  for (const name of NAMES) {
    const value = fields[name];
    if (typeof value !== "string" || value === "" || value.length > MAX_NAME_LENGTH)
      throw new ApiFailure(400, "BadPair", `The body must name the pair: "${name}" is missing, or no name.`);
  }
  return { namespace: String(fields.namespace), daemonSet: String(fields.daemonSet), node: String(fields.node) };
}

const ABSENT: PairPreview = { verdict: "absent", checks: [], cell: 0 };

function pairPreview(reading: ClusterReading, key: string, node: string): PairPreview {
  const placement = reading.placementOf(key, node);
  if (placement === undefined) return ABSENT;
  return { verdict: placement.verdict, checks: placement.checks, cell: reading.cellAt(key, node) };
}

/** Returns every check of one pair, now and after all changes settle. Throws ApiFailure for a DaemonSet or node
 *  that exists neither now nor after the changes. */
export function previewPairAnswer(preview: Preview, { namespace, daemonSet, node }: PairQuery): WhatIfPairAnswer {
  const { reading, cluster, nodes } = preview;
  const key = `${namespace}/${daemonSet}`;
  if (reading.daemonSet(key) === undefined && !cluster.daemonSets.has(key)) {
    const nearest = nearestNames(key, new Set([...reading.daemonSetKeys(), ...cluster.daemonSets.keys()]));
    throw new ApiFailure(
      404,
      "DaemonSetNotFound",
      `There is no DaemonSet ${key}, neither now nor then.${suggestionSuffix(nearest)}`,
      nearest,
    );
  }
  if (!nodes.now.has(node) && !nodes.then.has(node)) {
    const nearest = nearestNames(node, new Set([...nodes.now.keys(), ...nodes.then.keys()]));
    throw new ApiFailure(404, "NodeNotFound", `There is no node ${node}, neither now nor then.${suggestionSuffix(nearest)}`, nearest);
  }
  const settled = preview.sets.find((set) => set.key === key)?.pairs.find((pair) => pair.node === node) ?? previewPair(preview, key, node);
  const placed = preview.placed.get(`${key} ${node}`);
  const lacks = placed !== undefined && (placed.fit.shortages.length > 0 || placed.fit.ports.length > 0);
  return {
    at: reading.nowMs,
    now: pairPreview(reading, key, node),
    after: pairPreview(previewReading(preview, { key, node }), key, node),
    ghost: ghostOf(preview, settled, key),
    ...(lacks ? { fit: placed.fit } : {}),
  };
}
