import type { FastifyInstance } from "fastify";
import type { RouteContext } from "../../context.ts";
import { eligibilityRoute } from "./eligibility.ts";
import { labelsRoute } from "./labels.ts";
import { nodeRoute } from "./node.ts";
import { nodeCapacityRoute } from "./node-capacity.ts";
import { nodeManagersRoute } from "./node-managers.ts";
import { nodePodsRoute } from "./node-pods.ts";
import { taintsRoute } from "./taints.ts";

/** Plugin: nodes, their taints and labels, and the rules that select them. */
export function nodeRoutes(app: FastifyInstance, context: RouteContext): void {
  nodeRoute(app, context);
  eligibilityRoute(app, context);
  taintsRoute(app, context);
  labelsRoute(app, context);
  nodePodsRoute(app, context);
  nodeCapacityRoute(app, context);
  nodeManagersRoute(app, context);
}
