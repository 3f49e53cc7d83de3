import { baseUrl } from "../address/base-url.ts";

/** One channel for each address of a server: two that share an origin, each below its own path, have people of their own. */
const channel = () => new BroadcastChannel(`signed-in ${baseUrl().href}`);

/** Tells the tabs that still ask somebody to sign in that it was done here. */
export function tellSignedIn(): void {
  const told = channel();
  told.postMessage(null);
  told.close();
}

/** Calls once another tab of this browser shows the cluster; the function that is given back stops it. */
export function whenSignedInElsewhere(then: () => void): () => void {
  const heard = channel();
  heard.addEventListener("message", then);
  return () => heard.close();
}
