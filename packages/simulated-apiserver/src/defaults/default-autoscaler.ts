import { type JsonObject, objectIn, optionalIn } from "../objects/json.ts";
import { setMissing } from "./default-pod-spec.ts";

const ALL_OF_THEM = [{ type: "Percent", value: 100, periodSeconds: 15 }];
const UP = {
  stabilizationWindowSeconds: 0,
  selectPolicy: "Max",
  policies: [{ type: "Pods", value: 4, periodSeconds: 15 }, ...ALL_OF_THEM],
};
const DOWN = { selectPolicy: "Max", policies: ALL_OF_THEM };

/** Source: pkg/apis/autoscaling/v2/defaults.go. */
export function defaultAutoscaler(spec: JsonObject): void {
  const share = { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } } };
  setMissing(spec, { minReplicas: 1, metrics: [share] });
  const behaviour = optionalIn(spec, "behavior");
  if (behaviour === undefined) return;
  setMissing(behaviour, { scaleUp: {}, scaleDown: {} });
  setMissing(objectIn(behaviour, "scaleUp"), UP);
  setMissing(objectIn(behaviour, "scaleDown"), DOWN);
}
