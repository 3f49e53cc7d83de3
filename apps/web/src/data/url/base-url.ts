import { CLUSTER_META_NAME } from "@daemonscope/shared/http/clusters";

let base: URL | undefined;

/**
 * The cluster of the page, as the server wrote it. Empty means all clusters; undefined means that the server has one
 * cluster.
 */
export const pageCluster = (): string | undefined => document.querySelector<HTMLMetaElement>(`meta[name="${CLUSTER_META_NAME}"]`)?.content;

/** The base address of the server. */
export const serverUrl = (): URL => new URL(".", document.baseURI);

/**
 * The base address of the page: with several clusters, the address of one cluster. Read once at load, because the
 * server writes it relative to the address that the page was loaded from. That address changes later.
 */
export function baseUrl(): URL {
  if (base === undefined) {
    const cluster = pageCluster();
    base = cluster === undefined || cluster === "" ? serverUrl() : new URL(`clusters/${cluster}/`, serverUrl());
  }
  return base;
}
