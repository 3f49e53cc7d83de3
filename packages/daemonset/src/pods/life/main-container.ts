import type { LifeContainer, PodDetail } from "./pod-detail.ts";

/** Returns the container whose logs are read first: an init container or sidecar that restarted and waits; otherwise
 *  the first ordinary container that is not ready; otherwise the first ordinary one. */
export function mainContainer({ containers }: Pick<PodDetail, "containers">): LifeContainer | undefined {
  const ordinary = containers.filter(({ kind }) => kind === "container");
  const init = containers.find(({ kind, now, restarts }) => kind !== "container" && now.kind === "waiting" && restarts > 0);
  return init ?? ordinary.find(({ ready }) => !ready) ?? ordinary[0];
}
