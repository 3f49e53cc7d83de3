import { badRequest, StoreError } from "../../objects/failures.ts";

/**
 * Reads a resourceVersion parameter; unset and "0" give 0. Throws the API's refusal: 400 for a list, 500 for a watch or
 * a get.
 */
export function resourceVersionOf(text: string, verb: "list" | "watch" = "list"): number {
  if (text === "") return 0;
  if (!/^\d{1,15}$/.test(text)) {
    const problem = `resourceVersion: Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`;
    throw verb === "list"
      ? badRequest(`invalid resource version: ${problem}`)
      : new StoreError({ code: 500, reason: "", message: problem });
  }
  return Number(text);
}
