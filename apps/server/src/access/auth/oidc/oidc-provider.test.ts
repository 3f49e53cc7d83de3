import { describe, expect, test } from "vitest";
import type { ApiFailure } from "../../../platform/failure/api-failure.ts";
import type { OidcOptions } from "../auth-options.ts";
import { userFromClaims } from "./oidc-provider.ts";

const CHOICE: OidcOptions = {
  issuer: new URL("https://accounts.example"),
  clientId: "daemonscope",
  userNameClaim: "email",
  groupsClaim: "groups",
  scopes: ["openid"],
  prefixes: { userName: "", groups: "oidc:" },
};

describe("claims of an ID token, read like kube-apiserver", () => {
  test.each<[Record<string, unknown>, Partial<OidcOptions>, string, readonly string[]]>([
    [{ email: "anna@example.org" }, {}, "anna@example.org", []],
    [{ email: "anna@example.org", email_verified: true, groups: ["a", "b"] }, {}, "anna@example.org", ["oidc:a", "oidc:b"]],
    [{ email: "anna@example.org", groups: "one" }, {}, "anna@example.org", ["oidc:one"]],
    [
      { sub: "42" },
      { userNameClaim: "sub", prefixes: { userName: "https://accounts.example#", groups: "" } },
      "https://accounts.example#42",
      [],
    ],
  ])("G26 the claims %j with the options %j name the user %s", (claims, more, userName, groups) =>
    expect(userFromClaims(claims, { ...CHOICE, ...more })).toEqual({ userName, groups: [...groups, "system:authenticated"] }),
  );

  test.each<[Record<string, unknown>, RegExp]>([
    [{ sub: "42" }, /no claim email, which --oidc-username-claim names/],
    [{ email: 42 }, /no claim email/],
    [{ email: "" }, /the name is empty/],
    [{ email: "anna@example.org", email_verified: false }, /has not verified/],
    [{ email: "anna@example.org", groups: { a: 1 } }, /claim groups is no list of groups/],
    [{ email: "anna@example.org", groups: ["a", 2] }, /claim groups is no list of groups/],
    [{ email: "system:admin" }, /only the cluster gives/],
    [{ email: "a\u0000b" }, /control characters/],
  ])("G26 refuses the claims %j with one sentence", (claims, message) => {
    let thrown: unknown;
    try {
      userFromClaims(claims, CHOICE);
    } catch (error) {
      thrown = error;
    }
    expect([(thrown as ApiFailure).status, (thrown as ApiFailure).body.message]).toEqual([401, expect.stringMatching(message)]);
  });

  test("G26 without a groups prefix it refuses a group that only the cluster assigns", () => {
    expect(() =>
      userFromClaims({ email: "a@b.c", groups: ["system:masters"] }, { ...CHOICE, prefixes: { userName: "", groups: "" } }),
    ).toThrow();
  });
});
