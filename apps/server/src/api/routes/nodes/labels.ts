import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { agentFamilies } from "@daemonscope/daemonset/placement/labels/agent-families";
import { labelKeys, labelPools } from "@daemonscope/daemonset/placement/labels/label-coverage";
import { type PoolPage, pageOfPools } from "@daemonscope/daemonset/placement/labels/pool-page";
import { selectorMatches } from "@daemonscope/daemonset/placement/selector-match";
import { nearestNames } from "@daemonscope/kube/base/nearest";
import type { LabelsAnswer } from "@daemonscope/shared/http/answers";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import type { ServedReading } from "../../../readings/served-reading.ts";
import type { RouteContext } from "../../context.ts";
import { readParameters, requireSourceRead } from "../../lookup.ts";
import { sendJson } from "../../send-json.ts";

const KEYS_LIMIT = 200;
const POOLS_LIMIT = 200;
/** Maximum cached answers of one state: one per requested key. */
const ANSWERS_LIMIT = 20;

type Facts = Pick<LabelsAnswer, "at" | "daemonSets" | "keys" | "keyCount" | "nodeCount">;

function factsOf(reading: ClusterReading): Facts {
  const nodes = reading.nodes();
  const sets = reading.daemonSetKeys().flatMap((key) => reading.daemonSet(key) ?? []);
  const templates = sets.map(({ spec }) => spec.template);
  const matches = selectorMatches(templates, nodes);
  const keys = labelKeys(nodes, templates);
  return {
    at: reading.nowMs,
    daemonSets: sets.map(({ metadata: { namespace, name } }, at) => ({
      key: `${namespace}/${name}`,
      match: matches[at] ?? { nodes: 0, unmet: [] },
    })),
    keys: keys.slice(0, KEYS_LIMIT),
    keyCount: keys.length,
    nodeCount: nodes.length,
  };
}

function poolsOf(reading: ClusterReading, { daemonSets, keys }: Facts, key: string): PoolPage {
  const templates = reading.daemonSetKeys().flatMap((each) => reading.daemonSet(each)?.spec.template ?? []);
  const indexOf = new Map(daemonSets.map((set, at) => [set.key, at]));
  const families = agentFamilies({ daemonSets, keys, key }).map(
    (family) => new Set(family.keys.flatMap((each) => indexOf.get(each) ?? [])),
  );
  return pageOfPools(labelPools(reading.nodes(), templates, key, reading.gates), families, POOLS_LIMIT);
}

function answerOf(reading: ClusterReading, facts: Facts, key: string | undefined): LabelsAnswer {
  if (key === undefined) return { ...facts, key, nearest: [], pools: [], leftOut: undefined, poolCount: 0 };
  const sent = poolsOf(reading, facts, key);
  const existingKeys = new Set(sent.poolCount > 0 ? [] : reading.nodes().flatMap(({ labels }) => Object.keys(labels)));
  return { ...facts, key, nearest: nearestNames(key, existingKeys), ...sent };
}

/** GET /api/labels: the pools of a label key, the DaemonSets that want their nodes, and selectors that match no node.
 *  Computed once per key and state of the cluster. */
export function labelsRoute(app: FastifyInstance, { readingOf }: RouteContext): void {
  let cached: (Pick<ServedReading, "epoch" | "seq" | "momentMs"> & { readonly facts: Facts }) | undefined;
  const answers = new Map<string, LabelsAnswer>();
  app.get(PATHS.labels, async (request, reply) => {
    const parameters = readParameters(request.query, {}, { key: "labelKey" });
    const served = readingOf(request);
    requireSourceRead(served, "nodes", "labels");
    requireSourceRead(served, "daemonsets", "the coverage of nodes");
    const { epoch, seq, momentMs } = served;
    if (cached === undefined || cached.epoch !== epoch || cached.seq !== seq || cached.momentMs !== momentMs) {
      cached = { epoch, seq, momentMs, facts: factsOf(served.reading) };
      answers.clear();
    }
    const key = parameters.key ?? cached.facts.keys[0]?.key;
    let answer = answers.get(key ?? "");
    if (answer === undefined) {
      answer = answerOf(served.reading, cached.facts, key);
      if (answers.size >= ANSWERS_LIMIT) answers.clear();
      answers.set(key ?? "", answer);
    }
    return sendJson(request, reply, answer);
  });
}
