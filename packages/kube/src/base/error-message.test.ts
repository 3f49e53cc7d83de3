import { expect, it } from "vitest";
import { errorMessage } from "./error-message.ts";

it("returns the message of an error, its name if the message is empty, and any other value as text", () => {
  expect(errorMessage(new TypeError("no such file"))).toBe("no such file");
  expect(errorMessage(new TypeError(""))).toBe("TypeError");
  expect(errorMessage("closed")).toBe("closed");
});
