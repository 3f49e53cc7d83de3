import { badRequest } from "../../objects/failures.ts";

/**
 * Returns a number from a request's options; undefined if it is not given. Throws the API's 400 for text that Go does
 * not read as a number.
 */
export function integerIn(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!/^[+-]?\d+$/.test(text)) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  return Number(text);
}

/**
 * Returns a switch from a request's options: on for any text except `false` and `0`, even an empty one. Source:
 * apimachinery runtime/converter, Convert_Slice_string_To_bool.
 */
export function switchIn(query: URLSearchParams, name: string): boolean {
  const text = query.get(name);
  return text !== null && text.toLowerCase() !== "false" && text !== "0";
}
