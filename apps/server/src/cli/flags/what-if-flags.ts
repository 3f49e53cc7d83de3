import { whatIfCommand } from "./commands-of-flag.ts";
import type { Flag } from "./flag.ts";

/** Previewed changes. */
export const WHAT_IF_FLAGS = [
  {
    name: "filename",
    short: "f",
    shape: "value",
    typedOnly: true,
    many: true,
    value: "FILE",
    values: "files",
    commands: whatIfCommand,
    help: "steps, or manifests that would be applied; - is stdin; may be repeated",
  },
  {
    name: "strict",
    shape: "alone",
    typedOnly: true,
    commands: whatIfCommand,
    help: "end with 7 if the API server would refuse a DaemonSet of -f",
  },
  {
    name: "step",
    shape: "value",
    typedOnly: true,
    many: true,
    value: "WORDS",
    commands: whatIfCommand,
    help: "a step as a link has it: 'cordon n1'",
  },
  {
    name: "taint",
    shape: "value",
    typedOnly: true,
    many: true,
    value: "WORDS",
    commands: whatIfCommand,
    help: "'SELECTOR key=value:Effect', 'NODE… key:Effect-'; may be repeated",
  },
  {
    name: "label",
    shape: "value",
    typedOnly: true,
    many: true,
    value: "WORDS",
    commands: whatIfCommand,
    help: "'SELECTOR key=value', 'NODE… key-'; may be repeated",
  },
  {
    name: "cordon",
    shape: "value",
    typedOnly: true,
    many: true,
    value: "WORDS",
    commands: whatIfCommand,
    help: "'SELECTOR', 'NODE…'; may be repeated",
  },
  {
    name: "image",
    shape: "value",
    typedOnly: true,
    many: true,
    value: "WORDS",
    commands: whatIfCommand,
    help: "'NAMESPACE/NAME container=image'; may be repeated",
  },
] as const satisfies readonly Flag[];
