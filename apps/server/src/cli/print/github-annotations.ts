import { escapeControl } from "../../platform/text/escape-control.ts";

/** The place of an annotation in a file; absent for one about the whole run. */
export interface AnnotatedPlace {
  readonly file: string;
  readonly line: number;
}

/** A result for CI: an annotation of GitHub Actions, or a test case of JUnit. */
export interface Annotation {
  readonly level: "error" | "warning" | "notice";
  readonly title: string;
  readonly message: string;
  readonly place?: AnnotatedPlace | undefined;
  /** The duration of the check, in milliseconds. */
  readonly tookMs?: number;
}

/** Returns the title of a DaemonSet's result. `cluster`: its cluster, if there are several. */
export const reportTitle = (key: string, cluster?: string): string => `${cluster === undefined ? "" : `${cluster}: `}DaemonSet ${key}`;

const escaped = (text: string): string => escapeControl(text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A"));
const escapedProperty = (text: string): string => escaped(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/**
 * Returns a workflow command of GitHub Actions, which shows the message at a line of a file.
 * Source: actions/toolkit packages/core/src/command.ts.
 */
export function annotationLine({ level, title, message, place }: Annotation): string {
  const properties = [
    ...(place === undefined ? [] : [`file=${escapedProperty(place.file)}`, `line=${place.line}`]),
    `title=${escapedProperty(title)}`,
  ];
  return `::${level} ${properties.join(",")}::${escaped(message)}`;
}
