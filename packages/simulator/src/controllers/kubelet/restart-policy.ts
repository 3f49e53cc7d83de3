import { isJsonObject, type JsonObject, listIn } from "@daemonscope/simulated-apiserver/objects/json";

/** Reports whether a rule is about an exit code. */
function matches({ exitCodes }: JsonObject, code: number): boolean {
  if (!isJsonObject(exitCodes)) return false;
  const isListed = listIn(exitCodes, "values").includes(code);
  return exitCodes.operator === "In" ? isListed : exitCodes.operator === "NotIn" && !isListed;
}

const isRestartedBy = (policy: unknown, code: number): boolean => (policy === "OnFailure" ? code !== 0 : policy !== "Never");

/** Reports whether a container starts again after this exit code: by its own rules and policy, otherwise by that of
 *  its pod. The simulator restarts only this container if a rule restarts all.
 *  Source: pkg/api/v1/pod/util.go, ContainerShouldRestart. */
export function isRestarted(container: JsonObject, podPolicy: unknown, code: number): boolean {
  const { restartPolicy } = container;
  if (restartPolicy === undefined) return isRestartedBy(podPolicy, code);
  const rule = listIn(container, "restartPolicyRules").find((each): each is JsonObject => isJsonObject(each) && matches(each, code));
  return rule?.action === "Restart" || rule?.action === "RestartAllContainers" || isRestartedBy(restartPolicy, code);
}
