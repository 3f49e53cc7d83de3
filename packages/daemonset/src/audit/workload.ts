import { exactQuantity } from "@daemonscope/kube/values/quantity";
import { type Amounts, amountOf } from "../capacity/amount.ts";

/** The size of one more pod, unless the user names another. */
export const DEFAULT_WORKLOAD = "cpu=500m,memory=1Gi";

/** Requests of one more pod; otherwise the part of the text that is no request, or that names a resource again. */
type ParsedWorkload = { readonly kind: "requests"; readonly requests: Amounts } | { readonly kind: "wrong"; readonly part: string };

/** Parses requests such as `cpu=500m,memory=1Gi`. */
export function parseWorkload(text: string): ParsedWorkload {
  const requests = new Map<string, bigint>();
  for (const part of text.split(",").map((each) => each.trim())) {
    const [, resource = "", quantity = ""] = /^([a-z][\w./-]*)=(\S+)$/i.exec(part) ?? [];
    const exact = exactQuantity(quantity);
    if (resource === "" || requests.has(resource) || exact === undefined || exact.numerator < 0n) return { kind: "wrong", part };
    requests.set(resource, amountOf(quantity));
  }
  return { kind: "requests", requests };
}
