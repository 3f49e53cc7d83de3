import { stableJson } from "@daemonscope/kube/values/stable-json";
import { isJsonObject } from "@daemonscope/simulated-apiserver/objects/json";

/** Returns one line for each difference between two values. */
export function differences(simulated: unknown, real: unknown, path: string): readonly string[] {
  if (Array.isArray(simulated) && Array.isArray(real) && simulated.length === real.length)
    return simulated.flatMap((element, at) => differences(element, real[at], simulated.length === 1 ? path : `${path}[${at}]`));
  if (isJsonObject(simulated) && isJsonObject(real))
    return [...new Set([...Object.keys(simulated), ...Object.keys(real)])]
      .sort()
      .flatMap((key) => differences(simulated[key], real[key], `${path} · ${key}`));
  const [simulatedText, realText] = [simulated, real].map((value) => (value === undefined ? "nothing" : stableJson(value)));
  return simulatedText === realText ? [] : [`${path}: the simulator has ${simulatedText}, the control plane ${realText}`];
}
