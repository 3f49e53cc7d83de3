import { auditFindings } from "@daemonscope/daemonset/audit/audit-findings";
import { agentCosts } from "@daemonscope/daemonset/audit/costs";
import { DEFAULT_WORKLOAD, parseWorkload } from "@daemonscope/daemonset/audit/workload";
import type { Amounts } from "@daemonscope/daemonset/capacity/amount";
import type { AuditAnswer, CostsAnswer } from "@daemonscope/shared/http/audit";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import { readWholeCapacity } from "../../actions/preview/free-capacity-result.ts";
import type { PreviewLimiter } from "../../actions/preview/preview-limiter.ts";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import { fetchPodUses } from "../../readings/on-demand/fetch-pod-uses.ts";
import type { OnDemandReads } from "../../watch/on-demand-reads.ts";
import type { RouteContext } from "../context.ts";
import { readParameters, requireSourceRead } from "../lookup.ts";
import { sendJson } from "../send-json.ts";
import { admittedPreview, limitedBy } from "./preview-admission.ts";

/** Parses the requests of one more pod. Throws a 400. */
function requestsOf(text: string): Amounts {
  const parsed = parseWorkload(text);
  if (parsed.kind === "requests") return parsed.requests;
  throw new ApiFailure(400, "BadParameter", `${JSON.stringify(parsed.part)} is no request: use ${DEFAULT_WORKLOAD}.`);
}

/** Readers with the same rights share an answer for this time, because it takes a list of all pods. */
const KEPT_MS = 30_000;

/** GET /api/audit: the weaknesses of all DaemonSets. Reads the pods of all nodes from the cluster. */
export function auditRoute(app: FastifyInstance, { liveReadingOf }: RouteContext, previews: PreviewLimiter): void {
  const kept = new WeakMap<OnDemandReads, { readonly epoch: string; readonly workload: string; readonly answer: AuditAnswer }>();
  app.get(PATHS.audit, limitedBy(previews), async (request, reply) => {
    const { workload = DEFAULT_WORKLOAD } = readParameters(request.query, {}, { workload: "any" });
    const requests = requestsOf(workload);
    const served = liveReadingOf(request);
    for (const source of ["nodes", "daemonsets", "pods", "controllerrevisions"] as const) requireSourceRead(served, source, "the findings");
    const { reading, reads, epoch } = served;
    const before = kept.get(reads);
    if (before?.epoch === epoch && before.workload === workload && reading.nowMs - before.answer.at < KEPT_MS)
      return sendJson(request, reply, before.answer);
    const answer = await admittedPreview(request)(async ({ run }): Promise<AuditAnswer> => {
      const names = reading.nodes().map(({ name }) => name);
      const read = await readWholeCapacity(reads, names, run);
      const capacity = read.kind === "read" ? read.room : undefined;
      const findings = await run(auditFindings(reading, { workload: requests, capacity }));
      return { at: reading.nowMs, findings, ...(read.kind === "read" ? {} : { unread: read.message }) };
    });
    kept.set(reads, { epoch, workload, answer });
    return sendJson(request, reply, answer);
  });
}

/** GET /api/costs: what agents request and use. Reads the pods of all nodes, and their usage at most once a minute. */
export function costsRoute(app: FastifyInstance, { liveReadingOf }: RouteContext, previews: PreviewLimiter): void {
  app.get(PATHS.costs, limitedBy(previews), async (request, reply) => {
    const { daemonSet } = readParameters(request.query, {}, { daemonSet: "any" });
    const served = liveReadingOf(request);
    for (const source of ["nodes", "daemonsets"] as const) requireSourceRead(served, source, "the costs");
    const { reading, reads } = served;
    const answer = await admittedPreview(request)(async ({ run }): Promise<CostsAnswer> => {
      const names = reading.nodes().map(({ name }) => name);
      const [read, uses] = await Promise.all([readWholeCapacity(reads, names, run), fetchPodUses(reads)]);
      if (read.kind === "unread") throw new ApiFailure(503, "NotRead", read.message);
      const usage = uses.kind === "measured" ? uses.byPod : undefined;
      const costs = await run(agentCosts(reading, { capacity: read.room, usage, only: daemonSet }));
      return { at: reading.nowMs, ...costs, ...(uses.kind === "measured" ? {} : { usageUnread: uses.message }) };
    });
    return sendJson(request, reply, answer);
  });
}
