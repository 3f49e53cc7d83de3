import { badRequest } from "../store/failures.ts";

/** Reads a resourceVersion parameter; unset and "0" give 0. Throws the API's 400. */
export function resourceVersionOf(text: string): number {
  if (text === "") return 0;
  if (!/^\d{1,15}$/.test(text))
    throw badRequest(`invalid resource version: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`);
  return Number(text);
}
