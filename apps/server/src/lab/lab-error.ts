import type { LabProblemCode, LabProblems } from "@daemonscope/shared/http/lab";
import { ApiFailure } from "../platform/failure/api-failure.ts";

/**
 * An error of a command with the parameters of its message. The page translates the message; other clients read
 * `message`.
 */
export function labError<Code extends LabProblemCode>(
  status: number,
  code: Code,
  params: LabProblems[Code],
  message: string,
  more: { readonly nearest?: readonly string[]; readonly cause?: unknown } = {},
): ApiFailure {
  return new ApiFailure(status, code, message, more.nearest, more.cause, params);
}
