import { type ApiError, PATHS } from "@daemonscope/shared/http/paths";
import { baseUrl } from "../address/base-url.ts";

/** Why nobody was signed in; without a code, nothing answered. */
export type SignInProblem = Partial<ApiError>;

/** Asks to be signed in; undefined where it was done, which the next page that is loaded shows. */
export async function postSignIn(body: { readonly token: string } | { readonly launch: string }): Promise<SignInProblem | undefined> {
  try {
    const response = await fetch(new URL(PATHS.signIn.slice(1), baseUrl()), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (response.ok) return undefined;
    return (await response.json()) as ApiError;
  } catch {
    return {};
  }
}
