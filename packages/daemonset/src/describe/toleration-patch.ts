import type { Taint } from "@daemonscope/kube/objects";
import { shellQuote } from "./shell-quote.ts";

/** The tolerations that let a DaemonSet onto nodes with these taints, whatever their values. */
export const tolerationsFor = (taints: readonly Pick<Taint, "key" | "effect">[]) =>
  taints.map(({ key, effect }) => ({ key, operator: "Exists", effect }));

/** A JSON patch that adds them to a template that has `present` tolerations. */
export function tolerationPatch(present: number, taints: readonly Pick<Taint, "key" | "effect">[]): readonly object[] {
  return [
    ...(present === 0 ? [{ op: "add", path: "/spec/template/spec/tolerations", value: [] }] : []),
    ...tolerationsFor(taints).map((value) => ({ op: "add", path: "/spec/template/spec/tolerations/-", value })),
  ];
}

/** The command that patches a DaemonSet so. */
export function patchCommand(contextFlag: string, namespace: string, daemonSet: string, operations: readonly object[]): string {
  const patch = shellQuote(JSON.stringify(operations));
  return `kubectl${contextFlag} -n ${shellQuote(namespace)} patch daemonset ${shellQuote(daemonSet)} --type=json -p ${patch}`;
}
