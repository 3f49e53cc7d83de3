import { timeMs } from "@daemonscope/kube/values/time";
import { ANNOTATIONS } from "@daemonscope/kube/well-known";
import { text } from "../text/json-shape.ts";
import { StepSyntaxException } from "../text/step-tokens.ts";
import { type EditKind, type EditOf, noProblem } from "./edit-kind.ts";
import { backToCurrent } from "./revision.ts";

export const restart: EditKind<EditOf<"restart">> = {
  verb: "restart",
  parse([at]) {
    if (at !== undefined && timeMs(at) === undefined) throw new StepSyntaxException(at, "restart NAMESPACE/NAME [TIME]");
    return { kind: "restart", ...(at === undefined ? {} : { at }) };
  },
  format: ({ at }) => (at === undefined ? [] : [at]),
  json: { "at?": text },
  mark: "restarted",
  part: "template",
  problem: noProblem,
  edited: undefined,
  operations: undefined,
  merge: ({ at = "when it is sent" }) => ({ spec: { template: { metadata: { annotations: { [ANNOTATIONS.restartedAt]: at } } } } }),
  needsMerge: (_, { at }) => at !== undefined,
  inverse: backToCurrent,
  kubectl: ({ name }) => ["rollout", "restart", `ds/${name}`],
};
