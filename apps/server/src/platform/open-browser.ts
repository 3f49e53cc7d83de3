import { spawn } from "node:child_process";

interface DesktopEnvironment {
  readonly platform: string;
  readonly isTerminal: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Returns the program that opens an address in the user's browser, with its first arguments. Undefined without a
 *  desktop or a terminal, in CI, and over SSH. */
export function browserOpener({ platform, isTerminal, environment }: DesktopEnvironment): readonly [string, ...string[]] | undefined {
  const { CI, SSH_CONNECTION, SSH_TTY, DISPLAY, WAYLAND_DISPLAY } = environment;
  if (!isTerminal || CI !== undefined || SSH_CONNECTION !== undefined || SSH_TTY !== undefined) return undefined;
  if (platform === "darwin") return ["open"];
  // `start` is a cmd builtin; its first quoted argument is a window title.
  if (platform === "win32") return ["cmd", "/c", "start", ""];
  const hasScreen = (DISPLAY ?? "") !== "" || (WAYLAND_DISPLAY ?? "") !== "";
  return hasScreen ? ["xdg-open"] : undefined;
}

/** Opens the address, if there is a desktop. A missing browser is no error, because the address was printed. */
export function openBrowser(url: string, desktop: DesktopEnvironment): void {
  const opener = browserOpener(desktop);
  if (opener === undefined) return;
  const [command, ...args] = opener;
  const child = spawn(command, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
