import type { ApiError } from "@daemonscope/shared/http/paths";

/** A failed request, with its HTTP status. The error handler of the server turns it into an ApiError body. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly status: number;
  readonly body: ApiError;

  constructor(status: number, code: string, message: string, nearest?: readonly string[], cause?: unknown, params?: ApiError["params"]) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.body = {
      code,
      message,
      ...(nearest === undefined || nearest.length === 0 ? {} : { nearest }),
      ...(params === undefined || Object.keys(params).length === 0 ? {} : { params }),
    };
  }
}
