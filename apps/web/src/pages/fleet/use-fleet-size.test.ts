import { expect, it } from "vitest";
import { plainSize } from "./use-fleet-size.ts";

it("gives a long name space that the status does not need", () => {
  expect(plainSize(1392, 900, 30).columns).toContain("minmax(10rem, 14.125rem) minmax(13rem, 1fr)");
  expect(plainSize(1392, 900, 253).columns).toContain("minmax(10rem, 17.5rem)");
  expect(plainSize(1392, 900, 6).columns).toContain("minmax(10rem, 10rem)");
  expect(plainSize(900, 900, 30).columns).toContain("9.25rem minmax(0, 1fr)");
});
