import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";

type Trouble = Pick<PodFacts, "ready" | "reason" | "name">;

const rank = ({ ready, reason }: Trouble) => (reason !== undefined ? 0 : ready ? 2 : 1);

/** Sorts pods for readers of logs: failing pods, pods that are not ready, the others; each group by name. */
export const compareByProblem = (a: Trouble, b: Trouble): number => rank(a) - rank(b) || (a.name < b.name ? -1 : 1);
