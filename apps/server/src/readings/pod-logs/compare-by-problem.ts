import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";

type LoggedPod = Pick<PodFacts, "ready" | "reason" | "name">;

const rank = ({ ready, reason }: LoggedPod) => (reason !== undefined ? 0 : ready ? 2 : 1);

/** Sorts pods for readers of logs: failing pods, pods that are not ready, the others; each group by name. */
export const compareByProblem = (a: LoggedPod, b: LoggedPod): number => rank(a) - rank(b) || compareTexts(a.name, b.name);
