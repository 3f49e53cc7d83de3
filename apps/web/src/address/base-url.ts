import { CLUSTER_META } from "@daemonscope/shared/http/clusters";

let read: URL | undefined;

/** Which of several clusters the page is about, as its server wrote it: empty is all of them, undefined where there is only one. */
export const pageCluster = (): string | undefined => document.querySelector<HTMLMetaElement>(`meta[name="${CLUSTER_META}"]`)?.content;

/** The address that all of the server hangs below. */
export const serverUrl = (): URL => new URL(".", document.baseURI);

/** The address that all of ours hang below: of several clusters that of one. Read once, as the page loads: the server writes it relative to the address that the page
 *  was loaded from, which changes afterwards. */
export function baseUrl(): URL {
  if (read === undefined) {
    const cluster = pageCluster();
    read = cluster === undefined || cluster === "" ? serverUrl() : new URL(`clusters/${cluster}/`, serverUrl());
  }
  return read;
}
