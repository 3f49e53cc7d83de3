import { nearestNames } from "@daemonscope/kube/base/nearest";
import { DAEMON_SET_SECTIONS, type DaemonSetSection } from "@daemonscope/shared/http/sections";

/** Common names of sections that have another name here. */
const ALSO_CALLED: Readonly<Record<string, DaemonSetSection>> = {
  revisions: "changes",
  revision: "changes",
  history: "changes",
  log: "logs",
  services: "reach",
};

/** Returns the DaemonSet section that a path of one part asks for without a DaemonSet; otherwise undefined. */
export function guessSection(path: string): DaemonSetSection | undefined {
  const parts = path.split("/").filter((part) => part !== "");
  const [part = ""] = parts;
  if (parts.length !== 1 || part.length < 3) return undefined;
  const names = [...DAEMON_SET_SECTIONS.slice(1).filter((section) => section !== "events"), ...Object.keys(ALSO_CALLED)];
  const near = names.includes(part) ? part : nearestNames(part, names).find((name) => Math.abs(name.length - part.length) <= 1);
  return near === undefined ? undefined : (ALSO_CALLED[near] ?? DAEMON_SET_SECTIONS.find((section) => section === near));
}
