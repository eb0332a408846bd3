/** The colours by name, light and dark, as #rrggbb. Names say what a colour is for. */
export const colours = {
  light: {
    ink: "#1b2521",
    "ink-soft": "#4a5852",
    paper: "#ffffff",
    surface: "#f4f6f3",
    line: "#d3dad6",
    "line-strong": "#74827b",
    accent: "#0b6652",
    "on-accent": "#ffffff",
    "accent-soft": "#e4f1ec",
    good: "#14653a",
    "good-soft": "#e3f3e8",
    bad: "#ab1f1a",
    "bad-soft": "#fcebe9",
    warn: "#7a4a00",
    "warn-soft": "#fdf1dc",
    focus: "#1d4ed8"
  },
  dark: {
    ink: "#edf2ef",
    "ink-soft": "#b0beb7",
    paper: "#131917",
    surface: "#1c2421",
    line: "#35413c",
    "line-strong": "#81938b",
    accent: "#74d6bb",
    "on-accent": "#05241c",
    "accent-soft": "#173029",
    good: "#7fdc9f",
    "good-soft": "#14301f",
    bad: "#ffaaa2",
    "bad-soft": "#3b1a18",
    warn: "#f2c476",
    "warn-soft": "#36270c",
    focus: "#9dbcff"
  }
} as const

const declared = (scheme: Readonly<Record<string, string>>): string =>
  Object.entries(scheme)
    .map(([name, value]) => `--${name}:${value};`)
    .join("")

/** Colours, type and spaces as CSS custom properties; dark where the system asks for it. */
export const tokens = `:root{color-scheme:light dark;${declared(colours.light)}
--font:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;
--text-small:.875rem;--text:1rem;--text-large:1.125rem;--text-title:1.5rem;--text-hero:2rem;
--space-1:.25rem;--space-2:.5rem;--space-3:.75rem;--space-4:1rem;--space-5:1.5rem;--space-6:2rem;--space-7:3rem;
--radius:.5rem;--radius-large:.875rem;--target:2.75rem;--shadow:0 1px 2px rgb(16 32 26/.08),0 4px 16px rgb(16 32 26/.06)}
@media (prefers-color-scheme:dark){:root{${declared(colours.dark)}--shadow:0 1px 2px rgb(0 0 0/.5),0 4px 16px rgb(0 0 0/.35)}}`
