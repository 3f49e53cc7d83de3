import { describe, expect, it } from "vitest";
import { addressErrors } from "./names-in-the-network.ts";

describe("addressErrors", () => {
  const NONE = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";

  it.each([
    ["10.9.8.7", []],
    ["2001:db8::ffff", []],
    ["::", []],
    ["1:2:3:4:5:6:7:8", []],
    ["::10.9.8.7", []],
    ["1:2:3:4:5:6:7::", []],
    ["010.9.8.7", ["must not have leading 0s"]],
    ["10.9.8.07", ["must not have leading 0s"]],
    ["::ffff:1.2.3.4", ["must not be an IPv4-mapped IPv6 address"]],
    ["::ffff:102:304", ["must not be an IPv4-mapped IPv6 address"]],
    ["1.2.3", [NONE]],
    ["1.2.3.256", [NONE]],
    ["1:2:3:4:5:6:7", [NONE]],
    ["1:2:3:4:5:6:7:8::", [NONE]],
    ["1::2::3", [NONE]],
    ["::1.2.3.4:5", [NONE]],
    ["fe80::1%eth0", [NONE]],
    ["", [NONE]],
  ])("validates the address %j with the API server's message", (address, problems) => {
    expect(addressErrors(address, "ip")).toEqual(
      problems.map((why) => ({ field: "ip", reason: "FieldValueInvalid", message: `Invalid value: ${JSON.stringify(address)}: ${why}` })),
    );
  });
});
