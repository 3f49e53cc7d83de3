import { assertNever } from "@daemonscope/kube/assert-never";
import type { ClusterIdentity } from "@daemonscope/shared/frame";
import { kubectlLine } from "../kubectl/kubectl-line.ts";
import type { Way } from "./select-ways.ts";

interface Named {
  readonly namespace: string;
  readonly name: string;
}

/** The kubectl command of a way. What it does was tried on a real control plane: none but `undo` makes a new revision. */
export function wayCommand(way: Way, { namespace, name }: Named, cluster: ClusterIdentity | undefined): string {
  const patch = (updateStrategy: object) =>
    kubectlLine(cluster, namespace, ["patch", `ds/${name}`, "-p", JSON.stringify({ spec: { updateStrategy } })]);
  switch (way.kind) {
    case "undo":
      return kubectlLine(cluster, namespace, ["rollout", "undo", `ds/${name}`, `--to-revision=${way.toRevision}`]);
    case "nodes":
      return kubectlLine(cluster, undefined, ["describe", "node", ...way.nodes]);
    case "raise":
      return patch({ rollingUpdate: { [way.field]: way.to } });
    case "hold":
      return patch({ type: "OnDelete" });
    case "resume":
      return patch({ type: "RollingUpdate" });
    default:
      return assertNever(way);
  }
}
