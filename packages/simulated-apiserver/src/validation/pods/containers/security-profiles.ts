import type { FieldError } from "../../../objects/failures.ts";
import { type JsonObject, optionalIn, textIn } from "../../../objects/json.ts";
import { eachProblem, invalidValue, notSupported, required, tooLong } from "../../fields/field-errors.ts";
import { subdomainProblems } from "../../fields/label-problems.ts";
import { descendingPathErrors } from "../../fields/paths.ts";

const TYPES = ["Localhost", "RuntimeDefault", "Unconfined"];
const PATH_MAX = 4095;

/** Returns the errors of a seccomp profile. Source: pkg/apis/core/validation, validateSeccompProfileField. */
export function seccompErrors(context: JsonObject, base: string): readonly FieldError[] {
  const profile = optionalIn(context, "seccompProfile");
  if (profile === undefined) return [];
  const field = `${base}.seccompProfile`;
  const type = textIn(profile, "type");
  const local = profile.localhostProfile;
  const errors: FieldError[] = [];
  if (type === "") errors.push(required(`${field}.type`, "type is required when seccompProfile is set"));
  else if (!TYPES.includes(type)) errors.push(notSupported(`${field}.type`, type, TYPES));
  if (type === "Localhost" && local === undefined)
    errors.push(required(`${field}.localhostProfile`, "must be set when seccomp type is Localhost"));
  else if (type === "Localhost") errors.push(...descendingPathErrors(String(local), `${field}.localhostProfile`));
  else if (local !== undefined)
    errors.push(
      invalidValue(`${field}.localhostProfile`, { Type: type, LocalhostProfile: local }, "can only be set when seccomp type is Localhost"),
    );
  return errors;
}

function localAppArmorErrors(local: unknown, field: string): readonly FieldError[] {
  const missing = required(field, "must be set when AppArmor type is Localhost");
  if (typeof local !== "string") return [missing];
  const errors: FieldError[] = [];
  if (local.trim() !== local) errors.push(invalidValue(field, local, "must not be padded with whitespace"));
  else if (local === "") errors.push(missing);
  if (local.length > PATH_MAX) errors.push(tooLong(field, PATH_MAX));
  return errors;
}

/** Returns the errors of an AppArmor profile. Source: same, ValidateAppArmorProfileField. */
export function appArmorErrors(context: JsonObject, base: string): readonly FieldError[] {
  const profile = optionalIn(context, "appArmorProfile");
  if (profile === undefined) return [];
  const field = `${base}.appArmorProfile`;
  const type = textIn(profile, "type");
  const local = profile.localhostProfile;
  if (type === "Localhost") return localAppArmorErrors(local, `${field}.localhostProfile`);
  if (type === "") return [required(`${field}.type`, "type is required when appArmorProfile is set")];
  if (!TYPES.includes(type)) return [notSupported(`${field}.type`, type, TYPES)];
  return local === undefined ? [] : [invalidValue(`${field}.localhostProfile`, local, "can only be set when AppArmor type is Localhost")];
}

const DELETE = String.fromCharCode(127);
const NET_BIOS = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const DNS = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

function windowsUserProblems(name: string): readonly string[] {
  if (name === "") return ["runAsUserName cannot be an empty string"];
  if ([...name].some((letter) => letter < " " || letter === DELETE)) return ["runAsUserName cannot contain control characters"];
  const parts = name.split("\\");
  if (parts.length > 2) return ["runAsUserName cannot contain more than one backslash"];
  const user = parts.at(-1) ?? "";
  const domain = parts.length === 2 ? (parts[0] ?? "") : undefined;
  const problems: string[] = [];
  if (domain !== undefined && domain.length >= 256) problems.push("runAsUserName's Domain length must be under 256 characters");
  if (domain !== undefined && !NET_BIOS.test(domain) && !DNS.test(domain))
    problems.push("runAsUserName's Domain doesn't match the NetBios nor the DNS format");
  if (user === "") problems.push("runAsUserName's User cannot be empty");
  else if (user.length > 104) problems.push("runAsUserName's User length must not be longer than 104 characters");
  if (/^[. ]+$/.test(user)) problems.push("runAsUserName's User cannot contain only periods or spaces");
  if (/["/\\:;|=,+*?<>@[\]]/.test(user)) problems.push("runAsUserName's User cannot contain the following characters: \"/\\:;|=,+*?<>@[]");
  return problems;
}

/** Returns the errors of options for Windows. Source: same, validateWindowsSecurityContextOptions. */
export function windowsOptionErrors(context: JsonObject, base: string): readonly FieldError[] {
  const options = optionalIn(context, "windowsOptions");
  if (options === undefined) return [];
  const field = `${base}.windowsOptions`;
  const { gmsaCredentialSpecName, gmsaCredentialSpec, runAsUserName } = options;
  const errors: FieldError[] = [];
  if (gmsaCredentialSpecName !== undefined)
    errors.push(
      ...eachProblem(`${field}.gmsaCredentialSpecName`, gmsaCredentialSpecName, subdomainProblems(String(gmsaCredentialSpecName))),
    );
  if (gmsaCredentialSpec === "")
    errors.push(invalidValue(`${field}.gmsaCredentialSpec`, "", "gmsaCredentialSpec cannot be an empty string"));
  if (runAsUserName !== undefined)
    errors.push(...eachProblem(`${field}.runAsUserName`, runAsUserName, windowsUserProblems(String(runAsUserName))));
  return errors;
}
