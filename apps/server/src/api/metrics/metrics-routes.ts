import { PATHS } from "@daemonscope/shared/http/paths";
import { WIRE_SCHEMA } from "@daemonscope/shared/state/frame";
import type { FastifyInstance } from "fastify";
import { combinedReadiness } from "../../clusters/readiness.ts";
import type { RouteContext } from "../context.ts";
import type { ReadableClusters } from "./cluster-metrics.ts";
import { daemonSetMetricsRoute } from "./daemonset-metrics.ts";
import { metricsRoute } from "./metrics.ts";

interface MetricsContext extends Pick<RouteContext, "clusters" | "version" | "webhookCounts" | "certificateEndsAtMs"> {
  readonly readableClusters: ReadableClusters;
  readonly namesDaemonSets: boolean;
}

const OPEN = { config: { access: "none" } } as const;

/** /livez: the process responds. /readyz: its data are usable. /version. None of them names an object. */
function healthRoutes(app: FastifyInstance, { clusters, version }: Pick<RouteContext, "clusters" | "version">): void {
  app.get(PATHS.livez, OPEN, (_request, reply) => reply.type("text/plain; charset=utf-8").send("ok\n"));
  app.get(PATHS.readyz, OPEN, (_request, reply) => {
    const hasStopped = clusters.all.some(({ live }) => live.hasStopped);
    const { ready, reason } = hasStopped
      ? { ready: false, reason: "stopping" }
      : combinedReadiness(clusters.all.map((each) => each.readiness()));
    return reply
      .code(ready ? 200 : 503)
      .type("text/plain; charset=utf-8")
      .send(`${reason}\n`);
  });
  app.get(PATHS.version, { config: { access: "user" } }, (_request, reply) =>
    reply.send({ version, schema: WIRE_SCHEMA, node: process.version }),
  );
}

/** Plugin: probes, the version and metrics. Only the metrics of DaemonSets have object names. */
export function metricsRoutes(app: FastifyInstance, context: MetricsContext): void {
  healthRoutes(app, context);
  metricsRoute(app, context, context.readableClusters);
  if (context.namesDaemonSets) daemonSetMetricsRoute(app, context, context.readableClusters);
}
