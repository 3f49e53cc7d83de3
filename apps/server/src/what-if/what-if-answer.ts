import type { Step } from "@daemonscope/daemonset/actions/step";
import { problemParams, refusedBy } from "@daemonscope/daemonset/actions/step-problem";
import { stepProblemText } from "@daemonscope/daemonset/describe/step-problem-text";
import { changedNodes, effectsOf, type Imagined, imagine } from "@daemonscope/daemonset/imagine/imagine";
import type { ImaginedStep } from "@daemonscope/daemonset/imagine/imagined-cluster";
import type { StepThen, WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import type { ServedReading } from "../readings/served-reading.ts";
import { imagineTools } from "./imagine-tools.ts";

export function stepThen({ nodes, kubectl, isSoAlready, problem }: ImaginedStep): StepThen {
  return {
    nodes,
    isSoAlready,
    ...(kubectl === undefined ? {} : { kubectl }),
    ...(problem === undefined
      ? {}
      : { problem: { code: problem.code, message: stepProblemText(problem), params: problemParams(problem), by: refusedBy(problem) } }),
  };
}

/** Steps done to the reading of a request. */
export const imaginedOf = ({ reading, cluster }: Pick<ServedReading, "reading" | "cluster">, steps: readonly Step[]): Imagined =>
  imagine(reading, steps, imagineTools, cluster);

/** What steps would do to a reading, all in one. */
export function whatIfAnswer(imagined: Imagined, room: WhatIfAnswer["room"]): WhatIfAnswer {
  const { reading, nodes, steps } = imagined;
  const { daemonSets, unchanged } = effectsOf(reading, imagined);
  const { changed, left } = changedNodes(imagined);
  return {
    at: reading.nowMs,
    steps: steps.map(stepThen),
    daemonSets,
    unchanged,
    nodes: { now: nodes.now.size, then: nodes.then.size },
    changedNodes: changed,
    left,
    tax: [],
    room,
  };
}
