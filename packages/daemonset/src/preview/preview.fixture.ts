import { drain } from "@daemonscope/kube/base/drain";
import type { PodTemplateSummary } from "@daemonscope/kube/objects";
import type { JsonObject } from "@daemonscope/kube/values/json-value";
import { stepProblemText } from "@daemonscope/words/english/step-problem-text";
import { parseSteps } from "../actions/steps/parse-step.ts";
import { putDaemonSet, putNode, putPod, putRevision } from "../model/cluster-event.ts";
import { ClusterModel } from "../model/cluster-model.ts";
import type { ClusterReading } from "../model/cluster-reading.ts";
import {
  aDaemonSet,
  aNode,
  aPod,
  aRevision,
  type DaemonSetParts,
  EPOCH_MS,
  emptyTemplate,
  type NodeParts,
} from "../model/objects.fixture.ts";
import type { PreviewDecoders } from "./preview-decoders.ts";
import { effectsOf, type Preview, previewSteps } from "./preview-steps.ts";

/** Manifests and templates of tests contain summaries directly: no decoder is needed. */
export const TOOLS: PreviewDecoders = {
  templateOf: (template) => ({ ...emptyTemplate, ...(template.spec as object) }) as PodTemplateSummary,
  daemonSetOf: ({ metadata, spec = {} }) => {
    const { template = {} } = spec as { readonly template?: { readonly spec?: object; readonly metadata?: { readonly labels?: object } } };
    const base = aDaemonSet(metadata.name, { namespace: metadata.namespace ?? "default", templateHash: JSON.stringify(template) });
    return {
      object: {
        ...base,
        spec: { ...base.spec, ...(spec as object), template: { ...emptyTemplate, ...template.spec } as PodTemplateSummary },
      },
    };
  },
};

export interface StoryParts {
  readonly nodes: Readonly<Record<string, NodeParts>>;
  readonly sets: Readonly<
    Record<
      string,
      DaemonSetParts & {
        readonly on?: readonly string[];
        /** Nodes whose pod has an older revision. */
        readonly old?: readonly string[];
        /** Nodes whose pod is updated and not Ready. */
        readonly unready?: readonly string[];
        /** Nodes whose pod waits for free capacity. */
        readonly waits?: readonly string[];
        readonly hash?: string;
        readonly podGeneration?: number;
        readonly full?: JsonObject;
      }
    >
  >;
}

/** An idle cluster: pods of the first revision, available for long, on the nodes that each DaemonSet names. */
export function reading({ nodes, sets }: StoryParts): ClusterReading {
  const model = new ClusterModel({ nowMs: EPOCH_MS + 3_600_000 });
  for (const [name, parts] of Object.entries(nodes)) model.apply(putNode(aNode(name, parts)));
  for (const [name, { on = [], old = [], unready = [], waits = [], hash, podGeneration, full, ...parts }] of Object.entries(sets)) {
    const fullTemplate = full === undefined ? {} : { fullTemplate: JSON.stringify(full) };
    model.apply(putDaemonSet({ ...aDaemonSet(name, parts), ...fullTemplate }));
    model.apply(putRevision({ ...aRevision(name, 1), ...fullTemplate }));
    for (const node of old) model.apply(putPod(aPod(name, `${name}-${node}`, { node, hash: "hash-0", readyAtMs: 0 })));
    for (const node of unready) model.apply(putPod(aPod(name, `${name}-${node}`, { node, hash: "hash-1" })));
    for (const node of waits)
      model.apply(putPod(aPod(name, `${name}-${node}`, { pinnedTo: node, hash: hash ?? "hash-1", schedulerMessage: "Insufficient cpu" })));
    for (const node of on)
      model.apply(
        putPod(
          aPod(name, `${name}-${node}`, {
            node,
            hash: hash ?? "hash-1",
            readyAtMs: 0,
            ...(podGeneration === undefined ? {} : { templateGeneration: podGeneration }),
          }),
        ),
      );
  }
  model.takeChanges();
  return model.reading;
}

/** Previews steps in text form on a cluster. Throws if a step fails. */
export function previewFixture(cluster: ClusterReading, text: string): Preview {
  const parsed = parseSteps(text);
  if (parsed.kind === "unreadable") throw new Error(`${text}: ${parsed.word}: ${parsed.expected}`);
  const all = drain(previewSteps(cluster, parsed.steps, TOOLS));
  for (const { problem } of all.steps) if (problem !== undefined) throw new Error(stepProblemText(problem));
  return all;
}

/** Returns the effects of steps in text form. */
export function effects(cluster: ClusterReading, text: string) {
  return drain(effectsOf(cluster, previewFixture(cluster, text)));
}
