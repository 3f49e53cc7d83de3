import { type ApiError, PATHS } from "@daemonscope/shared/http/paths";
import { baseUrl } from "../../data/url/base-url.ts";

/** The reason for a failed sign-in; without a code, the server did not respond. */
export type SignInProblem = Partial<ApiError>;

/** Requests a sign-in; undefined on success. The next page load is then signed in. */
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
