import { type LabelPool, labelKeys, labelPools } from "@daemonscope/daemonset/placement/label-coverage";
import { selectorMatches } from "@daemonscope/daemonset/placement/selector-match";
import type { LabelsAnswer } from "@daemonscope/shared/http/answers";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import type { LiveFrames } from "../frames/live-frames.ts";
import type { RouteContext } from "./context.ts";
import { namesOf, requireRead } from "./lookup.ts";
import { sendJson } from "./send-json.ts";

const KEYS_LIMIT = 200;
const POOLS_LIMIT = 200;
/** Answers of one state that are kept: one for each key that people look at. */
const KEPT_LIMIT = 20;

type Facts = Pick<LabelsAnswer, "at" | "daemonSets" | "keys" | "keyCount" | "nodeCount">;

function factsOf({ model }: LiveFrames): Facts {
  const nodes = model.nodes();
  const sets = model.daemonSetKeys().flatMap((key) => model.daemonSet(key) ?? []);
  const templates = sets.map(({ spec }) => spec.template);
  const matches = selectorMatches(templates, nodes);
  const keys = labelKeys(nodes, templates);
  return {
    at: model.nowMs,
    daemonSets: sets.map(({ metadata: { namespace, name } }, at) => ({
      key: `${namespace}/${name}`,
      match: matches[at] ?? { nodes: 0, unmet: [] },
    })),
    keys: keys.slice(0, KEYS_LIMIT),
    keyCount: keys.length,
    nodeCount: nodes.length,
  };
}

function poolsOf({ model }: LiveFrames, key: string): Pick<LabelsAnswer, "pools" | "poolCount"> {
  const templates = model.daemonSetKeys().flatMap((each) => model.daemonSet(each)?.spec.template ?? []);
  const pools = labelPools(model.nodes(), templates, key, model.gates);
  const isRest = ({ value }: LabelPool): boolean => value === null;
  const named = pools.filter((pool) => !isRest(pool));
  return { pools: [...named.slice(0, POOLS_LIMIT), ...pools.filter(isRest)], poolCount: named.length };
}

/** GET /api/labels: the pools that a label key makes, which DaemonSets want which of their nodes, and selectors that match no node. Computed once for each state of the
 *  cluster and key. */
export function labelsRoute(app: FastifyInstance, { live }: RouteContext): void {
  let made: { readonly epoch: string; readonly seq: number; readonly facts: Facts } | undefined;
  const answers = new Map<string, LabelsAnswer>();
  app.get(PATHS.labels, async (request, reply) => {
    const asked = namesOf(request.query, {}, { key: "labelKey" });
    requireRead(live, "nodes", "labels");
    requireRead(live, "daemonsets", "who wants which nodes");
    const { epoch, seq } = live.log.state;
    if (made === undefined || made.epoch !== epoch || made.seq !== seq) {
      made = { epoch, seq, facts: factsOf(live) };
      answers.clear();
    }
    const key = asked.key ?? made.facts.keys[0]?.key;
    let answer = answers.get(key ?? "");
    if (answer === undefined) {
      answer = { ...made.facts, key, ...(key === undefined ? { pools: [], poolCount: 0 } : poolsOf(live, key)) };
      if (answers.size >= KEPT_LIMIT) answers.clear();
      answers.set(key ?? "", answer);
    }
    return sendJson(request, reply, answer);
  });
}
