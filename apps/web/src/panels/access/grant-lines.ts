import type { KubectlTarget } from "@daemonscope/daemonset/actions/changes/kubectl-line";
import { kubectlLine } from "@daemonscope/daemonset/actions/changes/kubectl-line";
import type { KindRight } from "@daemonscope/shared/http/rights";

const VIEWER_ROLE = "daemonscope-viewer";
const SERVICE_ACCOUNT = /^system:serviceaccount:([^:]+):([^:]+)$/;

/** At most 63 characters, the limit of a DNS label. */
function bindingName(userName: string): string {
  const name = userName.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return `daemonscope-${name}`.slice(0, 63).replace(/-+$/, "");
}

function subjectFlag(userName: string): string {
  const [, namespace, name] = SERVICE_ACCOUNT.exec(userName) ?? [];
  return namespace === undefined ? `--user=${userName}` : `--serviceaccount=${namespace}:${name}`;
}

/** Returns the role with all rights that Daemonscope needs, one rule per API group and its verbs. */
export function viewerRoleYaml(rights: readonly KindRight[]): string {
  const rules = new Map<string, { readonly group: string; readonly verbs: readonly string[]; readonly resources: string[] }>();
  for (const { group, verbs, resource } of rights) {
    const key = `${group}/${verbs.join(",")}`;
    const rule = rules.get(key) ?? { group, verbs, resources: [] };
    rule.resources.push(resource);
    rules.set(key, rule);
  }
  const lines = [...rules.values()].flatMap(({ group, verbs, resources }) => [
    `- apiGroups: ["${group}"]`,
    `  resources: [${resources.join(", ")}]`,
    `  verbs: [${verbs.join(", ")}]`,
  ]);
  return ["apiVersion: rbac.authorization.k8s.io/v1", "kind: ClusterRole", "metadata:", `  name: ${VIEWER_ROLE}`, "rules:", ...lines].join(
    "\n",
  );
}

/** Returns the command that grants a user the role: in all namespaces, or in one. */
export function roleBindingCommand(cluster: KubectlTarget | undefined, userName: string, namespace: string | undefined): string {
  const kind = namespace === undefined ? "clusterrolebinding" : "rolebinding";
  return kubectlLine(cluster, namespace, ["create", kind, bindingName(userName), `--clusterrole=${VIEWER_ROLE}`, subjectFlag(userName)]);
}

/** Returns the command that creates the role. */
export function roleCommand(cluster: KubectlTarget | undefined, rights: readonly KindRight[]): string {
  return `${kubectlLine(cluster, undefined, ["apply", "-f", "-"])} <<'EOF'\n${viewerRoleYaml(rights)}\nEOF`;
}
