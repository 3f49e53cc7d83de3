import type { FastifyInstance } from "fastify";
import type { RouteContext } from "../../context.ts";
import { daemonSetPodsRoute } from "./daemonset-pods.ts";
import { eventsRoute } from "./events.ts";
import { explainRoute } from "./explain.ts";
import { fitRoute } from "./fit.ts";
import { logsRoute } from "./logs.ts";
import { podRoute } from "./pod.ts";
import { podSearchRoute } from "./pod-search.ts";
import { reachRoute } from "./reach.ts";
import { revisionsRoute } from "./revisions.ts";
import { trailRoute } from "./trail.ts";
import { yamlRoute } from "./yaml.ts";

/** Plugin: DaemonSets, their pods, and other objects. */
export function objectRoutes(app: FastifyInstance, context: RouteContext): void {
  explainRoute(app, context);
  trailRoute(app, context);
  daemonSetPodsRoute(app, context);
  podSearchRoute(app, context);
  eventsRoute(app, context);
  podRoute(app, context);
  fitRoute(app, context);
  revisionsRoute(app, context);
  yamlRoute(app, context);
  reachRoute(app, context);
  logsRoute(app, context);
}
