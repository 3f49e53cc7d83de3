import { expect, test } from "vitest";
import { browserOpener } from "./open-browser.ts";

const opener = (platform: string, environment: Record<string, string> = {}, isTerminal = true) =>
  browserOpener({ platform, isTerminal, environment })?.[0];

test("opens a browser only if a user has a desktop session", () => {
  expect(opener("darwin")).toBe("open");
  expect(opener("win32")).toBe("cmd");
  expect(opener("linux", { DISPLAY: ":0" })).toBe("xdg-open");
  expect(opener("linux", { WAYLAND_DISPLAY: "wayland-0" })).toBe("xdg-open");
  expect(opener("linux")).toBeUndefined();
  expect(opener("linux", { DISPLAY: "" })).toBeUndefined();
  expect(opener("darwin", {}, false)).toBeUndefined();
  expect(opener("darwin", { CI: "true" })).toBeUndefined();
  expect(opener("linux", { DISPLAY: "localhost:10.0", SSH_CONNECTION: "1 2 3 4" })).toBeUndefined();
});
