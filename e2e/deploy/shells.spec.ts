import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { type Installed, installPacked, packBuilt } from "../packed.ts";
import { cannotRun } from "./step.ts";

const needs = (shell: string) =>
  spawnSync(shell, ["--version"]).status === 0 ? undefined : cannotRun(`there is no ${shell}: apt-get install ${shell}`);

/** Types a line and Tab into an interactive zsh, and prints the resulting line. */
const TYPE_IN_ZSH = `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PROMPT="" RPROMPT=""; unset zle_bracketed_paste; autoload -Uz compinit; compinit -u -D; source <(daemonscope completion zsh)'
zpty -w shell 'tell() { print -r -- "<<$BUFFER>>"; BUFFER=""; zle accept-line }; zle -N tell; bindkey "^T" tell; bindkey "^I" complete-word; print RE""ADY'
while zpty -r shell line; do [[ $line == *READY* ]] && break; done
zpty -w -n shell "$TYPED"$'\\t\\C-t'
while zpty -r shell line; do
  [[ $line == *'<<'*'>>'* ]] && { print -r -- "\${\${line##*<<}%%>>*}"; break }
done
zpty -d shell
`;

test.describe("shells complete the command line", () => {
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-shells-"));
  let installed: Installed;
  test.beforeAll(async () => {
    installed = await installPacked(await packBuilt(folder), folder);
  });
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("zsh", () => {
    needs("zsh");
    for (const [typed, completed] of [
      ["daemonscope sta", "daemonscope status "],
      ["daemonscope serve --simulate=su", "daemonscope serve --simulate=surge "],
      ["daemonscope explain --nodes=package.j", "daemonscope explain --nodes=package.json "],
      ["daemonscope wait --for c", "daemonscope wait --for complete "],
    ] as const) {
      const { stdout } = installed.shell("zsh", [`TYPED=${JSON.stringify(typed)}`, TYPE_IN_ZSH]);
      expect(stdout.trimEnd()).toBe(completed.trimEnd());
    }
  });

  test("fish", () => {
    needs("fish");
    for (const [typed, offered] of [
      ["daemonscope sta", ["status"]],
      ["daemonscope serve --simulate=su", ["--simulate=surge"]],
      ["daemonscope explain --nodes=package.j", ["--nodes=package.json"]],
      ["daemonscope wait --for ", ["complete", "updated"]],
    ] as const) {
      const { stdout } = installed.shell("fish", ["source (daemonscope completion fish | psub)", `complete -C ${JSON.stringify(typed)}`]);
      expect(
        stdout
          .trim()
          .split("\n")
          .map((line) => line.split("\t")[0]),
      ).toEqual(offered);
    }
  });
});
