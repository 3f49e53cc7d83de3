import { expect, it } from "vitest";
import { homeFolder } from "./home-folder.ts";

const failing = (code: string) => () => {
  throw Object.assign(new Error("uv_os_homedir returned ENOENT"), { code });
};

it("a user unknown to the system, without HOME, has no home folder", () => {
  expect(homeFolder(failing("ERR_SYSTEM_ERROR"))).toBeUndefined();
  expect(homeFolder(() => "/home/somebody")).toBe("/home/somebody");
});

it("another error is a bug, and is thrown", () => {
  expect(() => homeFolder(failing("ERR_OTHER"))).toThrow("uv_os_homedir");
});
