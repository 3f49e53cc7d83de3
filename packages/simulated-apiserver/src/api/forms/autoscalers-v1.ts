import { isJsonObject, type JsonObject, listIn, objectIn } from "../../objects/json.ts";
import { AUTOSCALERS_V1 } from "../../objects/resources.ts";
import type { VersionConversion } from "./version-conversion.ts";

const isCpuShare = (metric: JsonObject): boolean => {
  const { name, target } = objectIn(metric, "resource");
  return metric.type === "Resource" && name === "cpu" && isJsonObject(target) && target.type === "Utilization";
};

/**
 * Autoscalers in their first version: one share of the CPU, and no other metrics, behaviour or conditions. Source:
 * pkg/apis/autoscaling/v1/conversion.go, which keeps the rest in annotations.
 */
export const AUTOSCALERS_FORM: VersionConversion = {
  resource: AUTOSCALERS_V1,
  served(object) {
    const { metrics: _, behavior: _behavior, ...spec } = objectIn(object, "spec");
    const share = listIn(objectIn(object, "spec"), "metrics").filter(isJsonObject).find(isCpuShare);
    const { currentMetrics: _current, conditions: _conditions, ...status } = objectIn(object, "status");
    const target = share === undefined ? undefined : objectIn(objectIn(share, "resource"), "target").averageUtilization;
    return {
      ...object,
      spec: { ...spec, ...(target === undefined ? {} : { targetCPUUtilizationPercentage: target }) },
      status: { currentReplicas: 0, desiredReplicas: 0, ...status },
    };
  },
  stored(value) {
    if (!isJsonObject(value.spec)) return value;
    const { targetCPUUtilizationPercentage: averageUtilization, ...spec } = value.spec;
    if (averageUtilization === undefined) return value;
    const share = { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization } } };
    return { ...value, spec: { ...spec, metrics: [share] } };
  },
  selected: {},
};
