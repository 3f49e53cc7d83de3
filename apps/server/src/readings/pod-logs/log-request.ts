import { MAX_SINCE_SECONDS, MAX_TAIL_LINES } from "@daemonscope/shared/http/logs";

/** The requested log, and its limits. */
export interface LogRequest {
  readonly namespace: string;
  readonly daemonSet: string;
  /** All pods of the DaemonSet if undefined. */
  readonly pod?: string;
  readonly container?: string;
  readonly previous: boolean;
  readonly tailLines: number | undefined;
  readonly sinceSeconds: number | undefined;
}

/** The parameters of the URL. The names are checked, and the numbers and flags are not parsed yet. */
interface LogParameters {
  readonly namespace: string;
  readonly daemonSet: string;
  readonly pod?: string;
  readonly container?: string;
  readonly previous?: string;
  readonly tail?: string;
  readonly since?: string;
}

function numberOf(name: string, text: string | undefined, most: number, refuse: (message: string) => Error): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most) throw refuse(`The parameter ${name} must be a whole number from 1 to ${most}.`);
  return value;
}

function flagOf(name: string, text: string | undefined, refuse: (message: string) => Error): boolean {
  if (text !== undefined && text !== "true" && text !== "false") throw refuse(`The parameter ${name} must be true or false.`);
  return text === "true";
}

/** Parses the numbers and flags. Throws the error of `refuse` for an invalid one. */
export function logRequestOf({ previous, tail, since, ...names }: LogParameters, refuse: (message: string) => Error): LogRequest {
  return {
    ...names,
    tailLines: numberOf("tail", tail, MAX_TAIL_LINES, refuse),
    sinceSeconds: numberOf("since", since, MAX_SINCE_SECONDS, refuse),
    previous: flagOf("previous", previous, refuse),
  };
}
