import { badRequest } from "../../objects/failures.ts";

/** A number among a request's options; undefined when it is not given. Throws the API's 400 for what is none, as Go reads it. */
export function integerIn(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!/^[+-]?\d+$/.test(text)) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  return Number(text);
}

/** A switch among a request's options: on with any text but `false` and `0`, and with none. Source: apimachinery runtime/converter, Convert_Slice_string_To_bool. */
export function switchIn(query: URLSearchParams, name: string): boolean {
  const text = query.get(name);
  return text !== null && text.toLowerCase() !== "false" && text !== "0";
}
