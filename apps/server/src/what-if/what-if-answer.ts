import { randomBytes } from "node:crypto";
import type { Step } from "@daemonscope/daemonset/actions/step";
import { problemParams, refusedBy } from "@daemonscope/daemonset/actions/step-problem";
import { STEP_DOUBT_TEXTS } from "@daemonscope/daemonset/describe/step-doubt-texts";
import { stepProblemText } from "@daemonscope/daemonset/describe/step-problem-text";
import { changedNodes, effectsOf, type Imagined, imagine, withRoom } from "@daemonscope/daemonset/imagine/imagine";
import type { ImaginedStep } from "@daemonscope/daemonset/imagine/imagined-cluster";
import { pinnedReading } from "@daemonscope/daemonset/imagine/pinned-reading";
import { taxThen } from "@daemonscope/daemonset/imagine/tax-then";
import type { StepThen, WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import type { ClusterReads } from "../cluster/cluster-reads.ts";
import { keepsTemplates } from "../cluster/decode/keep-template.ts";
import type { RunParts } from "../frames/in-turns.ts";
import type { ServedReading } from "../readings/served-reading.ts";
import { imagineTools } from "./imagine-tools.ts";
import { type AppliedBy, readLastApplied } from "./last-applied.ts";
import { type ReadRoom, readRoom } from "./read-room.ts";
import { withTemplatesOf } from "./templates-of-steps.ts";

export function stepThen({ nodes, kubectl, isSoAlready, problem, doubts }: ImaginedStep): StepThen {
  return {
    nodes,
    isSoAlready,
    ...(kubectl === undefined ? {} : { kubectl }),
    ...(doubts.length === 0 ? {} : { doubts: doubts.map((code) => ({ code, message: STEP_DOUBT_TEXTS[code] })) }),
    ...(problem === undefined
      ? {}
      : { problem: { code: problem.code, message: stepProblemText(problem), params: problemParams(problem), by: refusedBy(problem) } }),
  };
}

/** The state to which steps are applied. */
export type AskedReading = Pick<ServedReading, "reading" | "cluster" | "keepTemplate">;

/** The previewed result of steps, and the free capacity. */
export interface ImaginedWithRoom {
  readonly imagined: Imagined;
  readonly read: ReadRoom;
}

/** Keeps templates with hidden values: they are comparable with each other, but not with a manifest. */
const KEEP_HIDDEN = keepsTemplates({ key: randomBytes(32), showValues: false });

/** The execution of a preview. */
export interface PreviewRun {
  readonly run: RunParts;
  /** The tool that applies manifests and removes fields that it applied before; kubectl if undefined. */
  readonly applies?: AppliedBy;
}

/** Applies steps to a reading, with the free capacity of nodes. Reads missing data from the cluster: whole
 *  templates that a log lacks, last applied manifests, and the capacity. `reads` is undefined for a reading that
 *  is not live. */
export async function imaginedOf(
  { reading: held, cluster, keepTemplate }: AskedReading,
  steps: readonly Step[],
  reads: ClusterReads | undefined,
  { run, applies = "kubectl" }: PreviewRun,
): Promise<ImaginedWithRoom> {
  const whole = reads === undefined ? held : await withTemplatesOf(steps, held, reads, keepTemplate ?? KEEP_HIDDEN);
  const reading = pinnedReading(whole);
  const lastApplied = reads && (await readLastApplied(reads, reading, steps, applies));
  const imagined = await run(imagine(reading, steps, imagineTools(keepTemplate, lastApplied), cluster));
  if (reads === undefined) {
    const message = "Whether new pods find room is not said: free room is read from the cluster as it is now, and nothing is kept of it.";
    return { imagined, read: { kind: "unread", message } };
  }
  const read = await readRoom(reads, imagined, run);
  return { read, imagined: read.kind === "read" ? await run(withRoom(imagined, read.room)) : imagined };
}

/** Returns the effects of all steps together. */
export function* whatIfAnswer({ imagined, read }: ImaginedWithRoom): Generator<undefined, WhatIfAnswer> {
  const { reading, nodes, steps } = imagined;
  const { daemonSets, unchanged } = yield* effectsOf(reading, imagined);
  const { changed, left } = yield* changedNodes(imagined);
  return {
    at: reading.nowMs,
    steps: steps.map(stepThen),
    daemonSets,
    unchanged,
    nodes: { now: nodes.now.size, then: nodes.then.size },
    changedNodes: changed,
    left,
    tax: read.kind === "read" ? yield* taxThen(imagined, read.room.allocatable) : [],
    room: read.kind === "read" ? { kind: "read" } : read,
  };
}
