import type { LifeContainer, WholePod } from "./whole-pod.ts";

/** The container of a pod whose words are asked for first: an init container that was started again and waits, else one that is not ready, else the first. */
export function spokesman({ containers }: Pick<WholePod, "containers">): LifeContainer | undefined {
  const ordinary = containers.filter(({ kind }) => kind === "container");
  const init = containers.find(({ kind, now, restarts }) => kind !== "container" && now.kind === "waiting" && restarts > 0);
  return init ?? ordinary.find(({ ready }) => !ready) ?? ordinary[0];
}
