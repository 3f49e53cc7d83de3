/** Containers whose logs could not be read for the same reason. */
export interface LogProblem {
  /** In the order of the streams. */
  readonly pods: readonly string[];
  /** `waits`: the container has not started, and `text` is its waiting reason; else `text` is the API server's
   *  sentence. */
  readonly kind: "waits" | "said";
  readonly text: string;
}

const WAITS = /^container "[^"]+" is waiting to start: (.+?)\.?$/;

/** Groups equal problems of all pods; problems of most containers first. */
export function groupLogProblems(problems: readonly { readonly pod: string; readonly problem: string }[]): readonly LogProblem[] {
  const groups = new Map<string, { readonly pods: string[]; readonly kind: LogProblem["kind"]; readonly text: string }>();
  for (const { pod, problem } of problems) {
    const text = problem.replace(` in pod "${pod}"`, "");
    const reason = WAITS.exec(text)?.[1];
    const key = reason === undefined ? `said ${text.replaceAll(pod, "")}` : `waits ${reason}`;
    const group = groups.get(key);
    if (group !== undefined) group.pods.push(pod);
    else groups.set(key, { pods: [pod], kind: reason === undefined ? "said" : "waits", text: reason ?? text });
  }
  return [...groups.values()].sort((a, b) => b.pods.length - a.pods.length);
}
