import type {
  DaemonSetPodsAnswer,
  ExplainAnswer,
  LabelsAnswer,
  NodeAnswer,
  RevisionsAnswer,
  TaintsAnswer,
} from "@daemonscope/shared/http/answers";
import type { NodePodsAnswer } from "@daemonscope/shared/http/node-pods";
import { type ApiError, PATHS } from "@daemonscope/shared/http/paths";
import type { NodeRoomAnswer, RoomAnswer } from "@daemonscope/shared/http/room";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { baseUrl } from "../base-url.ts";

/** An answer that is no 2xx, with the server's own sentence: it offers the nearest names too. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly status: number;
  /** Names that exist and are near the one that was asked for. */
  readonly nearest: readonly string[];
  constructor(status: number, message: string, nearest: readonly string[] = []) {
    super(message);
    this.status = status;
    this.nearest = nearest;
  }
}

/** Asks our server; paths are relative to the page's base. */
export async function fetchJson<T>(path: string, query: Readonly<Record<string, string>> = {}, signal?: AbortSignal): Promise<T> {
  const url = new URL(path.slice(1), baseUrl());
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
  const response = await fetch(url, signal === undefined ? {} : { signal });
  if (response.ok) return (await response.json()) as T;
  let error: Partial<ApiError> = {};
  try {
    error = (await response.json()) as Partial<ApiError>;
  } catch {
    // an answer of a proxy between us and our server
  }
  throw new ApiProblem(response.status, error.message ?? `${path} answered ${response.status}`, error.nearest);
}

/** Whether to ask again after `failures` failures: once, unless the server said what is wrong with the question. */
export const isWorthAnother = (failures: number, error: Error): boolean =>
  failures < 1 && !(error instanceof ApiProblem && error.status >= 400 && error.status < 500);

/** Restarts, messages and images of a pod change without its cell: what is open is asked about again so often. */
const LOOK_AGAIN_MS = 5_000;

/** `version` changes when what is asked about has changed: the old answer stays on screen until the new one is there. */
function useAnswer<T>(
  path: string,
  query: Readonly<Record<string, string>>,
  version: unknown,
  enabled: boolean,
  lookAgainMs: number | false = false,
) {
  return useQuery<T>({
    queryKey: [path, query, version],
    queryFn: ({ signal }) => fetchJson<T>(path, query, signal),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: lookAgainMs,
    retry: isWorthAnother,
    gcTime: 10_000,
    staleTime: 60_000,
    structuralSharing: false,
  });
}

export function useExplain(namespace: string, daemonSet: string, node: string, version: unknown) {
  return useAnswer<ExplainAnswer>(PATHS.explain, { namespace, daemonSet, node }, version, true, LOOK_AGAIN_MS);
}

export function useNode(name: string, version: unknown) {
  return useAnswer<NodeAnswer>(PATHS.node, { name }, version, true, LOOK_AGAIN_MS);
}

export function useLabels(key: string | undefined, version: unknown, enabled = true) {
  return useAnswer<LabelsAnswer>(PATHS.labels, key === undefined ? {} : { key }, version, enabled);
}

export function useTaints(version: unknown) {
  return useAnswer<TaintsAnswer>(PATHS.taints, {}, version, true);
}

/** How old the pods of a node may get, while they are looked at: those that no DaemonSet makes come by no stream. */
const NODE_PODS_MS = 10_000;

/** All pods of a node, read from the cluster again and again as long as the page is live. */
export function useNodePods(name: string, version: unknown, isLive: boolean) {
  return useQuery<NodePodsAnswer>({
    queryKey: [PATHS.nodePods, name, version],
    queryFn: ({ signal }) => fetchJson<NodePodsAnswer>(PATHS.nodePods, { name }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? NODE_PODS_MS : false,
    retry: isWorthAnother,
    gcTime: 10_000,
    structuralSharing: false,
  });
}

/** What a pair's pod that waits needs of its node, read from the cluster again and again as long as the page is live. */
export function useRoom(namespace: string, daemonSet: string, node: string, isLive: boolean) {
  return useQuery<RoomAnswer>({
    queryKey: [PATHS.room, namespace, daemonSet, node],
    queryFn: ({ signal }) => fetchJson<RoomAnswer>(PATHS.room, { namespace, daemonSet, node }, signal),
    refetchInterval: isLive ? NODE_PODS_MS : false,
    retry: isWorthAnother,
    gcTime: 10_000,
    structuralSharing: false,
  });
}

/** What is requested on a node against what it has, read from the cluster as its pods are. */
export function useNodeRoom(name: string, version: unknown, isLive: boolean) {
  return useQuery<NodeRoomAnswer>({
    queryKey: [PATHS.nodeRoom, name, version],
    queryFn: ({ signal }) => fetchJson<NodeRoomAnswer>(PATHS.nodeRoom, { name }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? NODE_PODS_MS : false,
    retry: isWorthAnother,
    gcTime: 10_000,
    structuralSharing: false,
  });
}

export function useDaemonSetPods(namespace: string, daemonSet: string, version: unknown, enabled = true) {
  return useAnswer<DaemonSetPodsAnswer>(PATHS.daemonSetPods, { namespace, daemonSet }, version, enabled);
}

/** Of the two revisions with these hashes; a side that is undefined is the server's choice. */
export function useRevisions(
  {
    namespace,
    name,
    from,
    to,
  }: { readonly namespace: string; readonly name: string; readonly from?: string | undefined; readonly to?: string | undefined },
  version: unknown,
  enabled: boolean,
) {
  const sides = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  return useAnswer<RevisionsAnswer>(PATHS.revisions, { namespace, daemonSet: name, ...sides }, version, enabled);
}
