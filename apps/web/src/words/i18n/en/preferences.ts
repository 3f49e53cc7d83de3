/** Settings for appearance and motion. */
export const preferences = {
  theme: { title: "Theme", system: "system", light: "light", dark: "dark", contrast: "high contrast" },
  density: { title: "Density", comfortable: "comfortable", compact: "compact" },
  motion: { title: "Motion", system: "system", less: "reduced" },
  help: "Keys and help",
  kept: "Saved in this browser.",
  themeIs: "Theme: {{choice}}",
  language: "Language",
} as const;
