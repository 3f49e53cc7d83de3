export type ThemeChoice = "system" | "light" | "dark";

const KEY = "daemonscope.theme";
const ORDER: readonly ThemeChoice[] = ["system", "light", "dark"];

export function readTheme(): ThemeChoice {
  const stored = localStorage.getItem(KEY);
  return ORDER.find((choice) => choice === stored) ?? "system";
}

export function nextTheme(choice: ThemeChoice): ThemeChoice {
  return ORDER[(ORDER.indexOf(choice) + 1) % ORDER.length] ?? "system";
}

/** Puts the theme on the document, where tokens.css reads it, and remembers the choice. */
export function applyTheme(choice: ThemeChoice): void {
  localStorage.setItem(KEY, choice);
  const light = choice === "light" || (choice === "system" && matchMedia("(prefers-color-scheme: light)").matches);
  document.documentElement.dataset.theme = light ? "light" : "dark";
}

/** Follows the system's theme while it is chosen. */
export function followSystemTheme(): void {
  matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => {
    if (readTheme() === "system") applyTheme("system");
  });
}
