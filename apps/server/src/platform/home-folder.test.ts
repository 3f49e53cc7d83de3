import { expect, it } from "vitest";
import { homeFolder } from "./home-folder.ts";

const failing = (code: string) => () => {
  throw Object.assign(new Error("uv_os_homedir returned ENOENT"), { code });
};

it("a user whom the system does not know, and who has no HOME, has no home", () => {
  expect(homeFolder(failing("ERR_SYSTEM_ERROR"))).toBeUndefined();
  expect(homeFolder(() => "/home/somebody")).toBe("/home/somebody");
});

it("anything else that goes wrong is a bug, and not hidden", () => {
  expect(() => homeFolder(failing("ERR_OTHER"))).toThrow("uv_os_homedir");
});
