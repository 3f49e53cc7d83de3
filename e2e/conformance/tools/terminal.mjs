// A hidden terminal of 200 × 50: tmux draws it, keys are typed into it, and its screen is read as text.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { atTheEnd } from "../ends-with-us.mjs";
import { run, until } from "./play.mjs";

export const hasTerminal = () => spawnSync("tmux", ["-V"]).status === 0;

/** Runs a program in a separate terminal; `folder` is for its socket. */
export async function terminal(command, args, { environment, folder }) {
  const options = { environment: { ...environment, TERM: "xterm-256color", TMUX: undefined } };
  const tmux = (...rest) => run("tmux", ["-S", join(folder, "tmux"), ...rest], options);
  atTheEnd(() => spawnSync("tmux", ["-S", join(folder, "tmux"), "kill-server"], { stdio: "ignore" }));
  const quoted = [command, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
  await tmux("-f", "/dev/null", "new-session", "-d", "-x", "200", "-y", "50", quoted);
  return {
    type: (...keys) => tmux("send-keys", ...keys),
    /** Waits until the screen shows a pattern, and returns the screen as text. */
    shows: (pattern) =>
      until(
        () => tmux("capture-pane", "-p"),
        (screen) => assert.match(screen, pattern),
      ),
  };
}
