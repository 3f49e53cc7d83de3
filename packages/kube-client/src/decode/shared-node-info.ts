import type { NodeInfo } from "@daemonscope/kube/objects";
import { defined } from "./fields.ts";

/** Exceeds the number of kinds of nodes in any cluster. */
const MAX_INFOS = 1024;
const infos = new Map<string, NodeInfo | undefined>();

/** Returns the same object for equal texts, because thousands of nodes are alike. Returns undefined if all of them are
 *  empty or absent. */
export function sharedNodeInfo(
  kernelVersion: string | undefined,
  osImage: string | undefined,
  containerRuntimeVersion: string | undefined,
  architecture: string | undefined,
): NodeInfo | undefined {
  const key = `${kernelVersion ?? ""}\n${osImage ?? ""}\n${containerRuntimeVersion ?? ""}\n${architecture ?? ""}`;
  const known = infos.get(key);
  if (known !== undefined) return known;
  const filled = (text: string | undefined): string | undefined => (text === "" ? undefined : text);
  const info: NodeInfo = Object.freeze(
    defined({
      kernelVersion: filled(kernelVersion),
      osImage: filled(osImage),
      containerRuntimeVersion: filled(containerRuntimeVersion),
      architecture: filled(architecture),
    }),
  );
  if (Object.keys(info).length === 0) return undefined;
  // A text with a line break could give the key of other texts.
  if (key.split("\n").length > 4) return info;
  if (infos.size >= MAX_INFOS) infos.clear();
  infos.set(key, info);
  return info;
}
