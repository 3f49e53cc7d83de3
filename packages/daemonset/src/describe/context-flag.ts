import { shellQuote } from "./shell-quote.ts";

/** What makes a copied command go to the watched cluster; a pod's own cluster and a simulated one have no context. */
export function contextFlag({ context, simulated }: { readonly context: string; readonly simulated: boolean }): string {
  return simulated || context === "in-cluster" ? "" : ` --context ${shellQuote(context)}`;
}
