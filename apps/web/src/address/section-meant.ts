import { nearestNames } from "@daemonscope/kube/nearest";
import { DAEMON_SET_SECTIONS, type DaemonSetSection } from "@daemonscope/shared/http/sections";

/** What people call sections that have another name. */
const ALSO_CALLED: Readonly<Record<string, DaemonSetSection>> = {
  revisions: "changes",
  revision: "changes",
  history: "changes",
  log: "logs",
  services: "reach",
};

/** The section of a DaemonSet's page that a path of one part asks for, without saying of which DaemonSet; undefined for any other path. */
export function sectionMeant(path: string): DaemonSetSection | undefined {
  const parts = path.split("/").filter((part) => part !== "");
  const [asked = ""] = parts;
  if (parts.length !== 1 || asked.length < 3) return undefined;
  const names = [...DAEMON_SET_SECTIONS.slice(1).filter((section) => section !== "events"), ...Object.keys(ALSO_CALLED)];
  const near = names.includes(asked) ? asked : nearestNames(asked, names).find((name) => Math.abs(name.length - asked.length) <= 1);
  return near === undefined ? undefined : (ALSO_CALLED[near] ?? DAEMON_SET_SECTIONS.find((section) => section === near));
}
