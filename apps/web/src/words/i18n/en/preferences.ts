/** Settings for appearance and motion. */
export const preferences = {
  title: "Settings",
  theme: { title: "Theme", system: "as the system", light: "light", dark: "dark", contrast: "high contrast" },
  density: { title: "Density", comfortable: "comfortable", compact: "compact" },
  motion: { title: "Motion", system: "as the system", less: "none" },
  kept: "Kept by this browser.",
} as const;
