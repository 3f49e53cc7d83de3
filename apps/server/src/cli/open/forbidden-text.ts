import type { SourceName } from "@daemonscope/kube/source-status";
import { WATCHED } from "@daemonscope/kube-client/http/resources";

/** Needed kinds that the user may not read. */
interface ForbiddenKinds {
  readonly kinds: readonly [SourceName, ...SourceName[]];
  /** The API server's message about the first kind. It names the user, and sometimes a reason after the scope. */
  readonly detail: string;
  /** Absent: all namespaces. */
  readonly namespace: string | undefined;
  /** The impersonated user. */
  readonly as: string | undefined;
}

/** Returns why the user may not read the needed kinds, in kubectl's words, and how to list the rights. */
export const forbiddenText = (forbidden: ForbiddenKinds): string => `forbidden: ${missingRightText(forbidden)}`;

/** Returns the same without the word `forbidden`, as a clause. */
export function missingRightText({ kinds: [first, ...others], detail, namespace, as }: ForbiddenKinds): string {
  const user = /User "((?:[^"\\]|\\.)+)"/.exec(detail)?.[1] ?? as;
  const reason = /(?:at the cluster scope|in the namespace "[^"]*"): (.+?)(?:; needs the verbs |$)/.exec(detail)?.[1];
  const isNamespaced = namespace !== undefined && first !== "nodes";
  const also = others.length === 0 ? "" : ` (also ${others.map((source) => WATCHED[source].qualified).join(", ")})`;
  const scope = isNamespaced ? `in the namespace "${namespace}"` : "at the cluster scope";
  const check = ["kubectl auth can-i --list", ...(isNamespaced ? [`-n ${namespace}`] : []), ...(as === undefined ? [] : [`--as ${as}`])];
  return [
    `${user === undefined ? "you" : `user "${user}"`} cannot list and watch ${WATCHED[first].qualified}${also} ${scope}`,
    reason === undefined ? "" : `: ${reason}`,
    `. Check: ${check.join(" ")}`,
    first === "nodes"
      ? ". Nodes belong to no namespace, so ask for a ClusterRole"
      : namespace === undefined
        ? ". With rights in one namespace, use -n"
        : "",
  ].join("");
}
