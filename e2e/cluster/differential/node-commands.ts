import { READY_ANNOTATION } from "./motion.ts";
import { type Command, kubectlCommand } from "./step.ts";

/** Makes a node report a condition. */
export function withCondition(node: string, type: string, status: string): Command {
  const patch = JSON.stringify({ status: { conditions: [{ type, status, reason: "Test", message: "" }] } });
  return kubectlCommand("patch", "node", node, "--subresource=status", "-p", patch);
}

/** Makes a node report that it is Ready, or that it is not. */
export const withReady = (node: string, isReady: boolean): Command =>
  isReady
    ? kubectlCommand("annotate", "node", node, `${READY_ANNOTATION}-`)
    : kubectlCommand("annotate", "node", node, `${READY_ANNOTATION}=false`, "--overwrite");
