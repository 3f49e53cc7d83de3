import { KubeRequestError } from "../http/request-error.ts";
import type { Authorize } from "../http/send-request.ts";

/** The message that other users get about the server's credentials: the reason may name files and commands of its
 *  machine. */
export const CREDENTIALS_UNUSABLE =
  "the server cannot use its own credentials for this cluster; the log of the server states the reason: ask its administrator";

/** Wraps credentials whose failures other users see. The reason goes to `onFailure`, once while it stays the same. */
export function hiddenCredentials(authorize: Authorize, onFailure: (text: string) => void): Authorize {
  let lastReported: string | undefined;
  return async (request, refused) => {
    try {
      const ticket = await authorize(request, refused);
      lastReported = undefined;
      return ticket;
    } catch (error) {
      if (!(error instanceof KubeRequestError) || error.code !== "credentials") throw error;
      if (lastReported !== error.message) onFailure(error.message);
      lastReported = error.message;
      throw new KubeRequestError("credentials", CREDENTIALS_UNUSABLE, { cause: error });
    }
  };
}
