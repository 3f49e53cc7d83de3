import type { FastifyInstance } from "fastify";
import type { RouteContext } from "../context.ts";
import type { PartsOf } from "./cluster-metrics.ts";
import { daemonSetMetricsRoute } from "./daemonset-metrics.ts";
import { healthRoutes } from "./health.ts";
import { metricsRoute } from "./metrics.ts";

interface MetricsContext extends Pick<RouteContext, "clusters" | "version" | "webhookCounts" | "certificateEndsAtMs"> {
  readonly partsOf: PartsOf;
  readonly namesDaemonSets: boolean;
}

/** Plugin: probes, the version and metrics. Only the metrics of DaemonSets have object names. */
export function metricsRoutes(app: FastifyInstance, context: MetricsContext): void {
  healthRoutes(app, context);
  metricsRoute(app, context, context.partsOf);
  if (context.namesDaemonSets) daemonSetMetricsRoute(app, context, context.partsOf);
}
