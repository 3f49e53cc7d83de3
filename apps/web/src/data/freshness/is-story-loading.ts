/** Reports whether the link names another story than the cluster plays: the server starts it, or is asked to.
 *  `scenario`: undefined for a cluster that is not simulated, where the link has no effect. */
export function isStoryLoading(search: string, scenario: string | undefined): boolean {
  const story = new URLSearchParams(search).get("story") ?? "";
  return story !== "" && scenario !== undefined && story !== scenario;
}
