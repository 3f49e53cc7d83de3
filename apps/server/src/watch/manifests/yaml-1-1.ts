import { Buffer } from "node:buffer";
import type { ScalarTag } from "yaml";

const boolean = (value: boolean, test: RegExp): ScalarTag => ({
  identify: (other) => other === value,
  default: true,
  tag: "tag:yaml.org,2002:bool",
  test,
  resolve: () => value,
});

/** Number forms that YAML 1.2 reads as strings: with underscores, in base two, and with a sign before another base. */
const number = (test: RegExp): ScalarTag => ({
  identify: () => false,
  default: true,
  tag: "tag:yaml.org,2002:float",
  test,
  resolve(source) {
    const digits = source.replaceAll("_", "").replace(/^[-+]/, "");
    return source.startsWith("-") ? -Number(digits) : Number(digits);
  },
});

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const binary: ScalarTag = {
  identify: () => false,
  default: false,
  tag: "tag:yaml.org,2002:binary",
  resolve(source, onError) {
    const encoded = source.replace(/[\r\n]/g, "");
    if (!BASE64.test(encoded)) onError("!!binary holds what is no base64");
    return Buffer.from(encoded, "base64").toString("utf8");
  },
};

/**
 * kubectl reads YAML 1.1: `yes` and `on` are booleans, `1_000` and `0b1` are numbers, and `!!binary` is a base64
 * string.
 */
export const YAML_1_1_TAGS: readonly ScalarTag[] = [
  boolean(true, /^(?:[Yy]|[Yy]es|YES|[Tt]rue|TRUE|[Oo]n|ON)$/),
  boolean(false, /^(?:[Nn]|[Nn]o|NO|[Ff]alse|FALSE|[Oo]ff|OFF)$/),
  number(/^[-+]?0_*(?:[bB]_*[01][01_]*|[oO]_*[0-7][0-7_]*|[xX]_*[\da-fA-F][\da-fA-F_]*)$/),
  number(/^[-+]?\d[\d_]*(?:\.[\d_]*)?(?:[eE][-+]?_*\d[\d_]*)?$/),
  binary,
];
