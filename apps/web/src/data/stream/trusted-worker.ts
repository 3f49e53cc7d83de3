import streamWorker from "./stream-worker.ts?sharedworker&url";

/** Chromium's Trusted Types: the page's policy accepts no plain text as the URL of a script. Only this module creates
 *  such a URL. */
interface ScriptUrlPolicies {
  createPolicy(name: string, rules: { createScriptURL(text: string): string }): { createScriptURL(text: string): string };
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: ScriptUrlPolicies };
const scriptUrls = trustedTypes?.createPolicy("stream-worker", {
  createScriptURL(text) {
    if (text !== streamWorker) throw new TypeError("Only the worker of the event stream is a script of this page.");
    return text;
  },
});

/** Returns the address of the worker that holds the browser's event stream. */
export const streamWorkerUrl = (): string => scriptUrls?.createScriptURL(streamWorker) ?? streamWorker;
