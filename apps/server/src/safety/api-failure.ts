import type { ApiError } from "@daemonscope/shared/http/paths";

/** A request that cannot be answered, with its HTTP status. Turned into an ApiError body by the server's error handler. */
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
