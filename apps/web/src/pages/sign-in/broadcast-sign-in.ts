import { baseUrl } from "../../data/url/base-url.ts";

/** One channel per server address, because two servers on one origin with different paths have different users. */
const channel = () => new BroadcastChannel(`signed-in ${baseUrl().href}`);

/** Notifies tabs with a sign-in page that the user signed in here. */
export function broadcastSignIn(): void {
  const signInChannel = channel();
  signInChannel.postMessage(null);
  signInChannel.close();
}

/** Calls `onSignIn` once another tab of this browser shows the cluster; returns the function that stops it. */
export function onSignInElsewhere(onSignIn: () => void): () => void {
  const signInChannel = channel();
  signInChannel.addEventListener("message", onSignIn);
  return () => signInChannel.close();
}
