import type { LabProblemCode, LabProblems } from "@daemonscope/shared/http/lab";
import { ApiFailure } from "../safety/api-failure.ts";

/** A command that cannot be carried out, with what its sentence names: the page says it in the reader's language, everybody else reads `message`. */
export function labFailure<Code extends LabProblemCode>(
  status: number,
  code: Code,
  params: LabProblems[Code],
  message: string,
  more: { readonly nearest?: readonly string[]; readonly cause?: unknown } = {},
): ApiFailure {
  return new ApiFailure(status, code, message, more.nearest, more.cause, params);
}
